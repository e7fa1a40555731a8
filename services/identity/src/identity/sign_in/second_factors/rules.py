"""Limits of recovery codes and of the second step of signing in."""

from datetime import timedelta

RECOVERY_CODES = 10
RECOVERY_LENGTH = 16
"""79 bits: a plain hash cannot be undone, and no number of guesses is enough."""
CHALLENGE_LIFETIME = timedelta(minutes=5)
