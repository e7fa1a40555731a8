"""Limits of password resets."""

from datetime import timedelta

MANY_PER_HOUR = 5
"""Codes of an address in an hour after which codes become long and shared."""
LONG_DIGITS = 12
CODE_SHARING_PERIOD = timedelta(minutes=2)
"""Age up to which a mailed code is shared, which leaves eight minutes to enter it."""
RESET_TOKEN_LIFETIME = timedelta(minutes=10)
