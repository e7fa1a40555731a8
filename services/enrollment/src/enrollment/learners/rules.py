"""Retention of the record of searches for a learner's certificates."""

from datetime import timedelta

LOOK_RETENTION = timedelta(days=365)
EMPTY_LOOK_RETENTION = timedelta(hours=1)
"""Retention of searches without a learner; longer than a learner pass is valid."""
