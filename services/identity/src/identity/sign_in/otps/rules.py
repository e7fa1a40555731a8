"""How long codes are valid, how many digits they have, and how many are sent and tried."""

from datetime import timedelta

LIFETIME = timedelta(minutes=10)
DIGITS = 6
MAX_ATTEMPTS = 5
MAX_PER_HOUR = 5
KEPT = timedelta(days=1)
