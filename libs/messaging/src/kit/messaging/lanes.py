"""How a consumer's messages wait for their handlers, and how they are acknowledged."""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from aio_pika.abc import AbstractChannel, AbstractIncomingMessage
from kit.messaging.envelope import SUBJECT

_SUSPECT_AFTER = 2


class Lane:
    """Messages that are handled one after the other, in the order in which they came.

    With a `limit` above 1 those that have come are taken together, up to that many, and not
    sooner than `every` seconds after the ones before, unless as many as that wait.
    """

    def __init__(self, *, limit: int = 1, every: float = 0.0) -> None:
        self._limit = limit
        self._every = every
        self._waiting: deque[AbstractIncomingMessage] = deque()
        self._changed = asyncio.Event()
        self._closed = False
        self._taken_at = float("-inf")

    def put(self, message: AbstractIncomingMessage) -> None:
        """Add a message at the end."""
        self._waiting.append(message)
        self._changed.set()

    def close(self) -> None:
        """Let go of what waits: `take` gives nothing any more."""
        self._closed = True
        self._waiting.clear()
        self._changed.set()

    async def take(self) -> Sequence[AbstractIncomingMessage]:
        """What is handled next; empty once the lane is closed."""
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
        """Seconds until the turn of what waits; None when nothing does."""
        if not self._waiting:
            return None
        if len(self._waiting) >= self._limit:
            return 0
        return self._taken_at + self._every - asyncio.get_running_loop().time()

    def _next(self) -> Sequence[AbstractIncomingMessage]:
        self._taken_at = asyncio.get_running_loop().time()
        taken = [self._waiting.popleft()]
        # A suspect is alone, so that it takes no others with it.
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

    A type in `batched` has one of its own, with its least seconds from batch to batch. Of the
    others, the messages of one subject share a lane and so keep their order.
    """

    def __init__(self, count: int, batched: Mapping[str, float], limit: int) -> None:
        self._shared = [Lane() for _ in range(count)]
        self._own = {kind: Lane(limit=limit, every=every) for kind, every in batched.items()}

    def __iter__(self) -> Iterator[Lane]:
        yield from self._shared
        yield from self._own.values()

    def of(self, message: AbstractIncomingMessage) -> Lane:
        """The lane that a message belongs to."""
        own = self._own.get(message.type or "")
        return own or self._shared[hash(_subject(message)) % len(self._shared)]


class Deliveries:
    """What came on one channel and is not acknowledged yet."""

    def __init__(self, channel: AbstractChannel) -> None:
        self.channel = channel
        self._open: dict[int, None] = {}
        """Delivery tags, in their order."""

    def track(self, message: AbstractIncomingMessage) -> None:
        """The broker has delivered it."""
        self._open[_tag(message)] = None

    async def finish(self, messages: Iterable[AbstractIncomingMessage]) -> None:
        """Acknowledge messages, many with one frame where it names no other.

        "Up to and including" would also name what another lane still has in hand: it is said
        only of those that came before everything that is open.
        """
        by_tag = {_tag(message): message for message in messages}
        for tag in by_tag:
            del self._open[tag]
        oldest = next(iter(self._open), float("inf"))
        first = [tag for tag in by_tag if tag < oldest]
        if first:
            await by_tag[max(first)].ack(multiple=True)
        for tag, message in by_tag.items():
            if tag > oldest:
                await message.ack()


def is_suspect(message: AbstractIncomingMessage) -> bool:
    """Consumers died while they held it, perhaps of it: it came more than once without an
    answer."""
    value = message.headers.get("x-delivery-count")
    return isinstance(value, int) and value >= _SUSPECT_AFTER


def _subject(message: AbstractIncomingMessage) -> str:
    """What must stay in order; a message that does not say is alone."""
    value = message.headers.get(SUBJECT)
    return value if isinstance(value, str) else str(message.delivery_tag)


def _tag(message: AbstractIncomingMessage) -> int:
    assert message.delivery_tag is not None
    return message.delivery_tag
