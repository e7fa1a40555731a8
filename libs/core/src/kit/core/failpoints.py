"""Named places where a test makes the process die, as a power cut would."""

import os
from collections import Counter

_hits: Counter[str] = Counter()


def hit(name: str) -> None:
    """End the process at once, without any clean-up, when `ITQAN_FAILPOINT` names this place.

    `name:3` dies at the third passing. Nothing ever happens in production.
    """
    failpoint = os.environ.get("ITQAN_FAILPOINT")
    if not failpoint or os.environ.get("ITQAN_ENV") == "production":
        return
    place, _, count = failpoint.partition(":")
    if place != name:
        return
    _hits[name] += 1
    if _hits[name] >= int(count or 1):
        os._exit(9)
