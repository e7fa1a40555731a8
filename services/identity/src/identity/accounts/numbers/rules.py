"""Limits on trying identity numbers."""

from datetime import timedelta

PER_USER = 5
"""Numbers that a user may give in an hour."""
PER_NETWORK = 120
"""Numbers that may be given from one network in an hour; a whole training centre may share it."""
KEPT = timedelta(days=1)
"""Retention of a count."""
