"""An audit trail of five million entries over two years, plain and partitioned by month.

It measures pages, inserts and the removal of a month.
"""

from collections.abc import AsyncIterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path

import asyncpg
from contracts.audit import AuditAction, CatalogAuditRecorded
from identity.administration.audit.models import AuditEntry
from identity.administration.audit.service import create_entry
from kit.database.db import Database, delete_portion, new_id, utc_now
from kit.domain.timezone import today
from kit.messaging.envelope import Meta
from sqlmodel import col

from bench.growth import Side, measure, median, numbers_of, side
from bench.growth_cases import CASES, Case, id_of
from bench.simulations.enrolling import server
from bench.simulations.measuring import Clock, others

ENTRIES, NEW, A_BATCH, PORTION, ROUNDS = 5_000_000, 5_000, 50, 5_000, 3
NUMBERS: Mapping[str, int] = {**numbers_of(100_000), "entries": ENTRIES}
_LAST_YEAR = today() - timedelta(days=365)
_PAGES = (
    *(case for case in CASES["identity"] if "audit trail" in case.name),
    Case(
        "audit trail of an organization", f"audit-trail?organization_id={id_of('organization', 7)}"
    ),
    Case("audit trail of a record", "audit-trail?noun=batch&record_id=160"),
    Case(
        "audit trail of a week of last year",
        f"audit-trail?recorded_from={_LAST_YEAR}&recorded_to={_LAST_YEAR + timedelta(days=6)}",
    ),
    Case("one entry", f"audit-trail/{id_of('entry', ENTRIES // 2)}"),
)
_INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'audit_entries'"
_PARTITIONED = """
    ALTER TABLE audit_entries RENAME TO plain;
    CREATE TABLE audit_entries (LIKE plain INCLUDING DEFAULTS) PARTITION BY RANGE (recorded_at);
    DROP TABLE plain;
    ALTER TABLE audit_entries ADD CONSTRAINT pk_audit_entries PRIMARY KEY (id, recorded_at);
"""
_MONTH = """
    CREATE TABLE audit_entries_{first:%Y_%m} PARTITION OF audit_entries
    FOR VALUES FROM ('{first}') TO ('{last}')
"""
_MONTHS = """
    SELECT date_trunc('month', now()) + month * interval '1 month'
    FROM generate_series(-25, 2) AS month
"""
_FIRST_MONTHS = (
    "SELECT date_trunc('month', min(recorded_at)) + interval '2 months' FROM audit_entries"
)
_OLDER = "SELECT count(*) FROM audit_entries WHERE recorded_at < $1"
_PARTITIONS = """
    SELECT inhrelid::regclass::text FROM pg_inherits
    WHERE inhparent = 'audit_entries'::regclass
        AND inhrelid::regclass::text < 'audit_entries_' || $1
"""
_DETACH = "ALTER TABLE audit_entries DETACH PARTITION {name} CONCURRENTLY"
_SIZE = """
    SELECT (
        coalesce(sum(pg_total_relation_size(inhrelid)), 0) + pg_total_relation_size('audit_entries')
    )::float / 1e6
    FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass
"""


async def run(folder: Path) -> AsyncIterator[str]:
    """The lines to print."""
    with server(folder) as postgres:
        for name in ("plain", "by month"):
            # They are made when the rows are there: that takes a fraction of the time.
            indexes: list[str] = []
            prepare = partial(_prepare, indexes, partitioned=name != "plain")
            async with side("identity", NUMBERS, postgres.url, folder, prepare) as filled:
                async for line in _trail(filled, indexes):
                    yield f"{name:<10}{line}"


async def _prepare(
    indexes: list[str], connection: asyncpg.Connection, *, partitioned: bool
) -> None:
    for name, definition in await connection.fetch(_INDEXES):
        if name.startswith("ix_"):
            indexes.append(definition)
            await connection.execute(f"DROP INDEX {name}")
    if partitioned:
        await connection.execute(_PARTITIONED)
        months = [month for (month,) in await connection.fetch(_MONTHS)]
        for first, last in pairwise(months):
            await connection.execute(_MONTH.format(first=first, last=last))


async def _trail(filled: Side, indexes: list[str]) -> AsyncIterator[str]:
    connection = await asyncpg.connect(filled.url, command_timeout=900)
    for definition in indexes:
        await connection.execute(definition)
    await connection.execute("ANALYZE audit_entries")
    await connection.execute("CHECKPOINT")
    yield f"{'all entries take':<42} {await connection.fetchval(_SIZE):7.0f} MB"
    for page in _PAGES:
        yield f"{page.name:<42} {median([await measure(filled, page) for _ in range(ROUNDS)])}"
    database = Database(filled.url)
    async with Clock(connection) as clock:
        for _ in range(NEW // A_BATCH):
            await _write(database, A_BATCH)
    yield f"{f'{NEW} entries are written':<42} {clock.spent}"
    # Those of the first partitions, which are two years old.
    before = await connection.fetchval(_FIRST_MONTHS)
    old = await connection.fetchval(_OLDER, before)
    partitions = [name for (name,) in await connection.fetch(_PARTITIONS, f"{before:%Y_%m}")]
    async with Clock(connection) as clock, others(partial(_write, database, 1)) as waits:
        for name in partitions:
            await connection.execute(_DETACH.format(name=name))
            await connection.execute(f"DROP TABLE {name}")
        while not partitions and await _delete(database, before):
            pass
    yield f"{f'{old} old ones are taken away':<42} {clock.spent}"
    yield f"{'to write one meanwhile takes':<42} {waits}"
    async with Clock(connection) as clock:
        await connection.execute("VACUUM audit_entries")
    yield f"{'vacuum':<42} {clock.spent}; {await connection.fetchval(_SIZE):.0f} MB are left"
    await connection.close()
    await database.close()


async def _write(database: Database, count: int) -> None:
    async with database.transaction() as session:
        for _ in range(count):
            event = CatalogAuditRecorded(
                entry_id=new_id(), user_id=new_id(), profile_id=None, organization_id=new_id(),
                network="10.0.0.0/24", action=AuditAction.UPDATED, noun="batch",
                record_id=str(new_id()), before={"capacity": 10}, after={"capacity": 12},
            )  # fmt: skip
            meta = Meta(new_id(), utc_now(), 1, "catalog", event.subject)
            await create_entry(session, event, meta)


async def _delete(database: Database, before: datetime) -> int:
    async with database.transaction() as session:
        return await delete_portion(
            session, AuditEntry, col(AuditEntry.recorded_at) < before, limit=PORTION
        )
