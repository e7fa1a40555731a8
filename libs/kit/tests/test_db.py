"""The database: what the services build on beside its sessions."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from kit.db import Database, advisory_lock
from kit.testing import eventually, fresh_database

# Of this database: other tests may run on the same server.
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


class TestAdvisoryLock:
    async def test_one_transaction_at_a_time_holds_a_name(self, database: Database) -> None:
        turns: list[str] = []

        async def take_turn(name: str) -> None:
            async with database.transaction() as session:
                await advisory_lock(session, name)
                turns.append(name)

        async def one_waits() -> bool:
            async with database.engine.connect() as connection:
                return (await connection.execute(WAITING)).scalar_one() == 1

        async with database.transaction() as session:
            await advisory_lock(session, "fees")
            second = asyncio.create_task(take_turn("fees"))
            await eventually(one_waits)
            await take_turn("mails")
            assert turns == ["mails"]
        await second
        assert turns == ["mails", "fees"]
