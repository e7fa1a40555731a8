"""Lifetime and retention of changes that await a second admin."""

from datetime import timedelta

LIFETIME = timedelta(days=3)
"""Time that a request waits for another admin."""
RETENTION = timedelta(days=90)
"""Retention of a closed request."""
