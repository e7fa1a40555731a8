"""Public answers as one statement whose result is the JSON: nothing validates or serializes it
again. The names of its columns are those of the schemas' fields.

A statement is put together once and executed with values: SQLAlchemy remembers by the object how
it is compiled, and a new one would cost more than PostgreSQL's answer.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from kit.cache import Renewable
from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import PageMeta
from sqlalchemy import (
    JSON,
    ColumnElement,
    Select,
    Text,
    cast,
    func,
    literal_column,
    select,
)

Values = Mapping[str, Any]
"""What a statement is executed with, by the names of its parameters."""


class JsonBytes(Renewable):
    """An answer whose JSON is ready."""

    media_type = "application/json"


def json_object(columns: Iterable[Any]) -> ColumnElement[Any]:
    """A JSON object of columns by their names."""
    # As parameters, the names would be encoded and sent with each request.
    pairs = [part for column in columns for part in (_constant(column.key), column)]
    return func.json_build_object(*pairs, type_=JSON)


def json_row(statement: Select[*tuple[Any, ...]]) -> Select[str]:
    """The rows of a statement as JSON objects."""
    row = statement.subquery("row")
    return select(cast(func.row_to_json(row.table_valued()), Text))


def json_opened(columns: Iterable[Any]) -> ColumnElement[str]:
    """A JSON object of columns by their names, without its last brace: more comes behind it."""
    return func.left(cast(json_object(columns), Text), -1)


async def fetch_json(session: AsyncSession, statement: Select[str], values: Values) -> bytes:
    """The one row of a statement made by `json_row`.

    Raises `NotFound`.
    """
    found = await session.scalar(statement, values)
    if found is None:
        raise NotFound
    return found.encode()


def json_page(rows: Iterable[str], meta: PageMeta) -> bytes:
    """The JSON of a `kit.pages.Page` of rows that are JSON."""
    return f'{{"data": [{", ".join(rows)}], "meta": {meta.model_dump_json()}}}'.encode()


def _constant(name: str) -> ColumnElement[str]:
    return literal_column(f"'{name}'", Text)
