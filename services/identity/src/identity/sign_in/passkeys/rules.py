"""Limits of passkeys."""

from datetime import timedelta

REGISTRATION_LIFETIME = timedelta(minutes=5)
MAX_PASSKEYS = 20
LOGIN_LIFETIME = timedelta(minutes=10)
"""Time for which an open sign-in page can offer passkeys."""
