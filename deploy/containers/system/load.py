"""Requests at a steady rate, independent of the responses."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import httpx


class Load:
    """Answers by status; 0 counts those that never came."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()

    @property
    def failed(self) -> dict[int, int]:
        """The answers that are not a success."""
        return {status: count for status, count in self.answers.items() if status != 200}


@contextmanager
def sent(url: str, per_second: int, maximum: int | None = None) -> Iterator[Load]:
    """Send GET requests within the block, and afterwards until there are `maximum`."""
    load, ended = Load(), threading.Event()
    thread = threading.Thread(
        target=lambda: asyncio.run(_send(load, url, per_second, maximum, ended))
    )
    thread.start()
    try:
        yield load
    finally:
        ended.set()
        thread.join()


async def _send(
    load: Load, url: str, per_second: int, maximum: int | None, ended: threading.Event
) -> None:
    loop = asyncio.get_running_loop()
    began, number = loop.time(), 0
    async with (
        httpx.AsyncClient(timeout=30, trust_env=False) as client,
        asyncio.TaskGroup() as all_,
    ):
        while number < (maximum or 0) or not ended.is_set():
            all_.create_task(_get(load, client, url))
            number += 1
            await asyncio.sleep(max(0.0, began + number / per_second - loop.time()))


async def _get(load: Load, client: httpx.AsyncClient, url: str) -> None:
    try:
        load.answers[(await client.get(url)).status_code] += 1
    except httpx.TransportError:
        load.answers[0] += 1
