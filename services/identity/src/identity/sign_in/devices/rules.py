"""Lifetime of trusted devices."""

from datetime import timedelta

LIFETIME = timedelta(days=365)
MAX_DECOYS = 50
"""Of an address with several sign-ups, only the newest ones are checked for the trusted device."""
