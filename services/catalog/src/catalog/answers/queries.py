"""Public answers as one statement whose result is the JSON: nothing validates or serializes it
again. The names of its columns are those of the schemas' fields.

A statement is put together once and executed with values: SQLAlchemy remembers by the object how
it is compiled, and a new one would cost more than PostgreSQL's answer.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import PageQuery
from sqlalchemy import (
    JSON,
    ColumnElement,
    Integer,
    Select,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)
from starlette.responses import Response

Values = Mapping[str, Any]
"""What a statement is executed with, by the names of its parameters."""

_PAGE, _PAGE_SIZE, _OFFSET = (
    bindparam(name, type_=Integer) for name in ("page", "page_size", "offset")
)


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


def json_page(statement: Select[*tuple[Any, ...]], key: Any, found: Select[UUID]) -> Select[str]:
    """A page of a statement's rows as the JSON of a `kit.pages.Page`, for `fetch_json_page`.

    `found` finds the keys of the rows, in the statement's order: of tens of thousands, only those
    of the page are joined with what is shown. Both must be ordered by something unique at the end,
    or rows would repeat.
    """
    on_page = found.limit(_PAGE_SIZE).offset(_OFFSET)
    rows = statement.where(key.in_(on_page)).subquery("rows")
    all_rows = found.order_by(None).subquery("all_rows")
    page = select(func.json_agg(func.row_to_json(rows.table_valued()))).scalar_subquery()
    total = select(func.count()).select_from(all_rows).scalar_subquery()
    meta = json_object([_PAGE, _PAGE_SIZE, total.label("total")])
    data = func.coalesce(page, func.json_build_array()).label("data")
    return select(cast(json_object([data, meta.label("meta")]), Text))


async def fetch_json(session: AsyncSession, statement: Select[str], values: Values) -> bytes:
    """The one row of a statement made by `json_row`.

    Raises `NotFound`.
    """
    found = await session.scalar(statement, values)
    if found is None:
        raise NotFound
    return found.encode()


async def fetch_json_page(
    session: AsyncSession, statement: Select[str], page: PageQuery, values: Values
) -> bytes:
    """A page by a statement made by `json_page`, with one query."""
    paging = {"page": page.page, "page_size": page.page_size, "offset": page.offset}
    return await fetch_json(session, statement, {**values, **paging})


def _constant(name: str) -> ColumnElement[str]:
    return literal_column(f"'{name}'", Text)
