"""How often somebody may do what costs much, counted in the process."""

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from kit.core.errors import TooManyRequests, is_refusal

_REMEMBERED = 10_000


class RateLimiter:
    """At most `limit` times in any span of `per`, for each key.

    Each copy of a service counts for itself and forgets at its end: this bounds what one person
    can cost. What must hold exactly is counted in the database.
    """

    def __init__(self, limit: int, per: timedelta) -> None:
        self._limit = limit
        self._per = per.total_seconds()
        self._taken: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def take(self, key: Hashable) -> None:
        """Count one more; raises `TooManyRequests` with the seconds until the next is allowed."""
        now = monotonic()
        taken = self._taken.setdefault(key, deque())
        self._taken.move_to_end(key)
        if len(self._taken) > _REMEMBERED:
            self._taken.popitem(last=False)
        while taken and taken[0] <= now - self._per:
            taken.popleft()
        if len(taken) >= self._limit:
            seconds = int(taken[0] + self._per - now) + 1
            raise TooManyRequests(headers={"Retry-After": str(seconds)})
        taken.append(now)

    @contextmanager
    def attempt(self, key: Hashable) -> Iterator[None]:
        """Count one more, and uncount it when the block fails before it judges the attempt."""
        self.take(key)
        try:
            yield
        except BaseException as error:
            if not is_refusal(error) and (taken := self._taken.get(key)):
                taken.pop()
            raise
