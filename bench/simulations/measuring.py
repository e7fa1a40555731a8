"""Cost of some work for PostgreSQL, and delays of others."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple, Self

import asyncpg

from bench import cpu

_PAUSE = 0.01


class Spent(NamedTuple):
    """PostgreSQL's usage."""

    seconds: float
    cpu: float
    """Milliseconds."""
    wal: float
    """Bytes."""

    def __str__(self) -> str:
        return (
            f"{self.seconds:7.2f} s, {self.cpu / 1000:6.2f} s of CPU, "
            f"{self.wal / 1e6:7.1f} MB of WAL"
        )


class Clock:
    """Measures the server's usage within its block, by all clients."""

    spent: Spent

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def __aenter__(self) -> Self:
        self._written = await self._position()
        self._used, self._began = cpu.used()["PostgreSQL"], time.monotonic()
        return self

    async def __aexit__(self, *_: object) -> None:
        seconds = time.monotonic() - self._began
        used = cpu.used()["PostgreSQL"] - self._used
        self.spent = Spent(seconds, used, await self._position() - self._written)

    async def _position(self) -> float:
        return float(await self._connection.fetchval("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"))


class Waits(list[float]):
    """Seconds that each piece of others' work took."""

    def __str__(self) -> str:
        *_, late = statistics.quantiles(self, n=100, method="inclusive")
        return (
            f"{statistics.median(self) * 1000:.1f} ms in the median, {late * 1000:.1f} ms at p99, "
            f"{max(self) * 1000:.1f} ms at most"
        )


@asynccontextmanager
async def others(work: Callable[[], Awaitable[object]]) -> AsyncIterator[Waits]:
    """Repeat work within the block, and measure its delays."""
    waits = Waits()

    async def again_and_again() -> None:
        while True:
            began = time.monotonic()
            await work()
            waits.append(time.monotonic() - began)
            await asyncio.sleep(_PAUSE)

    working = asyncio.create_task(again_and_again())
    try:
        yield waits
    finally:
        working.cancel()
        await asyncio.wait([working])
        if not working.cancelled():
            working.result()
