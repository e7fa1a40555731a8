"""Retention of webhook messages."""

from datetime import timedelta

RETENTION = timedelta(days=30)
"""Time for which a message can be looked up after it was queued."""
