from datetime import timedelta

KEPT = timedelta(days=365)
KEPT_OF_NOBODY = timedelta(hours=1)
"""Retention of searches without a learner; longer than a learner pass is valid."""
