"""Limits and retention of one-time codes."""

from datetime import timedelta

LIFETIME = timedelta(minutes=10)
DIGITS = 6
MAX_ATTEMPTS = 5
"""Wrong entries per code."""
MAX_PER_HOUR = 5
"""Codes per requester in an hour."""
RETENTION = timedelta(days=1)
"""Retention of a code. Limits look back an hour."""
