"""An outbox of a million published rows, plain and partitioned by day: cost of writing, publishing
and deleting.
"""

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import asyncpg
from kit.database.db import Database, new_id
from kit.messaging import tables
from kit.messaging.relay import CLAIM, MARK, prune_outbox
from kit.testing import fresh_database

from bench.simulations.enrolling import server
from bench.simulations.measuring import Clock

ROWS, NEW, A_BATCH, BODY_BYTES = 1_000_000, 20_000, 100, 500
_FILL = """
    INSERT INTO outbox (id, type, subject, mandatory, body, created_at, due_at, published_at)
    SELECT gen_random_uuid(), 'enrollment.enrollment.changed', gen_random_uuid()::text, true,
        json_build_object('data', repeat(md5(number::text), $2::int / 32)), moment, moment, moment
    FROM generate_series(1, $1::int) AS number,
        LATERAL (
            SELECT now() - interval '30 hours' + number * interval '1 millisecond'
        ) AS published (moment)
"""
_NEW = """
    INSERT INTO outbox (id, type, subject, mandatory, body)
    VALUES (
        $1, 'enrollment.enrollment.changed', 'subject', true, json_build_object('data', $2::text)
    )
"""
_PARTITIONED = """
    ALTER TABLE outbox RENAME TO plain_outbox;
    CREATE TABLE outbox (LIKE plain_outbox INCLUDING DEFAULTS) PARTITION BY RANGE (created_at);
    DROP TABLE plain_outbox;
    ALTER TABLE outbox ADD PRIMARY KEY (id, created_at);
    CREATE INDEX outbox_waiting ON outbox (due_at, id) WHERE published_at IS NULL;
"""
_DAY = """
    CREATE TABLE outbox_{name} PARTITION OF outbox FOR VALUES FROM ('{first}') TO ('{last}')
"""
_DAYS = "SELECT (now() + day * interval '1 day')::date::text FROM generate_series(-2, 2) AS day"


async def run(folder: Path) -> AsyncIterator[str]:
    """The lines to print."""
    with server(folder) as postgres:
        for name in ("plain", "partitioned by day"):
            async with fresh_database(postgres.url, "outbox") as url:
                async for line in _outbox(url, partitioned=name != "plain"):
                    yield f"{name:<20} {line}"


async def _outbox(url: str, *, partitioned: bool) -> AsyncIterator[str]:
    database = Database(url)
    async with database.engine.begin() as making:
        await making.run_sync(tables.metadata.create_all)
    connection = await asyncpg.connect(url, command_timeout=600)
    if partitioned:
        await connection.execute(_PARTITIONED)
        days = [row[0] for row in await connection.fetch(_DAYS)]
        for number, (first, last) in enumerate(pairwise(days)):
            await connection.execute(_DAY.format(name=number, first=first, last=last))
    await connection.execute("SET synchronous_commit = off")
    await connection.fetch(_FILL, ROWS, BODY_BYTES)
    await connection.execute("VACUUM ANALYZE outbox")
    await connection.execute("CHECKPOINT")
    await connection.execute("SET synchronous_commit = on")
    async with Clock(connection) as clock:
        for _ in range(NEW // A_BATCH):
            rows = [(new_id(), "x" * BODY_BYTES) for _ in range(A_BATCH)]
            async with connection.transaction():
                await connection.executemany(_NEW, rows)
    yield f"{NEW} rows are written{'':<22} {clock.spent}"
    async with Clock(connection) as clock:
        published = 0
        while published < NEW:
            async with connection.transaction():
                claimed = await connection.fetch(CLAIM, A_BATCH)
                await connection.execute(MARK, [row["id"] for row in claimed])
                published += len(claimed)
    yield f"they are claimed and marked{'':<19} {clock.spent}"
    async with Clock(connection) as clock:
        if partitioned:
            await connection.execute("DROP TABLE outbox_0, outbox_1")
        else:
            while await _prune(database):
                pass
    yield f"{ROWS} old ones are taken away{'':<16} {clock.spent}"
    async with Clock(connection) as clock:
        await connection.execute("VACUUM outbox")
    size = await connection.fetchval(
        "SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('outbox')"
        if partitioned
        else "SELECT pg_total_relation_size('outbox')"
    )
    yield f"vacuum; {float(size) / 1e6:7.1f} MB are left{'':<16} {clock.spent}"
    await connection.close()
    await database.close()


async def _prune(database: Database) -> int:
    async with database.transaction() as session:
        return await prune_outbox(session)
