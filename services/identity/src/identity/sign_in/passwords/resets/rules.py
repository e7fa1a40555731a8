"""Limits of password resets."""

from datetime import timedelta

MANY_PER_HOUR = 5
"""Codes of an address in an hour after which codes are long and shared."""
LONG_DIGITS = 12
SHARED_FOR = timedelta(minutes=2)
"""Age up to which a mailed code is shared, so that eight minutes are left to type it."""
RESET_TOKEN_LIFETIME = timedelta(minutes=10)
