from datetime import timedelta

from kit.security.rate_limiter import RateLimiter

MOST_PAPERS = 5_000
"""Maximum number of PDFs in one archive: about half a gigabyte."""

ASKED = RateLimiter(60, timedelta(minutes=10))
"""Rate limit of archive requests for each person and replica of the service."""

KEPT = timedelta(days=1)
