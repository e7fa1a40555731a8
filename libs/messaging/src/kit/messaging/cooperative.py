"""Work of many small steps, between which the event loop answers others."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")

STEPS = 25
"""Of some twenty microseconds each: whoever asks for something meanwhile waits for half a
millisecond at most, however long the whole takes."""


async def iterate_cooperatively(items: Iterable[T], steps: int = STEPS) -> AsyncIterator[T]:
    """The items one after the other; after so many of them everybody else has a turn."""
    for place, item in enumerate(items, 1):
        yield item
        if place % steps == 0:
            await asyncio.sleep(0)
