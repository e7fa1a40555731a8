"""Columns that hold enums."""

from collections.abc import AsyncIterator
from enum import StrEnum

import pytest
from contracts.values import is_known, parse_member
from kit.database.db import Database
from kit.database.tables import OpenEnum
from kit.testing import fresh_database
from sqlalchemy import select
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    pass


class State(StrEnum):
    """States of another service's thing."""

    OPEN = "open"
    CLOSED = "closed"


class Copy(Base, table=True):
    """A copy of the thing."""

    id: int = Field(primary_key=True)
    state: State | None = Field(sa_type=OpenEnum(State))


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "tables") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        yield database
        await database.close()


async def test_a_copy_keeps_values_that_it_does_not_know(database: Database) -> None:
    newer = parse_member(State, "postponed")
    async with database.transaction() as session:
        session.add_all(
            [Copy(id=1, state=State.OPEN), Copy(id=2, state=newer), Copy(id=3, state=None)]
        )
    async with database.transaction() as session:
        rows = (await session.scalars(select(Copy).order_by(col(Copy.id)))).all()
        known, unknown, none = (row.state for row in rows)
        assert known is State.OPEN and none is None
        assert unknown == newer and not is_known(newer)
        found = select(col(Copy.id)).where(col(Copy.state) == newer)
        assert (await session.scalars(found)).all() == [2]
