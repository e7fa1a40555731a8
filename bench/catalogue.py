"""The public catalogue when it is large: 100,000 batches of 5,000 trainings beside 1,000 of 50.

What a visitor's first page and an Arabic search cost when no answer is kept: the service runs in
this process, on a scratch database of each size, and forgets its answers before each request.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import asyncpg
import httpx
from catalog.batches.listing import listing_of
from catalog.main import app
from kit import migrations
from kit.cache import ANSWERS
from kit.config import Environment
from kit.testing import ServiceUnderTest, running

from bench import cpu
from bench.load import ROUNDS
from bench.system import System
from bench.system import running as running_system

SMALL, LARGE = 1_000, 100_000
"""Batches; every twentieth number of them is that of their trainings."""
TARGET = 0.5
TIMES = 12
"""How often a round asks for each page."""
HEADER = f"{'case':<44} {f'{LARGE:,}':>11} {f'{SMALL:,}':>11} {'ratio':>7} {'target':>7}"
FILL = Path(__file__).with_name("catalogue.sql")
PAGES = {
    "first page of trainings with facets": ("trainings?page_size=24", "trainings/facets"),
    "first page of batches with facets": ("batches?page_size=24", "batches/facets"),
    "Arabic search with facets": (
        "trainings?search=الرافعات&page_size=24",
        "trainings/facets?search=الرافعات",
    ),
    "Arabic search of batches": ("batches?search=تشغيل الرافعات&page_size=24",),
}
"""What a screen asks for."""


class Cost(NamedTuple):
    """Milliseconds of one screen: on the clock, and of CPU in the service and in PostgreSQL."""

    clock: float
    service: float
    database: float

    @property
    def cpu(self) -> float:
        """Both processes' together, which is what the target is for."""
        return self.service + self.database


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A service with a catalogue of one size."""

    service: ServiceUnderTest[Any, Any]
    client: httpx.AsyncClient

    async def ask(self, paths: Sequence[str]) -> None:
        """One screen, as if nobody had asked before."""
        ANSWERS.of(self.service.app).clear()
        for path in paths:
            (await self.client.get(path)).raise_for_status()


def run(system: System) -> Iterator[str]:
    """The rows of the table that `make bench` prints."""
    server = system.database_urls["catalog"].rpartition("/")[0]
    yield from asyncio.run(_cold(system, server))


async def _cold(system: System, server: str) -> list[str]:
    rows = []
    async with _side(system, server, SMALL) as small, _side(system, server, LARGE) as large:
        for name, paths in PAGES.items():
            rounds: dict[Side, list[Cost]] = {small: [], large: []}
            for number in range(ROUNDS):
                for side in rounds if number % 2 == 0 else reversed(rounds):
                    rounds[side].append(await _round(side, paths))
            rows.append(_row(name, rounds[large], rounds[small]))
    return rows


@asynccontextmanager
async def _side(system: System, server: str, batches: int) -> AsyncIterator[Side]:
    name = f"catalogue_{batches}"
    url = f"{server}/{name}"
    admin = await asyncpg.connect(f"{server}/postgres")
    await admin.execute(f"CREATE DATABASE {name}")
    await admin.close()
    await asyncio.to_thread(migrations.migrate, app, url)
    await fill(url, batches)
    settings = app.settings(
        env=Environment.TEST,
        database_url=url,
        broker_url=system.broker_url,
        files_url=(system.folder / "files").as_uri(),
        log_level="WARNING",
    )
    async with running(app, settings) as service:
        transport = httpx.ASGITransport(app=service.app)
        base_url = "http://catalogue/api/v1/"
        async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
            # As it is after the first who asks: the columns are there, their answers are not.
            async with service.database.transaction() as session:
                await listing_of(service.app).now(session)
            yield Side(service, client)


async def fill(url: str, batches: int) -> None:
    """Add so many batches to a database of catalog."""
    connection = await asyncpg.connect(url)
    await connection.execute(FILL.read_text().replace(":batches", str(batches)))
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def _round(side: Side, paths: Sequence[str]) -> Cost:
    """The median on the clock, the mean of the CPU, which is counted in hundredths of a second."""
    await side.ask(paths)
    before, mine = cpu.used(), time.process_time()
    clock = []
    for _ in range(TIMES):
        started = time.perf_counter()
        await side.ask(paths)
        clock.append((time.perf_counter() - started) * 1000)
    spent = (time.process_time() - mine) * 1000
    database = cpu.between(before, cpu.used())["PostgreSQL"]
    return Cost(statistics.median(clock), spent / TIMES, database / TIMES)


def _row(name: str, large: Sequence[Cost], small: Sequence[Cost]) -> str:
    by_clock, by_cpu = (
        [tuple(getattr(each, what) for each in side) for side in (large, small)]
        for what in ("clock", "cpu")
    )
    ratio, ratio_cpu = (
        statistics.median(theirs / ours for ours, theirs in zip(*sides, strict=True))
        for sides in (by_clock, by_cpu)
    )
    ours, theirs = map(statistics.median, by_clock)
    ours_cpu, theirs_cpu = map(statistics.median, by_cpu)
    verdict = "reached" if ratio_cpu >= TARGET else "MISSED"
    shares = ", ".join(
        f"{size:,} batches: service {statistics.median(each.service for each in side):.1f}, "
        f"PostgreSQL {statistics.median(each.database for each in side):.1f}"
        for size, side in ((LARGE, large), (SMALL, small))
    )
    return "\n".join(
        (
            f"{name + ' (ms)':<44} {ours:>11.1f} {theirs:>11.1f} {ratio:>7.2f}",
            f"  {'CPU milliseconds':<42} {ours_cpu:>11.1f} {theirs_cpu:>11.1f} "
            f"{ratio_cpu:>7.2f} {TARGET:>7.2f}  {verdict}",
            f"    {shares}",
        )
    )


if __name__ == "__main__":
    with TemporaryDirectory(prefix="itqan-catalogue-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with running_system(folder) as whole:
            print(HEADER)
            for rows in run(whole):
                print(rows, flush=True)
