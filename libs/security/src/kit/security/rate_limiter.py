"""Rate limits for expensive actions, counted in each process."""

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from kit.core.errors import TooManyRequests, is_refusal

_REMEMBERED = 10_000


class RateLimiter:
    """Allow `limit` actions in any period of `per`, for each key.

    Each replica counts for itself until it stops. This bounds one user's load; exact limits are
    counted in the database.
    """

    def __init__(self, limit: int, per: timedelta) -> None:
        self._limit = limit
        self._per = per.total_seconds()
        self._taken: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def take(self, key: Hashable) -> None:
        """Count one action. Raises `TooManyRequests` with the seconds until the next is allowed."""
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
        """Count one action, unless the block fails without a decision about the attempt."""
        self.take(key)
        try:
            yield
        except BaseException as error:
            if not is_refusal(error) and (taken := self._taken.get(key)):
                taken.pop()
            raise
