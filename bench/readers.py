"""People who read one page after the other while something else is measured."""

import asyncio
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
