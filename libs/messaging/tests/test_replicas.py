"""Replicas follow their source in any order of events."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from kit.database.db import Database, new_id
from kit.messaging.replicas import Replica, compute_version, upsert, upsert_all
from kit.testing import fresh_database
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    pass


class Batch(Base, Replica, table=True):
    """A copy with a column that its source does not publish."""

    id: UUID = Field(primary_key=True)
    source: str
    title: str
    seen: int = 0


KEY = new_id()


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "replicas") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        yield database
        await database.close()


async def take_over(database: Database, title: str, version: int, source: str = "a") -> bool:
    async with database.transaction() as session:
        other_source = col(Batch.source) != source
        values = {"title": title, "source": source}
        return await upsert(session, Batch, KEY, values, version, unless=other_source)


async def row(database: Database) -> Batch:
    async with database.transaction() as session:
        found = await session.get(Batch, KEY)
        assert found
        return found


class TestUpsert:
    async def test_only_what_is_newer_is_taken_over(self, database: Database) -> None:
        published = [("first", 1), ("third", 3), ("second", 2), ("third again", 3), ("fourth", 4)]
        newer = [await take_over(database, title, version) for title, version in published]
        assert newer == [True, True, False, False, True]
        found = await row(database)
        assert (found.title, found.source_version) == ("fourth", 4)

    async def test_the_newest_of_many_at_once_stays(self, database: Database) -> None:
        versions = [5, 2, 9, 1, 8, 3, 7, 4]
        await asyncio.gather(*(take_over(database, str(each), each) for each in versions))
        assert (await row(database)).title == "9"

    async def test_what_the_source_does_not_publish_stays(self, database: Database) -> None:
        await take_over(database, "first", 1)
        async with database.transaction() as session:
            batch = await session.get(Batch, KEY)
            assert batch
            batch.seen = 7
        await take_over(database, "second", 2)
        assert (await row(database)).seen == 7

    async def test_another_source_begins_anew(self, database: Database) -> None:
        assert await take_over(database, "old", 8)
        assert await take_over(database, "new", 1, source="b")
        assert not await take_over(database, "new again", 1, source="b")
        assert (await row(database)).title == "new"

    async def test_without_other_sources_versions_alone_count(self, database: Database) -> None:
        async with database.transaction() as session:
            values = {"title": "one", "source": "a"}
            assert await upsert(session, Batch, KEY, values, 2)
            assert not await upsert(session, Batch, KEY, values | {"source": "b"}, 1)


def test_the_versions_of_times_are_in_their_order() -> None:
    time = datetime(2026, 11, 22, 8, 30, 0, 1, tzinfo=UTC)
    assert compute_version(time + timedelta(microseconds=1)) - compute_version(time) == 1
    elsewhere = time.astimezone(tz=None)
    assert compute_version(elsewhere) == compute_version(time)


class TestUpsertAll:
    async def test_of_each_row_the_newest_state_counts(self, database: Database) -> None:
        keys = [new_id() for _ in range(3)]
        known, twice, new = keys

        async def take_over_all(*states: tuple[UUID, str, int]) -> None:
            async with database.transaction() as session:
                rows = [(key, {"title": title, "source": "a"}, seq) for key, title, seq in states]
                await upsert_all(session, Batch, rows)

        await take_over_all()
        await take_over_all((known, "known", 5), (twice, "first", 1))
        await take_over_all((known, "old", 4), (twice, "third", 3), (twice, "second", 2))
        await take_over_all((new, "new", 1), (twice, "third again", 3))
        async with database.transaction() as session:
            found = [await session.get_one(Batch, key) for key in keys]
            assert [(row.title, row.source_version) for row in found] == [
                ("known", 5),
                ("third", 3),
                ("new", 1),
            ]
