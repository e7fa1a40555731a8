"""Background readers that a measurement may disturb: sequential, or at fixed times."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import cycle

import httpx

_PAUSE_SECONDS = 0.02


@asynccontextmanager
async def people_reading(
    url: str, paths: Sequence[str], people: Iterable[Mapping[str, str]]
) -> AsyncIterator[None]:
    """Within the block each of `people`, given by the headers that they send, reads `paths` over
    and over. Raises at its end what one of them met."""

    async def read(headers: Mapping[str, str]) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
            for path in cycle(paths):
                answer = await client.get(path, headers=headers)
                answer.raise_for_status()
                await asyncio.sleep(_PAUSE_SECONDS)

    tasks = [asyncio.create_task(read(headers)) for headers in people]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for each in ended:
        if isinstance(each, Exception):
            raise each


@asynccontextmanager
async def calls_when_due(
    client: httpx.AsyncClient, path: str, every: float, took: list[float]
) -> AsyncIterator[None]:
    """Request the path on a fixed schedule within the block, however many requests wait.

    `took` gets the milliseconds from each due time. Errors are raised at its end.
    """

    async def call(due: float) -> None:
        (await client.get(path)).raise_for_status()
        took.append((time.monotonic() - due) * 1000)

    async def repeat() -> None:
        due = time.monotonic()
        async with asyncio.TaskGroup() as calls:
            while True:
                calls.create_task(call(due))
                due += every
                await asyncio.sleep(max(0.0, due - time.monotonic()))

    # Going through all that a benchmark holds would stop who asks for a fifth of a second.
    gc.collect()
    gc.freeze()
    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass
        except ExceptionGroup as failed:
            # The first answer that was none says it as well as all.
            raise failed.exceptions[0] from failed
