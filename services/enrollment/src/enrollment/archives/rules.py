"""How many archives a person may have, how large they are, and how long they are kept."""

from datetime import timedelta

from kit.security.rate_limiter import RateLimiter

MOST_PAPERS = 5_000
"""In one archive: about half a gigabyte."""

ASKED = RateLimiter(60, timedelta(minutes=10))
"""Requests for archives of one person, per copy of the service."""

KEPT = timedelta(days=1)
