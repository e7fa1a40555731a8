"""Amounts of before keep their values while their columns get eight bytes."""

from collections.abc import AsyncIterator

import pytest
from enrollment.main import app
from kit.database.db import Database, new_id
from kit.testing import fresh_database, migrate_to
from sqlalchemy import text

BEFORE, ADDED, FILLED, SWAPPED = "5d27b0e8c914", "b7f3a92c6e10", "c81d4e07f2b9", "d94a6b13c7e5"
INSERT = """
    INSERT INTO charges (id, enrollment_id, reference, status, amount_minor, refunded_minor,
        currency, source_version) VALUES (:id, :id, '', 'open', :amount, 0, 'SAR', 1)
"""
AMOUNTS = "SELECT amount_minor::bigint FROM charges ORDER BY 1"


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "enrollment_wide_money") as url:
        database = Database(url)
        await migrate_to(app, database, BEFORE)
        yield database
        await database.close()


async def insert(database: Database, amount: int) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(text(INSERT), {"id": new_id(), "amount": amount})


async def list_amounts(database: Database) -> list[int]:
    async with database.engine.connect() as connection:
        return list(await connection.scalars(text(AMOUNTS)))


async def test_amounts_are_kept_and_may_exceed_four_bytes(database: Database) -> None:
    await insert(database, 1)
    await migrate_to(app, database, ADDED)
    # As a copy of before writes meanwhile.
    await insert(database, 2)
    await migrate_to(app, database, FILLED)
    await insert(database, 3)
    await migrate_to(app, database, SWAPPED)
    assert await list_amounts(database) == [1, 2, 3]
    await migrate_to(app, database, BEFORE, "downgrade")
    assert await list_amounts(database) == [1, 2, 3]
    await migrate_to(app, database, SWAPPED)
    # Statements that were prepared for four bytes refuse more.
    await database.engine.dispose()
    await insert(database, 10**12)
    assert await list_amounts(database) == [1, 2, 3, 10**12]
