"""Decisions of before get the working days that they took."""

from collections.abc import AsyncIterator
from datetime import datetime
from uuid import UUID

import pytest
from approvals.main import app
from kit.database.db import Database, new_id
from kit.domain.timezone import RIYADH
from kit.testing import fresh_database, migrate_to
from sqlalchemy import text

BEFORE, AFTER = "a4c1f0be7d52", "c7d25e9f1b48"


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    """As it was before."""
    async with fresh_database(postgres_url, "approvals_times") as url:
        database = Database(url)
        await migrate_to(app, database, BEFORE)
        yield database
        await database.close()


async def run(database: Database, statement: str, **values: object) -> list[tuple[object, ...]]:
    async with database.engine.begin() as connection:
        result = await connection.execute(text(statement), values)
        return [tuple(row) for row in result] if result.returns_rows else []


def on(day: int, hour: int = 9) -> datetime:
    """A moment of November 2026, whose first day is a Sunday."""
    return datetime(2026, 11, day, hour, tzinfo=RIYADH)


async def add_request(
    database: Database, submitted: datetime, *decided: datetime, target: int | None = 3
) -> UUID:
    """A request with one decision at each level, or without a level and target; its id."""
    request = new_id()
    await run(
        database,
        "INSERT INTO requests (id, content_type, content_id, submission, name_en, name_ar,"
        " submitted_by, submitted_at, status, step)"
        " VALUES (:id, 'staff', :id, 1, '', '', :id, :at, 'approved', :step)",
        id=request,
        at=submitted,
        step=len(decided) if target else 0,
    )
    for number, moment in enumerate(decided, start=1):
        step = number if target else 0
        if target:
            await run(
                database,
                "INSERT INTO steps (request_id, position, name_en, name_ar, rule, target_days)"
                " VALUES (:id, :step, '', '', 'any', :target)",
                id=request,
                step=step,
                target=target,
            )
        await run(
            database,
            "INSERT INTO decisions (id, request_id, step, user_id, approver_id, verdict,"
            " created_at) VALUES (:own, :id, :step, :id, :id, 'approved', :at)",
            own=new_id(),
            id=request,
            step=step,
            at=moment,
        )
    return request


async def test_old_decisions_are_counted_from_where_their_step_began(database: Database) -> None:
    two_levels = await add_request(database, on(1), on(4), on(10))
    # Due on Thursday, decided on Friday, which is no working day.
    weekend = await add_request(database, on(3, 0), on(6), target=2)
    no_level = await add_request(database, on(1), on(30), target=None)
    await migrate_to(app, database, AFTER)
    taken = "SELECT working_days, overdue FROM decisions WHERE request_id = :id ORDER BY created_at"
    assert await run(database, taken, id=two_levels) == [(3, False), (4, True)]
    assert await run(database, taken, id=weekend) == [(2, True)]
    assert await run(database, taken, id=no_level) == [(21, False)]
    await migrate_to(app, database, BEFORE, "downgrade")
