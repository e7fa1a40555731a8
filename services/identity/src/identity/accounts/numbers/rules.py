"""Rate limits on trying identity numbers."""

from datetime import timedelta

PER_USER = 5
"""Numbers that a user may try in an hour."""
PER_NETWORK = 120
"""Numbers that one network may try in an hour; a whole training centre may share it."""
RETENTION = timedelta(days=1)
"""Retention of a count."""
