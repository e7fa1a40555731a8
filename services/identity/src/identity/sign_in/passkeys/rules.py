"""Limits of passkeys."""

from datetime import timedelta

REGISTRATION_LIFETIME = timedelta(minutes=5)
MAX_PASSKEYS = 20
LOGIN_LIFETIME = timedelta(minutes=10)
"""As long as a sign-in page may stand open that offers passkeys by itself."""
