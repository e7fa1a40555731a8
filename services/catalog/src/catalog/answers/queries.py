"""Public answers as one statement whose result is the JSON: nothing validates or serializes it
again. The names of its columns are those of the schemas' fields.

A statement is put together once and executed with values: SQLAlchemy remembers by the object how
it is compiled, and a new one would cost more than PostgreSQL's answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import PageMeta
from sqlalchemy import (
    ARRAY,
    JSON,
    ColumnElement,
    Select,
    Text,
    Uuid,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)
from starlette.responses import Response

Values = Mapping[str, Any]
"""What a statement is executed with, by the names of its parameters."""


class JsonBytes(Response):
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


def json_rows(statement: Select[*tuple[Any, ...]], key: Any) -> Select[str]:
    """The rows of a statement by their keys and in the order of these, for `fetch_json_page`."""
    keys = bindparam("keys", type_=ARRAY(Uuid))
    asked = statement.where(key == func.any(keys)).order_by(func.array_position(keys, key))
    rows = asked.subquery("rows")
    all_rows = func.json_agg(func.row_to_json(rows.table_valued()))
    return select(cast(func.coalesce(all_rows, func.json_build_array()), Text))


async def fetch_json(session: AsyncSession, statement: Select[str], values: Values) -> bytes:
    """The one row of a statement made by `json_row`.

    Raises `NotFound`.
    """
    found = await session.scalar(statement, values)
    if found is None:
        raise NotFound
    return found.encode()


async def fetch_json_page(
    session: AsyncSession,
    statement: Select[str],
    keys: Sequence[UUID],
    meta: PageMeta,
    values: Values,
) -> bytes:
    """The JSON of a `kit.pages.Page` by a statement made by `json_rows`."""
    rows = await fetch_json(session, statement, {**values, "keys": keys}) if keys else b"[]"
    return b'{"data": %b, "meta": %b}' % (rows, meta.model_dump_json().encode())


def _constant(name: str) -> ColumnElement[str]:
    return literal_column(f"'{name}'", Text)
