"""Roles of users become roles of their profiles, and back."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from identity.main import app
from kit.database.db import Database, new_id
from kit.testing import fresh_database, migrate_to
from sqlalchemy import text

BEFORE = "e27b5d90c41a"


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    """As it was before."""
    async with fresh_database(postgres_url, "identity_profile_roles") as url:
        database = Database(url)
        await migrate_to(app, database, BEFORE)
        yield database
        await database.close()


async def run(database: Database, statement: str, **values: object) -> list[tuple[object, ...]]:
    async with database.engine.begin() as connection:
        result = await connection.execute(text(statement), values)
        return [tuple(row) for row in result] if result.returns_rows else []


async def add_user(database: Database, role: UUID, *types: str) -> list[UUID]:
    """A user with a role and profiles of the types, the oldest first; their ids."""
    user, profiles = new_id(), [new_id() for _ in types]
    await run(
        database,
        "INSERT INTO users (id, username, email, phone, password_hash, name_en, name_ar, locale,"
        " active, decoy, principal_version)"
        " VALUES (:id, :name, :name, '', '', '', '', 'en', true, false, 1)",
        id=user,
        name=user.hex[-12:],
    )
    for age, (profile, type_) in enumerate(zip(profiles, types, strict=True)):
        await run(
            database,
            "INSERT INTO profiles (id, user_id, type, approval_status, submission, paid, version,"
            " created_at) VALUES (:id, :user, :type, 'approved', 0, true, 1,"
            " timestamptz '2026-01-01' + :age * interval '1 day')",
            id=profile,
            user=user,
            type=type_,
            age=age,
        )
    await run(database, "INSERT INTO user_roles VALUES (:user, :role)", user=user, role=role)
    return profiles


async def test_admins_and_staff_keep_roles_in_these_profiles(database: Database) -> None:
    role = new_id()
    await run(
        database,
        "INSERT INTO roles (id, slug, name_en, name_ar, system) VALUES (:id, 'r', '', '', false)",
        id=role,
    )
    candidate, admin, staff = await add_user(database, role, "candidate", "admin", "staff")
    oldest, newer = await add_user(database, role, "candidate", "trainer")
    await migrate_to(app, database, "head")
    held = {row[0] for row in await run(database, "SELECT profile_id FROM profile_roles")}
    assert held == {admin, staff, oldest}
    assert not held & {candidate, newer}
    await migrate_to(app, database, BEFORE, "downgrade")
    assert await run(database, "SELECT count(*) FROM user_roles") == [(2,)]
