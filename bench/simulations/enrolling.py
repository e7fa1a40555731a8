"""Enrollment's own statement, run with many connections."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from uuid import UUID

import asyncpg
from contracts.catalog import BatchUpdated
from contracts.testing import event
from enrollment.enrollments.service import TAKE_SEAT
from enrollment.handlers import on_batch_updated
from enrollment.main import app
from kit.database.db import Database, new_id, utc_now
from kit.messaging.envelope import Meta
from kit.testing import fresh_database
from kit.web import migrations

from deploy.local import ports
from deploy.local.servers import PrivatePostgres

CONNECTIONS = 16
SEATS = 10_000_000
_LOOK_EVERY = 0.02
_LOCKED = """
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'),
        count(*) FILTER (WHERE wait_event = 'WALSync' OR wait_event = 'WALWrite'), count(*)
    FROM pg_stat_activity
    WHERE application_name = 'enrolling' AND state = 'active'
"""


@dataclass
class Result:
    """Result of a load."""

    seconds: float = 0.0
    took: list[float] = field(default_factory=list)
    """Seconds of each enrollment."""
    active: int = 0
    """Statements that were seen under way, of all looks together."""
    locked: int = 0
    """Those of them that waited for another's lock."""
    flushing: int = 0
    """Those that waited for the disk."""

    @property
    def rate(self) -> float:
        """Enrollments a second."""
        return len(self.took) / self.seconds

    def __str__(self) -> str:
        *_, late = statistics.quantiles(self.took, n=100)
        seen = max(1, self.active)
        return (
            f"{self.rate:6.0f} a second, "
            f"median {statistics.median(self.took) * 1000:6.1f} ms, p99 {late * 1000:6.1f} ms; "
            f"{self.locked / seen:4.0%} of what was under way waited for a lock, "
            f"{self.flushing / seen:4.0%} for the disk"
        )


@contextmanager
def server(folder: Path) -> Iterator[PrivatePostgres]:
    """A PostgreSQL whose commits wait for the disk, as in production."""
    postgres = PrivatePostgres(folder / "postgres", ports.choose(), "simulated")
    with postgres.running(folder / "postgres.log"):
        yield postgres


@asynccontextmanager
async def database(postgres: PrivatePostgres) -> AsyncIterator[str]:
    """The address of enrollment's database."""
    async with fresh_database(postgres.url, app.name) as url:
        await asyncio.to_thread(migrations.migrate, app, url)
        yield url


async def make_batches(url: str, count: int) -> list[UUID]:
    """Batches that anybody may enroll in, with seats for everybody."""
    own = Database(url)
    found = []
    async with own.transaction() as session:
        for _ in range(count):
            batch = event(BatchUpdated, capacity=SEATS, requires_acceptance=False)
            await on_batch_updated(
                session, batch, Meta(new_id(), utc_now(), 1, "catalog", batch.subject)
            )
            found.append(batch.batch_id)
    await own.close()
    return found


@asynccontextmanager
async def connections(url: str, count: int) -> AsyncIterator[list[asyncpg.Connection]]:
    """Open this many connections."""
    opened = [
        await asyncpg.connect(url, server_settings={"application_name": "enrolling"})
        for _ in range(count)
    ]
    try:
        yield opened
    finally:
        for each in opened:
            await each.close()


async def take_seat(connection: asyncpg.Connection, batch_id: UUID) -> None:
    """Enroll a new person."""
    made = await TAKE_SEAT.fetch_row(
        connection,
        enrollment=new_id(),
        batch=batch_id,
        candidate=new_id(),
        user=new_id(),
        event=new_id(),
        charge_event=new_id(),
        trace=None,
    )
    assert made is not None


async def enroll(
    url: str,
    batches: Sequence[UUID],
    *,
    seconds: float,
    rate: float | None = None,
    together: int = 1,
    count: int = CONNECTIONS,
) -> Result:
    """Enroll in these batches in turn, at full speed or a fixed rate, with `together` enrollments
    per transaction.
    """
    result, turns = Result(), cycle(batches)
    async with connections(url, count) as opened, _looking(url, result):
        free: asyncio.Queue[asyncpg.Connection] = asyncio.Queue()
        for each in opened:
            free.put_nowait(each)
        begun = time.monotonic()

        async def one(due: float) -> None:
            connection = await free.get()
            try:
                if together == 1:
                    await take_seat(connection, next(turns))
                else:
                    async with connection.transaction():
                        for _ in range(together):
                            await take_seat(connection, next(turns))
            finally:
                free.put_nowait(connection)
            result.took.extend([time.monotonic() - due] * together)

        async def one_after_the_other() -> None:
            while time.monotonic() < begun + seconds:
                await one(time.monotonic())

        async with asyncio.TaskGroup() as tasks:
            if rate is None:
                for _ in range(count):
                    tasks.create_task(one_after_the_other())
            else:
                for number in range(int(rate * seconds)):
                    due = begun + number / rate
                    await asyncio.sleep(due - time.monotonic())
                    tasks.create_task(one(due))
        result.seconds = time.monotonic() - begun
    return result


@asynccontextmanager
async def _looking(url: str, result: Result) -> AsyncIterator[None]:
    """Look what the statements wait for, again and again within the block."""
    connection = await asyncpg.connect(url)

    async def look() -> None:
        while True:
            locked, flushing, active = await connection.fetchrow(_LOCKED)
            result.locked += locked
            result.flushing += flushing
            result.active += active
            await asyncio.sleep(_LOOK_EVERY)

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait([looking])
        await connection.close()
