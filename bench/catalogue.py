"""The public catalogue when it is large: 100,000 batches of 5,000 trainings beside 1,000 of 50.

What a visitor's first page and an Arabic search cost when no answer is kept: the service runs in
this process, on a scratch database of each size, and forgets its answers before each request. Then
the list while seats change 50 times a second, through gateway and broker, beside the same list
while none do.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import httpx
from catalog.batches.listing import listing_of
from catalog.main import app
from contracts.enrollment import SeatsChanged
from kit import migrations
from kit.cache import ANSWERS
from kit.config import Environment
from kit.db import Database
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from kit.testing import ServiceUnderTest, running

from bench import cpu
from bench.load import CONNECTIONS, ROUNDS, Target, requests_of
from bench.system import System
from bench.system import running as running_system

SMALL, LARGE = 1_000, 100_000
"""Batches; every twentieth number of them is that of their trainings."""
TARGET = 0.5
SEATS_TARGET = 0.6
SEATS_RATE, SEATS_COMMITS = 50, 10
"""A second: the events, and the transactions that publish them."""
SEATS_SECONDS = 5
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
    asyncio.run(_fill(system.database_urls["catalog"], LARGE))
    yield _changing(system)


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
    await _fill(url, batches)
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


async def _fill(url: str, batches: int) -> None:
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


def _changing(system: System) -> str:
    """The list of the running system, while seats change and while they do not, by turns."""
    target = Target(f"{system.gateway_url}/api/v1/batches?page_size=24")
    rates: dict[bool, list[float]] = {True: [], False: []}
    requests_of(target, 1)
    for number in range(ROUNDS):
        for changing in rates if number % 2 == 0 else reversed(rates):
            if changing:
                with _seats_change(system):
                    rates[changing].append(requests_of(target, SEATS_SECONDS)[1])
            else:
                rates[changing].append(requests_of(target, SEATS_SECONDS)[1])
    ratio = statistics.median(
        changing / still for changing, still in zip(rates[True], rates[False], strict=True)
    )
    with_changes, without = (statistics.median(rates[which]) for which in (True, False))
    name = f"list, {SEATS_RATE} seat changes/s / none"
    verdict = "reached" if ratio >= SEATS_TARGET else "MISSED"
    return (
        f"{name:<44} {with_changes:>9.0f}/s {without:>9.0f}/s {ratio:>7.2f} {SEATS_TARGET:>7.2f}  "
        f"{verdict} ({CONNECTIONS} connections)"
    )


@contextmanager
def _seats_change(system: System) -> Iterator[None]:
    """Events of seats come as enrollment would publish them, until the block ends."""
    stop = Event()
    thread = Thread(target=lambda: asyncio.run(_publish_seats(system, stop)))
    thread.start()
    try:
        # The first of them are on their way.
        time.sleep(1)
        yield
    finally:
        stop.set()
        thread.join()


async def _publish_seats(system: System, stop: Event) -> None:
    connection = await asyncpg.connect(system.database_urls["catalog"])
    batch_ids: list[UUID] = [
        row["id"]
        for row in await connection.fetch(
            "SELECT id FROM batches WHERE status = 'published' AND ends_at > now() "
            "ORDER BY starts_at, id LIMIT 1000"
        )
    ]
    sequence: int = await connection.fetchval("SELECT max(seats_sequence) FROM batches")
    await connection.close()
    database = Database(system.database_urls["enrollment"])
    relay = Relay(database, Broker(system.broker_url))
    relay.start()
    started, commits = time.monotonic(), 0
    while not stop.is_set():
        events = []
        for _ in range(SEATS_RATE // SEATS_COMMITS):
            sequence += 1
            batch_id = batch_ids[sequence % len(batch_ids)]
            taken = 1 + sequence % 9
            event = SeatsChanged(batch_id=batch_id, capacity=10, taken=taken, waiting=0)
            events.append((event, sequence))
        async with database.transaction() as session:
            await outbox.publish_many(session, events)
        commits += 1
        await asyncio.sleep(max(0.0, started + commits / SEATS_COMMITS - time.monotonic()))
    await relay.stop()
    await database.close()


if __name__ == "__main__":
    with TemporaryDirectory(prefix="itqan-catalogue-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with running_system(folder) as whole:
            print(HEADER)
            for rows in run(whole):
                print(rows, flush=True)
