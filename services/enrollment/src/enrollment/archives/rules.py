"""Limits and retention of ZIP files of certificates."""

from datetime import timedelta

from kit.security.rate_limiter import RateLimiter

MAX_PDFS = 5_000
"""Maximum number of PDFs in one archive: about half a gigabyte."""

REQUEST_LIMIT = RateLimiter(60, timedelta(minutes=10))
"""Rate limit of archive requests for each person and replica of the service."""

RETENTION = timedelta(days=1)
