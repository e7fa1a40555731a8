"""Rules of rows are checked while a service runs."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from kit.database.db import Database
from kit.messaging import tables
from kit.testing import fresh_database
from kit.web.gauges import Gauges
from kit.web.invariants.checks import (
    MOST_FINDINGS,
    Invariant,
    check_sweep,
    metadata,
    runs,
    store_parked,
)
from prometheus_client import CollectorRegistry
from sqlalchemy import select, text, update

EVEN = Invariant("even", "SELECT n::text AS id, 'odd' AS detail FROM numbers WHERE n % 2 = 1")
FAULTY = Invariant("faulty", "SELECT id, detail FROM nowhere")


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "invariants") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
            await connection.run_sync(tables.metadata.create_all)
            await connection.execute(text("CREATE TABLE numbers (n int)"))
        yield database
        await database.close()


async def execute(database: Database, statement: str) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(text(statement))


async def check(database: Database, *invariants: Invariant) -> list[int]:
    """Run the sweep until nothing is due, and return the count of each call."""
    sweep = check_sweep(invariants)
    done: list[int] = []
    while not done or done[-1]:
        async with database.transaction() as session:
            done.append(await sweep.run(session))
    return done


async def found(database: Database) -> dict[str, Any]:
    async with database.transaction() as session:
        return {row.name: row for row in await session.execute(select(runs))}


async def is_due(database: Database) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(
            update(runs).values(checked_at=runs.c.checked_at - text("interval '61 seconds'"))
        )


class TestSweep:
    async def test_a_row_that_breaks_a_rule_is_found_within_one_run(
        self, database: Database
    ) -> None:
        await check(database, EVEN)
        assert (await found(database))["even"].found == 0
        await execute(database, "INSERT INTO numbers VALUES (2), (7)")
        await is_due(database)
        await check(database, EVEN)
        run = (await found(database))["even"]
        assert (run.found, run.findings) == (1, [{"id": "7", "detail": "odd"}])

    async def test_of_many_rows_the_first_are_kept_and_all_are_counted(
        self, database: Database
    ) -> None:
        await execute(
            database, "INSERT INTO numbers SELECT 2 * n + 1 FROM generate_series(0, 99) n"
        )
        await check(database, EVEN)
        run = (await found(database))["even"]
        assert (run.found, len(run.findings)) == (100, MOST_FINDINGS)

    async def test_each_is_checked_once_a_minute_by_whichever_copy_comes_first(
        self, database: Database
    ) -> None:
        assert sum(await check(database, EVEN)) == 2, "its own, and that of the outbox"
        assert sum(await check(database, EVEN)) == 0
        await is_due(database)
        counts = await asyncio.gather(*(check(database, EVEN) for _ in range(3)))
        assert sum(sum(each) for each in counts) == 2

    async def test_one_that_cannot_be_checked_says_so_and_stops_no_other(
        self, database: Database
    ) -> None:
        await check(database, FAULTY, EVEN)
        rows = await found(database)
        assert rows["faulty"].found is None
        assert rows["faulty"].checked_at is not None
        assert rows["even"].found == 0

    async def test_an_event_that_waits_for_more_than_a_minute_breaks_one_of_every_service(
        self, database: Database
    ) -> None:
        await execute(
            database,
            "INSERT INTO outbox (id, type, subject, mandatory, body, created_at) VALUES"
            " (gen_random_uuid(), 'a.b.c', 's', true, '{}', now() - interval '2 minutes'),"
            " (gen_random_uuid(), 'a.b.c', 's', true, '{}', now())",
        )
        await check(database)
        assert (await found(database))["outbox_published"].found == 1

    async def test_while_others_go_out_only_a_refused_event_breaks_it(
        self, database: Database
    ) -> None:
        await execute(
            database,
            "INSERT INTO outbox"
            " (id, type, subject, mandatory, body, created_at, last_error, published_at)"
            " SELECT gen_random_uuid(), 'a.b.c', 's', true, '{}', now() - interval '2 minutes',"
            " error, sent FROM (VALUES (null, null), (null, now()), ('refused', null))"
            " AS rows (error, sent)",
        )
        await check(database)
        assert (await found(database))["outbox_published"].found == 1


async def test_metrics_show_what_each_run_found(database: Database) -> None:
    await execute(database, "INSERT INTO numbers VALUES (7)")
    await check(database, EVEN, FAULTY)
    async with database.transaction() as session:
        await store_parked(session, "demo.dead", 3)
    registry = CollectorRegistry()
    await Gauges(database, [], registry).look()
    shown = {
        name: registry.get_sample_value("itqan_invariant_broken", {"invariant": name})
        for name in ("even", "faulty", "outbox_published", "no_parked_messages")
    }
    assert shown == {
        "even": 1,
        "faulty": -1,
        "outbox_published": 0,
        "no_parked_messages": 3,
    }
    age = registry.get_sample_value("itqan_invariant_checked_seconds", {"invariant": "even"})
    assert age is not None
    assert 0 <= age < 60
