"""Lifetime of trusted devices."""

from datetime import timedelta

LIFETIME = timedelta(days=365)
MAX_DECOYS = 50
"""Only so many, the newest ones, are asked whether they trust the device."""
