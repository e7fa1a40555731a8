import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")

STEPS = 25
"""About 20 µs each, so other tasks wait at most half a millisecond."""


async def iterate_cooperatively(items: Iterable[T], steps: int = STEPS) -> AsyncIterator[T]:
    """Yield the items, and let other tasks run after every `steps` items."""
    for place, item in enumerate(items, 1):
        yield item
        if place % steps == 0:
            await asyncio.sleep(0)
