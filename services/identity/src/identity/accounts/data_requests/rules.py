"""Lifetime of data requests and archives."""

from datetime import timedelta

ANSWERED_WITHIN = timedelta(days=7)
RETENTION = timedelta(days=7)
"""Time for which an archive can be downloaded."""
