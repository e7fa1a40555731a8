"""Lifetime of data requests and archives."""

from datetime import timedelta

ARCHIVE_DEADLINE = timedelta(days=7)
RETENTION = timedelta(days=7)
"""Time for which an archive can be downloaded."""
