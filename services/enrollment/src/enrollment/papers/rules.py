"""Contrast, number of signatories and rate limit of certificate designs."""

from datetime import timedelta

from kit.security.rate_limiter import RateLimiter

MIN_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: names are printed in the accent colour."""
MAX_SIGNATORIES = 2

PREVIEW_LIMIT = RateLimiter(120, timedelta(minutes=10))
"""Previews for each person and replica of the service."""

_WEIGHTS = (0.2126, 0.7152, 0.0722)


def compute_contrast(color: str) -> float:
    """Compute the contrast of `#rrggbb` with white, from 1 to 21 (WCAG 2.2)."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    luminance = sum(weight * _linear(part) for weight, part in zip(_WEIGHTS, parts, strict=True))
    return 1.05 / (luminance + 0.05)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
