"""Database metrics: scrapes never wait for the database."""

import asyncio
import time
from math import isnan
from pathlib import Path

import pytest
from kit.database.db import Database
from kit.testing import eventually, fresh_database
from kit.web.gauges import Gauges, Measure
from kit.web.invariants import checks
from prometheus_client import CollectorRegistry, generate_latest

from deploy.local import ports
from deploy.local.backups import _record_time
from deploy.local.places import reached

COUNT = Measure("itqan_tables", "Tables", "SELECT count(*) FROM pg_tables")


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


async def test_the_last_numbers_stay_while_the_database_is_away(
    postgres_url: str, registry: CollectorRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.web.gauges.OUTBOX", ())
    async with fresh_database(postgres_url, "gauges") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(checks.metadata.create_all)
        gauges = Gauges(database, [COUNT], registry)
        await gauges.look()
        before = registry.get_sample_value("itqan_tables")
        assert before
        assert registry.get_sample_value("itqan_database_reached") == 1
        await database.close()
    # The database is gone.
    await gauges.look()
    assert registry.get_sample_value("itqan_tables") == before
    assert registry.get_sample_value("itqan_database_reached") == 0


async def test_a_database_that_never_answers_does_not_end_the_looking(
    registry: CollectorRegistry,
) -> None:
    database = Database(f"postgresql://nobody@127.0.0.1:{ports.choose()}/none")
    gauges = Gauges(database, [], registry)
    async with gauges.looking():
        await asyncio.sleep(0)
        assert b"itqan_database_reached 0.0" in generate_latest(registry)


async def test_a_loop_that_stands_still_is_late(
    registry: CollectorRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(by: str) -> float:
        return registry.get_sample_value("itqan_event_loop_late_seconds_bucket", {"le": by}) or 0

    monkeypatch.setattr("kit.web.gauges._NAP", 0.01)
    gauges = Gauges(Database(f"postgresql://nobody@127.0.0.1:{ports.choose()}/none"), [], registry)
    async with gauges.looking():
        await eventually(lambda: late("+Inf") >= 2)
        before = late("+Inf") - late("0.1")
        time.sleep(0.3)  # noqa: ASYNC251  the event loop is to stand still
        await eventually(lambda: late("+Inf") - late("0.1") > before)


async def test_connections_and_memory_are_shown(
    postgres_url: str, registry: CollectorRegistry
) -> None:
    def shown(name: str, **labels: str) -> float:
        return registry.get_sample_value(name, labels) or 0

    async with fresh_database(postgres_url, "gauges") as url:
        database = Database(url, pool_size=15)
        Gauges(database, [], registry)
        async with database.raw_transaction(), database.engine.connect():
            assert shown("itqan_database_connections_in_use", pool="requests") == 1
            assert shown("itqan_database_connections_in_use", pool="raw") == 1
        assert shown("itqan_database_connections_in_use", pool="raw") == 0
        assert shown("itqan_database_connections_limit", pool="requests") == 7
        assert shown("itqan_database_connections_limit", pool="raw") == 3
        assert shown("process_resident_memory_bytes") > 10e6
        assert shown("process_cpu_seconds_total") > 0
        await database.close()


async def test_the_age_of_the_backup_is_what_the_database_says(
    postgres_url: str, registry: CollectorRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.web.gauges.OUTBOX", ())
    async with fresh_database(postgres_url, "gauges") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(checks.metadata.create_all)
        gauges = Gauges(database, [], registry)

        async def find_age() -> float:
            await gauges.look()
            assert registry.get_sample_value("itqan_database_reached") == 1
            return registry.get_sample_value("itqan_backup_age_seconds") or 0

        assert isnan(await find_age())
        place = reached("payments", url, "", {})
        _record_time([place])
        assert 0 < await find_age() < 60
        assert registry.get_sample_value("itqan_wal_archive_failing_seconds") == 0
        await database.close()


async def test_the_free_share_of_the_disk_is_shown_before_its_folder_is_made(
    registry: CollectorRegistry, tmp_path: Path
) -> None:
    database = Database(f"postgresql://nobody@127.0.0.1:{ports.choose()}/none")
    Gauges(database, [], registry, tmp_path / "not" / "yet")
    free = registry.get_sample_value("itqan_disk_free_ratio")
    assert free
    assert 0 < free < 1
