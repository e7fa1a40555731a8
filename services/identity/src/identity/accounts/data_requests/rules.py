"""Lifetime of requests and archives."""

from datetime import timedelta

ANSWERED_WITHIN = timedelta(days=7)
KEPT = timedelta(days=7)
"""How long an archive can be downloaded."""
