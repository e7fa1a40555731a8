"""Measures the public catalogue at 1,000, 10,000 and 100,000 batches: pages with an empty cache,
and browsing while seats change. The service runs in this process, on a scratch database of each
size. `--sizes` names others.
"""

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
import httpx
from catalog.main import app
from kit.core.config import Environment
from kit.testing import ServiceUnderTest, running
from kit.web import migrations
from kit.web.cache import ANSWERS

from bench import cpu
from bench.system import System
from bench.system import running as running_system

SIZES = (1_000, 10_000, 100_000)
"""Batches; a twentieth as many trainings."""
GOAL_OF, GOAL = 10_000, 250
"""Number of batches for which the p99 of browsing must stay within `GOAL` milliseconds."""
TIMES = 12
"""Requests of each page."""
REQUESTS, CHANGES, SECONDS = 60, 50, 12
"""Requests per second, seat changes per second, and duration in seconds."""
REPORTS = 4
"""Cache notifications per second, sent as by catalog's event handler."""
HEADER = f"{'case':<44} {'median':>9} {'p99':>9} {'service':>9} {'database':>9}  milliseconds"
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
"""API calls of each page."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A service with a catalogue of one size."""

    service: ServiceUnderTest[Any, Any]
    client: httpx.AsyncClient
    url: str

    async def ask(self, paths: Sequence[str]) -> None:
        """Request one page with an empty response cache."""
        ANSWERS.of(self.service.app).clear()
        for path in paths:
            (await self.client.get(path)).raise_for_status()


def run(system: System, sizes: Sequence[int] = SIZES) -> Iterator[str]:
    """The rows of the table that `make bench` prints."""
    server = system.database_urls["catalog"].rpartition("/")[0]
    yield from asyncio.run(_measure(system, server, sizes))


async def _measure(system: System, server: str, sizes: Sequence[int]) -> list[str]:
    rows = []
    for size in sizes:
        async with _side(system, server, size) as side:
            for name, paths in PAGES.items():
                rows.append(await _cold(side, f"{size:,}: {name}", paths))
            rows += await _browse(side, size)
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
            yield Side(service, client, url)


async def fill(url: str, batches: int) -> None:
    """Insert this number of batches into a catalog database."""
    connection = await asyncpg.connect(url)
    await connection.execute(FILL.read_text().replace(":batches", str(batches)))
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def _cold(side: Side, name: str, paths: Sequence[str]) -> str:
    await side.ask(paths)
    spent, took = _Spent(), []
    for _ in range(TIMES):
        started = time.perf_counter()
        await side.ask(paths)
        took.append((time.perf_counter() - started) * 1000)
    return _row(name, took, spent)


async def _browse(side: Side, size: int) -> list[str]:
    """Measure response times of browsing while seats of random batches change."""
    found = (await side.client.get("batches?page_size=48")).json()["data"]
    lists = [path for paths in PAGES.values() for path in paths]
    lists += [f"batches?page_size=24&page={page}" for page in range(2, 6)]
    singles = [f"batches/{batch['id']}" for batch in found]
    singles += [f"trainings/{batch['training']['id']}" for batch in found[:12]]
    paths = [path for single in singles for path in (random.choice(lists), single)]
    took: list[float] = []
    refused = 0

    async def get(path: str, due: float) -> None:
        nonlocal refused
        refused += not (await side.client.get(path)).is_success
        took.append((time.monotonic() - due) * 1000)

    spent, begun = _Spent(), time.monotonic()
    async with asyncio.TaskGroup() as tasks:
        changing = tasks.create_task(_change_seats(side))
        for number in range(REQUESTS * SECONDS):
            due = begun + number / REQUESTS
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            tasks.create_task(get(paths[number % len(paths)], due))
        changing.cancel()
    rows = [_row(f"{size:,}: browsing, {CHANGES} changes of seats a second", took, spent)]
    if size == GOAL_OF:
        p99 = statistics.quantiles(took, n=100)[-1]
        verdict = "reached" if p99 <= GOAL and not refused else "MISSED"
        rows.append(f"  p99 {p99:.0f} of {GOAL}, {refused} refused, {verdict}")
    return rows


async def _change_seats(side: Side) -> None:
    connection = await asyncpg.connect(side.url)
    ids = [row[0] for row in await connection.fetch("SELECT id FROM batches WHERE ends_at > now()")]
    for number in count(1):
        await connection.execute(
            "UPDATE batches SET seats_taken = (seats_taken + 1) % capacity WHERE id = $1",
            random.choice(ids),
        )
        if number % (CHANGES // REPORTS) == 0:
            ANSWERS.of(side.service.app).report()
        await asyncio.sleep(1 / CHANGES)


class _Spent:
    """CPU time of this process and of PostgreSQL since the object was created."""

    def __init__(self) -> None:
        self._before, self._mine = cpu.used(), time.process_time()

    def each(self, requests: int) -> tuple[float, float]:
        """Return the CPU milliseconds per request of the service and of PostgreSQL."""
        mine = (time.process_time() - self._mine) * 1000
        database = cpu.between(self._before, cpu.used())["PostgreSQL"]
        return mine / requests, database / requests


def _row(name: str, took: Sequence[float], spent: _Spent) -> str:
    service, database = spent.each(len(took))
    p99 = statistics.quantiles(took, n=100)[-1] if len(took) >= 100 else max(took)
    times = (statistics.median(took), p99, service, database)
    return f"{name:<44} " + " ".join(f"{each:>9.2f}" for each in times)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    chosen = parser.parse_args().sizes
    with TemporaryDirectory(prefix="itqan-catalogue-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with running_system(folder) as whole:
            print(HEADER)
            for rows in run(whole, chosen):
                print(rows, flush=True)
