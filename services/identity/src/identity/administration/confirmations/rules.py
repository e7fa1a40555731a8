"""Lifetime and retention of requests that wait for another admin."""

from datetime import timedelta

LIFETIME = timedelta(days=3)
"""How long a request waits for another admin."""
KEPT = timedelta(days=90)
"""How long a closed request is kept."""
