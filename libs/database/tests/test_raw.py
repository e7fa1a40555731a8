"""Statements that are compiled once."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import sqlalchemy as sa
from kit.database.db import Database
from kit.database.raw import compile_statement
from kit.testing import fresh_database


@pytest.fixture(name="database", scope="module")
async def database_fixture(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "raw") as url:
        database = Database(url)
        yield database
        await database.close()


NUMBER = sa.bindparam("number", type_=sa.Integer)


def test_what_has_a_value_is_part_of_the_text_and_the_rest_are_parameters() -> None:
    statement = sa.select(NUMBER + 1, sa.literal("it's"), sa.bindparam("name", type_=sa.Text))
    raw = compile_statement(statement.where(NUMBER.in_([1, 2])))
    assert "$1::INTEGER + 1" in raw.sql
    assert "'it''s'" in raw.sql
    assert "$1::INTEGER IN (1, 2)" in raw.sql
    assert raw.parameters == ("number", "name")


async def test_its_row_is_read_by_name(database: Database) -> None:
    later = sa.func.now() + NUMBER * timedelta(minutes=1) - sa.func.now()
    raw = compile_statement(sa.select(later.label("later"), sa.literal("50% :a $1").label("text")))
    async with database.raw_connection() as connection:
        row = await raw.fetch_row(connection, number=90)
    assert (row["later"], row["text"]) == (timedelta(hours=1.5), "50% :a $1")


async def test_without_a_row_it_gives_none(database: Database) -> None:
    async with database.raw_connection() as connection:
        assert await compile_statement(sa.select(1).where(sa.false())).fetch_row(connection) is None
