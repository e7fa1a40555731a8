"""Names of before are found by letters of Urdu keyboards, and by their Arabic counterparts."""

from collections.abc import AsyncIterator

import pytest
from identity.main import app
from kit.database.db import Database
from kit.database.search import contains_words
from kit.testing import fresh_database, migrate_to
from sqlalchemy import column, select, table, text

BEFORE = "5d0c7e91b3a8"
URDU = "ےۓہۂھۃەۀ"


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    """With a profile and the folding of before."""
    async with fresh_database(postgres_url, "identity_urdu_letters") as url:
        database = Database(url)
        await migrate_to(app, database, BEFORE)
        async with database.engine.begin() as connection:
            function = "SELECT pg_get_functiondef('search_fold'::regproc)"
            fold: str = (await connection.execute(text(function))).scalar_one()
            assert URDU in fold
            before = fold.replace(URDU, "").replace("'يي'::text) || 'هههههه'", "''::text) || ''")
            await connection.exec_driver_sql(before)
            await connection.execute(
                text(
                    "INSERT INTO users (id, username, email, phone, password_hash, name_en,"
                    " name_ar, locale, active, principal_version, decoy) VALUES"
                    " (gen_random_uuid(), 'huda', '', '', '', '', 'ہدیٰ علی بے', 'ar', true, 1,"
                    " false)"
                )
            )
            await connection.execute(
                text(
                    "INSERT INTO profiles (id, user_id, type, approval_status, submission, paid,"
                    " version) SELECT gen_random_uuid(), id, 'candidate', 'approved', 0, true, 1"
                    " FROM users"
                )
            )
        yield database
        await database.close()


async def count_found(database: Database, words: str) -> list[int]:
    """How many users and profiles are found."""
    counts = []
    async with database.engine.begin() as connection:
        for name in ("users", "profiles"):
            rows = select(text("1")).select_from(table(name))
            found = await connection.execute(rows.where(contains_words(words, column("search"))))
            counts.append(len(found.all()))
    return counts


async def test_names_of_before_are_found_either_way(database: Database) -> None:
    assert await count_found(database, "هدى بي") == [0, 0]
    await migrate_to(app, database, "head")
    for words in ("هدى بي", "ہدی بے", "علي", "علی"):
        assert await count_found(database, words) == [1, 1], words
