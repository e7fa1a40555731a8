"""Profiles hold what lists ask of their users, those of before as well as those that code of before
adds meanwhile."""

from collections.abc import AsyncIterator

import pytest
from identity.main import app
from kit.database.db import Database
from kit.testing import fresh_database, migrate_to
from sqlalchemy import text

BEFORE, COPIED, FILLED = "d84f1b6c92e5", "5b0e93d7c164", "e17c4a80f2d9"
USER = """
    INSERT INTO users (id, username, email, phone, password_hash, name_en, name_ar, locale, active,
      principal_version, created_at, decoy)
    VALUES (gen_random_uuid(), '{name}', '', '', '', '{name}', '', 'ar', true, 1,
      '2026-01-0{day}T00:00Z', {decoy})
"""
PROFILE = """
    INSERT INTO profiles (id, user_id, type, approval_status, submission, paid, version, created_at)
    SELECT gen_random_uuid(), id, 'candidate', 'approved', 0, true, 1, now() FROM users
    WHERE username = '{name}'
"""
COPIES = """
    SELECT username, listed_at = users.created_at, profiles.search = users.search
    FROM profiles JOIN users ON users.id = user_id ORDER BY username
"""


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    """As it was before."""
    async with fresh_database(postgres_url, "identity_listed_profiles") as url:
        database = Database(url)
        await migrate_to(app, database, BEFORE)
        yield database
        await database.close()


async def add(database: Database, name: str, day: int, decoy: str = "false") -> None:
    async with database.engine.begin() as connection:
        for statement in (USER, PROFILE):
            await connection.execute(text(statement.format(name=name, day=day, decoy=decoy)))


async def test_each_profile_has_what_its_user_has(database: Database) -> None:
    await add(database, "before", 1)
    await add(database, "decoy", 2, "true")
    await migrate_to(app, database, COPIED)
    await add(database, "meanwhile", 3)
    async with database.engine.begin() as connection:
        found = (await connection.execute(text(COPIES))).all()
        assert found == [("before", None, None), ("decoy", None, None), ("meanwhile", True, True)]
        await connection.execute(
            text("UPDATE users SET name_en = 'other' WHERE username = 'meanwhile'")
        )
    await migrate_to(app, database, FILLED)
    async with database.engine.begin() as connection:
        found = (await connection.execute(text(COPIES))).all()
        assert found == [("before", True, True), ("decoy", None, True), ("meanwhile", True, True)]
        await connection.execute(text("UPDATE users SET decoy = false, name_en = 'another'"))
        found = (await connection.execute(text(COPIES))).all()
        assert found == [(name, True, True) for name in ("before", "decoy", "meanwhile")]
    await migrate_to(app, database, "head")
    await migrate_to(app, database, BEFORE, "downgrade")
    await add(database, "after", 4)
