"""Ordering of a consumer's messages."""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from aio_pika.abc import AbstractIncomingMessage
from kit.messaging.envelope import SUBJECT

_SUSPECT_AFTER = 2


class Lane:
    """A queue of messages handled one after the other, in order of arrival.

    With a `limit` above 1 waiting messages are taken in batches of at most that size, at least
    `every` seconds apart unless a batch is full.
    """

    def __init__(self, *, limit: int = 1, every: float = 0.0) -> None:
        self._limit = limit
        self._every = every
        self._waiting: deque[AbstractIncomingMessage] = deque()
        self._changed = asyncio.Event()
        self._closed = False
        self._taken_at = float("-inf")

    def put(self, message: AbstractIncomingMessage) -> None:
        self._waiting.append(message)
        self._changed.set()

    def close(self) -> None:
        """Discard waiting messages; `take` returns nothing from now on."""
        self._closed = True
        self._waiting.clear()
        self._changed.set()

    async def take(self) -> Sequence[AbstractIncomingMessage]:
        """Return the next batch; empty once the lane is closed."""
        while not self._closed:
            pause = self._pause()
            if pause is not None and pause <= 0:
                return self._next()
            self._changed.clear()
            try:
                async with asyncio.timeout(pause):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return ()

    def _pause(self) -> float | None:
        """Return the seconds until the next batch is due, or None without messages."""
        if not self._waiting:
            return None
        if len(self._waiting) >= self._limit:
            return 0
        return self._taken_at + self._every - asyncio.get_running_loop().time()

    def _next(self) -> Sequence[AbstractIncomingMessage]:
        self._taken_at = asyncio.get_running_loop().time()
        taken = [self._waiting.popleft()]
        # A suspect message runs alone, so that it fails no others.
        while (
            len(taken) < self._limit
            and self._waiting
            and not is_suspect(taken[0])
            and not is_suspect(self._waiting[0])
        ):
            taken.append(self._waiting.popleft())
        return taken


class Lanes:
    """The lanes of one consumer's session.

    Each type in `batched` has its own lane, with the minimum seconds between batches. Other
    messages of one subject share a lane, so they stay in order.
    """

    def __init__(self, count: int, batched: Mapping[str, float], limit: int) -> None:
        self._shared = [Lane() for _ in range(count)]
        self._own = {kind: Lane(limit=limit, every=every) for kind, every in batched.items()}

    def __iter__(self) -> Iterator[Lane]:
        yield from self._shared
        yield from self._own.values()

    def of(self, message: AbstractIncomingMessage) -> Lane:
        """Return the lane of a message."""
        own = self._own.get(message.type or "")
        return own or self._shared[hash(_subject(message)) % len(self._shared)]


def is_suspect(message: AbstractIncomingMessage) -> bool:
    """Tell if consumers may have died of the message: it was delivered repeatedly without an
    answer.
    """
    value = message.headers.get("x-delivery-count")
    return isinstance(value, int) and value >= _SUSPECT_AFTER


def _subject(message: AbstractIncomingMessage) -> str:
    """Return the message's ordering key; messages without one are unordered."""
    value = message.headers.get(SUBJECT)
    return value if isinstance(value, str) else str(message.delivery_tag)
