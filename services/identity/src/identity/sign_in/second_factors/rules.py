"""Limits of recovery codes and of the second step of signing in."""

from datetime import timedelta

RECOVERY_CODES = 10
RECOVERY_LENGTH = 16
"""79 bits of entropy: neither the hash nor guessing can find a code."""
CHALLENGE_LIFETIME = timedelta(minutes=5)
