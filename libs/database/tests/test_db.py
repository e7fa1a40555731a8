import asyncio
from collections.abc import AsyncIterator
from importlib import import_module
from operator import eq

import asyncpg
import pytest
import sqlalchemy as sa
from kit.core.config import Environment, KitSettings, Role
from kit.database.db import (
    SHARE,
    Database,
    Share,
    advisory_lock,
    claim,
    copy,
    insert_many,
    lock,
    lock_all,
    now,
)
from kit.testing import ServiceUnderTest, eventually, fresh_database, running
from kit.web import migrations
from kit.web.app import Service
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col

from deploy.local import plan

# Limited to this database, since other tests may use the same server.
WAITING = sa.text("""
    SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
""")


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "locks") as url:
        database = Database(url)
        yield database
        await database.close()


class TestConnections:
    """Maximum connections of a process, and their start-up parameters."""

    @pytest.fixture
    async def service(self, postgres_url: str) -> AsyncIterator[ServiceUnderTest]:
        async with fresh_database(postgres_url, "connections") as url:
            settings = KitSettings(env=Environment.TEST, database_url=url)
            declaration = Service(
                name="kit", settings=KitSettings, metadata=sa.MetaData(), routers=[]
            )
            async with running(declaration, settings) as under_test:
                yield under_test

    async def test_are_no_more_than_planned_under_load(self, service: ServiceUnderTest) -> None:
        database, planned = service.database, service.settings.database_connections
        beside = [await database.connect(each) for each in ("relay", "ping")]
        going_on = asyncio.Event()

        async def orm(share: Share) -> None:
            SHARE.set(share)
            async with database.transaction() as session:
                await session.execute(sa.text("SELECT 1"))
                await going_on.wait()

        async def raw() -> None:
            async with database.raw_transaction() as connection:
                await connection.execute("SELECT 1")
                await going_on.wait()

        waiting = [asyncio.create_task(raw()) for _ in range(40)]
        waiting += [asyncio.create_task(orm(share)) for share in Share for _ in range(40)]
        watcher = await asyncpg.connect(database.url)
        opened = (
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

        async def all_are_open() -> bool:
            return int(await watcher.fetchval(opened)) >= planned

        await eventually(all_are_open)
        going_on.set()
        await asyncio.gather(*waiting)
        assert await watcher.fetchval(opened) == planned
        await watcher.close()
        for each in beside:
            await each.close()

    async def test_of_one_share_do_not_keep_others_waiting(self, service: ServiceUnderTest) -> None:
        database, going_on = service.database, asyncio.Event()
        others = (Share.CONSUMERS, Share.BACKGROUND)

        async def use(share: Share) -> None:
            SHARE.set(share)
            async with database.transaction() as session:
                await session.execute(sa.text("SELECT 1"))
                await going_on.wait()

        tasks = [asyncio.create_task(use(share)) for share in others for _ in range(20)]
        try:
            await eventually(lambda: all(eq(*database.usage()[each]) for each in others))
            async with asyncio.timeout(1), database.transaction() as session:
                assert await session.scalar(sa.text("SELECT 1")) == 1
        finally:
            going_on.set()
            await asyncio.gather(*tasks)

    @pytest.mark.parametrize("role", Role)
    @pytest.mark.parametrize("total", [8, 16, 100])
    def test_are_divided_by_the_role(self, role: Role, total: int) -> None:
        database = Database("postgresql://localhost/none", pool_size=total - 1, role=role)
        sizes = [size for _, size in database.usage().values()]
        assert min(sizes) >= 1
        assert sum(sizes) == total - 2, "the relay and the ping have one each"

    async def test_the_server_has_room_for_them(self, service: ServiceUnderTest) -> None:
        assert service.settings.database_connections == plan.CONNECTIONS_PER_PROCESS

    async def test_ask_for_nothing_that_a_pooler_refuses(self, service: ServiceUnderTest) -> None:
        """PgBouncer takes these for each client, and no others."""
        tracked = {"application_name", "client_encoding", "datestyle", "timezone"}
        asked = sa.text("SELECT lower(name) FROM pg_settings WHERE source = 'client'")
        async with service.database.transaction() as session:
            assert set((await session.scalars(asked)).all()) <= tracked
        async with service.database.raw_transaction() as connection:
            assert {row[0] for row in await connection.fetch(asked.text)} <= tracked
        beside = await service.database.connect("relay")
        assert {row[0] for row in await beside.fetch(asked.text)} <= tracked
        await beside.close()

    async def test_leave_nothing_prepared_where_that_is_off(self, postgres_url: str) -> None:
        kept = "SELECT count(*) FROM pg_prepared_statements"
        async with fresh_database(postgres_url, "unprepared") as url:
            for prepared in (True, False):
                database = Database(url, pool_size=1, prepared=prepared)
                for _ in range(2):
                    async with database.transaction() as session:
                        found = await session.scalar(sa.text(kept))
                    async with database.raw_transaction() as connection:
                        raw = await connection.fetchval(kept)
                assert (found > 0, raw > 0) == (prepared, prepared)
                await database.close()

    async def test_a_statement_without_a_name_is_run_where_it_was_made(
        self, postgres_url: str
    ) -> None:
        """Made and run are two steps, between which a pooler changes the connection."""
        async with fresh_database(postgres_url, "unprepared") as url:
            database = Database(url, pool_size=1, prepared=False)
            async with database.raw_connection() as connection:
                assert connection.is_in_transaction()
            await database.close()


class TestMigrations:
    async def test_wait_for_one_another_and_not_for_ever(
        self, postgres_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        approvals: Service = import_module("approvals.main").app
        monkeypatch.setattr(migrations, "MIGRATION_LOCK_TIMEOUT", "100ms")
        async with fresh_database(postgres_url, "migrated") as url:
            other = await asyncpg.connect(url)
            async with other.transaction():
                await other.execute(f"SELECT pg_advisory_xact_lock({migrations.MIGRATION_LOCK})")
                with pytest.raises(DBAPIError, match="lock timeout"):
                    await asyncio.to_thread(migrations.migrate, approvals, url)
            await asyncio.to_thread(migrations.migrate, approvals, url)
            assert await other.fetchval("SELECT count(*) FROM alembic_version") == 1
            await other.close()


class TestAdvisoryLock:
    async def test_one_transaction_at_a_time_holds_a_name(self, database: Database) -> None:
        turns: list[str] = []

        async def take_turn(name: str) -> None:
            async with database.transaction() as session:
                await advisory_lock(session, name)
                turns.append(name)

        async def one_waits() -> bool:
            async with database.engine.connect() as connection:
                return int((await connection.execute(WAITING)).scalar_one()) == 1

        async with database.transaction() as session:
            await advisory_lock(session, "fees")
            second = asyncio.create_task(take_turn("fees"))
            await eventually(one_waits)
            await take_turn("mails")
            assert turns == ["mails"]
        await second
        assert turns == ["mails", "fees"]


class Base(SQLModel, registry=registry()):
    pass


class Counter(Base, table=True):
    """A number that several change."""

    id: int = Field(primary_key=True)
    number: int = 0


class TestLocks:
    @pytest.fixture
    async def database(self, database: Database) -> Database:
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        async with database.transaction() as session:
            session.add_all([Counter(id=1), Counter(id=2), Counter(id=3)])
        return database

    async def test_a_locked_row_is_as_the_last_one_left_it(self, database: Database) -> None:
        async with database.transaction() as session:
            known = await session.get(Counter, 1)
            async with database.transaction() as other:
                await other.execute(sa.update(Counter).values(number=5))
            locked = await lock(session, Counter, col(Counter.id) == 1)
            assert locked and locked is known and locked.number == 5

    async def test_one_transaction_at_a_time_holds_a_row(self, database: Database) -> None:
        async def add_one() -> None:
            async with database.transaction() as session:
                counter = await lock(session, Counter, col(Counter.id) == 1)
                assert counter
                counter.number += 1

        await asyncio.gather(*(add_one() for _ in range(8)))
        async with database.transaction() as session:
            counter = await session.get(Counter, 1)
            assert counter and counter.number == 8

    async def test_none_is_locked_where_none_is(self, database: Database) -> None:
        async with database.transaction() as session:
            assert await lock(session, Counter, col(Counter.id) == 4) is None

    async def test_those_who_share_do_not_wait_for_one_another(self, database: Database) -> None:
        async with database.transaction() as one, database.transaction() as other:
            for session in (one, other):
                assert await lock(session, Counter, col(Counter.id) == 1, share=True)
            await other.execute(sa.text("SET LOCAL lock_timeout = '50ms'"))
            with pytest.raises(DBAPIError, match="lock timeout"):
                await lock(other, Counter, col(Counter.id) == 1)
            await other.rollback()

    async def test_several_are_locked_in_their_order_and_as_they_are(
        self, database: Database
    ) -> None:
        async with database.transaction() as session:
            known = await session.get(Counter, 2)
            assert known
            async with database.transaction() as other:
                await other.execute(sa.update(Counter).values(number=5))
            rows = await lock_all(
                session, Counter, col(Counter.id) < 3, order_by=[col(Counter.id).desc()]
            )
            assert [(row.id, row.number) for row in rows] == [(2, 5), (1, 5)]
            assert rows[0] is known

    async def test_what_one_has_claimed_another_passes_over(self, database: Database) -> None:
        async with database.transaction() as one, database.transaction() as other:
            first = await claim(one, Counter, order_by=[col(Counter.id)], limit=2)
            second = await claim(other, Counter, order_by=[col(Counter.id)], limit=2)
            assert [row.id for row in first] == [1, 2]
            assert [row.id for row in second] == [3]


class TestCopy:
    async def test_rows_are_stored_with_the_transaction(self, database: Database) -> None:
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        records = [(number, number * 10) for number in range(3)]
        with pytest.raises(ZeroDivisionError):
            async with database.transaction() as session:
                await copy(session, Counter, ("id", "number"), records)
                raise ZeroDivisionError
        async with database.transaction() as session:
            await copy(session, Counter, ("id", "number"), records[:2])
            await copy(session, Counter, ("id", "number"), records[2:])
        async with database.transaction() as session:
            found = await session.scalars(sa.select(Counter).order_by(col(Counter.id)))
            assert [(each.id, each.number) for each in found] == records

    async def test_columns_that_no_row_names_get_what_the_model_gives(
        self, database: Database
    ) -> None:
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        async with database.transaction() as session:
            await insert_many(session, Counter, [])
            await insert_many(session, Counter, [{"id": 1}, {"id": 2}])
            await insert_many(session, Counter, [{"number": 7, "id": 3}])
        async with database.transaction() as session:
            found = await session.scalars(sa.select(Counter).order_by(col(Counter.id)))
            assert [(each.id, each.number) for each in found] == [(1, 0), (2, 0), (3, 7)]


async def test_now_is_when_the_transaction_began(database: Database) -> None:
    async with database.transaction() as session:
        began = await now(session)
        after = await session.scalar(sa.select(sa.func.clock_timestamp()))
        assert began == await now(session)
        assert began.tzinfo and after and began < after
        async with session.begin_nested():
            assert began == await now(session)
        await session.commit()
        assert began < after < await now(session)
