"""Lifetime of data requests and archives."""

from datetime import timedelta

ANSWERED_WITHIN = timedelta(days=7)
KEPT = timedelta(days=7)
"""Time for which an archive can be downloaded."""
