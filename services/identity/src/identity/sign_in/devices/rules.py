"""Lifetime of trusted devices."""

from datetime import timedelta

LIFETIME = timedelta(days=365)
MAX_DECOYS = 50
"""Newest sign-ups of an address that are checked for a trusted device."""
