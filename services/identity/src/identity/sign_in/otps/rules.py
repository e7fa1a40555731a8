"""Limits and retention of one-time codes."""

from datetime import timedelta

LIFETIME = timedelta(minutes=10)
DIGITS = 6
MAX_ATTEMPTS = 5
"""Wrong entries of one code."""
MAX_PER_HOUR = 5
"""Codes sent to one user."""
KEPT = timedelta(days=1)
"""Retention of a code, since the limits look back an hour."""
