"""Retention of the record of who looked at a learner."""

from datetime import timedelta

KEPT = timedelta(days=365)
KEPT_OF_NOBODY = timedelta(hours=1)
"""For a look that found no learner; longer than a learner pass is valid."""
