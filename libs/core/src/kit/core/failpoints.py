"""Named places at which tests kill the process, like a power cut."""

import os
from collections import Counter

_hits: Counter[str] = Counter()


def hit(name: str) -> None:
    """Kill the process without clean-up if `ITQAN_FAILPOINT` names this place.

    `name:3` kills it at the third hit. It has no effect in production.
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
