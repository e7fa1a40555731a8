"""Build public responses as JSON in one statement, without validation or serialization in Python.

Column names are those of the schemas' fields. Statements are built once and executed with
parameters: SQLAlchemy caches compilation per object, and rebuilding costs more than the query.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from sqlalchemy import (
    JSON,
    ColumnElement,
    Integer,
    Select,
    SQLColumnExpression,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)
from starlette.responses import Response

Values = Mapping[str, Any]
"""Values of a statement's parameters, by name."""


class JsonBytes(Response):
    """Response with ready-made JSON."""

    media_type = "application/json"


def json_object(columns: Iterable[Any]) -> ColumnElement[Any]:
    """Build a JSON object of columns by their names."""
    # Literals: as parameters, the names would be encoded and sent with each request.
    pairs = [part for column in columns for part in (_constant(column.key), column)]
    return func.json_build_object(*pairs, type_=JSON)


def json_row(statement: Select[*tuple[Any, ...]]) -> Select[str]:
    """Select a statement's rows as JSON objects."""
    row = statement.subquery("row")
    return select(cast(func.row_to_json(row.table_valued()), Text))


async def fetch_json(session: AsyncSession, statement: Select[str], values: Values) -> bytes:
    """Execute a statement of `json_row` that returns one row.

    Raises `NotFound`.
    """
    found = await session.scalar(statement, values)
    if found is None:
        raise NotFound
    return found.encode()


def json_page(
    rows: Select[Any], key: SQLColumnExpression[UUID], where: Iterable[Any], order: Sequence[Any]
) -> Select[int, list[UUID], str]:
    """Select the number of matching rows, and a page of their keys and JSON.

    The keys are selected first, so that no other row's columns are computed. With a limit on the
    count, PostgreSQL 15 would plan an index scan as if it could stop early.
    """
    place = func.row_number().over(order_by=order).label("place")
    found = (
        rows.where(*where).with_only_columns(key, place, maintain_column_froms=True).cte("found")
    )
    offset = bindparam("offset", type_=Integer)
    on_page = (found.c.place > offset) & (
        found.c.place <= offset + bindparam("page_size", type_=Integer)
    )
    keys = select(found.c.id).where(on_page).order_by(found.c.place)
    row = rows.join(found, found.c.id == key).where(on_page).order_by(found.c.place)
    data = func.json_agg(row.subquery("row").table_valued())
    return select(
        select(func.count()).select_from(found).scalar_subquery(),
        func.array(keys.scalar_subquery()),
        select(cast(func.coalesce(data, func.json_build_array()), Text)).scalar_subquery(),
    )


async def fetch_json_page(
    session: AsyncSession, statement: Select[int, list[UUID], str], page: PageQuery, values: Values
) -> tuple[bytes, list[UUID]]:
    """Return the JSON page of a statement of `json_page`, and its rows' keys."""
    asked = {**values, "page_size": page.page_size, "offset": page.offset}
    total, keys, data = (await session.execute(statement, asked)).one()
    return f'{{"data": {data}, "meta": {page.meta(total).model_dump_json()}}}'.encode(), keys


def _constant(name: str) -> ColumnElement[str]:
    return literal_column(f"'{name}'", Text)
