"""Pages of a list, and the order of its rows: `{"data": [...], "meta": {"page", "page_size",
"total"}}`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel
from sqlalchemy import Select, SQLColumnExpression, UnaryExpression, func, select
from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")
S = TypeVar("S", bound=StrEnum)
Column = SQLColumnExpression[Any]
MAX_PAGE_SIZE = 500


class PageMeta(BaseModel):
    """Where the page stands. `page` counts from 1; `total` counts all rows that match."""

    page: int
    page_size: int
    total: int


class Page(BaseModel, Generic[T]):
    """One page of a list."""

    data: list[T]
    meta: PageMeta


class PageQuery(BaseModel):
    """Which page is requested."""

    page: int
    page_size: int

    @property
    def offset(self) -> int:
        """How many rows come before the page."""
        return (self.page - 1) * self.page_size

    def meta(self, total: int) -> PageMeta:
        """The page's place among `total` rows."""
        return PageMeta(page=self.page, page_size=self.page_size, total=total)


def page_query(default_size: int = 20) -> Any:
    """A dependency that reads `page` and `page_size` (at most 500)."""

    def read(
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        page_size: Annotated[int, Query(ge=1, le=MAX_PAGE_SIZE)] = default_size,
    ) -> PageQuery:
        return PageQuery(page=page, page_size=page_size)

    return Depends(read)


Paging = Annotated[PageQuery, page_query()]


async def fetch_page(
    session: AsyncSession,
    statement: Select[Any],
    page: PageQuery,
    values: Mapping[str, Any] | None = None,
) -> tuple[list[Any], int]:
    """The page's rows and the number of all rows, in two queries.

    The statement must be ordered by something unique at its end, or rows would repeat; `values`
    are those of its parameters.
    """
    total = await session.scalar(
        select(func.count()).select_from(statement.order_by(None).subquery()), values
    )
    rows = await session.execute(statement.limit(page.page_size).offset(page.offset), values)
    return list(rows.all()), total or 0


@dataclass(frozen=True, slots=True)
class SortKey:
    """What a list is sorted by, where a column alone does not say it."""

    column: Column
    nulls_last: bool = False
    """In both directions; not where the column is never NULL, whose index would be of no use."""
    then: tuple[Column, ...] = ()
    """What rows of the same value are sorted by, in one direction always."""


class Sorting(Generic[S]):
    """The orders that a list offers, which are the members of an enum; a minus means descending.

    The rows' id comes last and in the same direction: pages then neither repeat a row nor leave
    one out, and an index is read either way.

        SORTING = Sorting({ChargeSort.DUE: col(Charge.due_at)}, id=col(Charge.id))
        statement.order_by(*SORTING.by(ChargeSort.DUE_DESC))

    `keys` names each column once, by either of its directions.
    """

    def __init__(self, keys: Mapping[S, Column | SortKey], *, id: Column) -> None:  # noqa: A002
        self._keys = {
            name.removeprefix("-"): key if isinstance(key, SortKey) else SortKey(key)
            for name, key in keys.items()
        }
        self._id = id
        offered = {name.removeprefix("-") for each in keys for name in type(each)}
        if offered != self._keys.keys():
            raise TypeError(f"no column for {offered - self._keys.keys()}")

    def by(self, sort: S) -> list[Column | UnaryExpression[Any]]:
        """What to order a statement by."""
        key = self._keys[sort.removeprefix("-")]
        down = sort.startswith("-")
        first = key.column.desc() if down else key.column.asc()
        last = self._id.desc() if down else self._id.asc()
        return [first.nulls_last() if key.nulls_last else first, *key.then, last]
