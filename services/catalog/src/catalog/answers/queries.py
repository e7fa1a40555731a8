"""Public answers as one statement whose result is the JSON: nothing validates or serializes it
again. The names of its columns are those of the schemas' fields."""

from collections.abc import Iterable
from typing import Any

from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import PageQuery
from sqlalchemy import JSON, ColumnElement, Select, Text, cast, func, select
from starlette.responses import Response


class JsonBytes(Response):
    """An answer whose JSON is ready."""

    media_type = "application/json"


def json_object(columns: Iterable[Any]) -> ColumnElement[Any]:
    """A JSON object of columns by their names."""
    pairs = [part for column in columns for part in (column.key, column)]
    return func.json_build_object(*pairs, type_=JSON)


async def fetch_json(session: AsyncSession, statement: Select[*tuple[Any, ...]]) -> bytes:
    """The one row of a statement as a JSON object.

    Raises `NotFound`.
    """
    row = statement.subquery("row")
    found: str | None = await session.scalar(
        select(cast(func.row_to_json(row.table_valued()), Text))
    )
    if found is None:
        raise NotFound
    return found.encode()


async def fetch_json_page(
    session: AsyncSession, statement: Select[*tuple[Any, ...]], page: PageQuery
) -> bytes:
    """A page of a statement's rows as the JSON of a `kit.pages.Page`, with one query.

    The statement must be ordered by something unique at its end, or rows would repeat.
    """
    rows = statement.limit(page.page_size).offset(page.offset).subquery("rows")
    all_rows = statement.order_by(None).subquery("all_rows")
    data = select(func.json_agg(func.row_to_json(rows.table_valued()))).scalar_subquery()
    total = select(func.count()).select_from(all_rows).scalar_subquery()
    meta = func.json_build_object("page", page.page, "page_size", page.page_size, "total", total)
    answer = func.json_build_object(
        "data", func.coalesce(data, func.json_build_array()), "meta", meta
    )
    found: str | None = await session.scalar(select(cast(answer, Text)))
    assert found is not None
    return found.encode()
