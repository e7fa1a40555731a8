"""Limits of password resets."""

from datetime import timedelta

MANY_PER_HOUR = 5
"""After so many codes of an address, whoever asked for them, codes are long and shared."""
LONG_DIGITS = 12
SHARED_FOR = timedelta(minutes=2)
"""How old a mailed code may be to be shared: at least eight minutes are left to type it."""
RESET_TOKEN_LIFETIME = timedelta(minutes=10)
