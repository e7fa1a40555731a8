"""Pages of lists: `{"data": [...], "meta": {"page", "page_size", "total", "capped"}}`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel
from sqlalchemy import (
    ColumnElement,
    Select,
    SQLColumnExpression,
    Subquery,
    UnaryExpression,
    func,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")
S = TypeVar("S", bound=StrEnum)
Column = SQLColumnExpression[Any]
MAX_PAGE_SIZE = 500
MAX_COUNT = 1_000
"""Rows are counted up to this number; the interface then shows "1,000+"."""
MAX_SUMMED = 10_000
"""Amounts are summed over at most this number of rows."""


class PageMeta(BaseModel):
    """The page's place. `page` starts at 1; a capped `total` counts the first 1,000 rows only."""

    page: int
    page_size: int
    total: int
    capped: bool = False


class Page(BaseModel, Generic[T]):
    """One page of a list."""

    data: list[T]
    meta: PageMeta


class PageQuery(BaseModel, frozen=True):
    page: int
    page_size: int

    @property
    def offset(self) -> int:
        """Return the number of rows before the page."""
        return (self.page - 1) * self.page_size

    def meta(self, total: int) -> PageMeta:
        """Build the page's metadata from the exact total."""
        return PageMeta(page=self.page, page_size=self.page_size, total=total)

    def capped_meta(self, counted: int) -> PageMeta:
        """Build the page's metadata from a count that stops at `MAX_COUNT` + 1."""
        meta = self.meta(min(counted, MAX_COUNT))
        return meta.model_copy(update={"capped": counted > MAX_COUNT})


def page_query(default_size: int = 20) -> Any:
    """Build a dependency that reads `page` and `page_size` (at most 500)."""

    # FastAPI would run a plain function in a thread.
    async def read(
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        page_size: Annotated[int, Query(ge=1, le=MAX_PAGE_SIZE)] = default_size,
    ) -> PageQuery:
        return PageQuery(page=page, page_size=page_size)

    return Depends(read)


Paging = Annotated[PageQuery, page_query()]


WHOLE_LIST = PageQuery(page=1, page_size=MAX_PAGE_SIZE)
"""Page of files that hold the whole list."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """One request for a list: its conditions, order, search condition and page.

    The order ends with a unique column, so that pages neither repeat nor omit rows. The search
    condition comes from `kit.database.search.matches`.
    """

    filters: Sequence[ColumnElement[bool]]
    sort: Sequence[Column | UnaryExpression[Any]]
    search: ColumnElement[bool] | None = None
    page: PageQuery = WHOLE_LIST

    def narrow(self, rows: Select[Any]) -> Select[Any]:
        """Apply the filters and the search."""
        return rows.where(*self.filters, true() if self.search is None else self.search)

    def select_all(self, rows: Select[Any]) -> Select[Any]:
        """Select every row in order, for files."""
        return self.narrow(rows).order_by(*self.sort)

    def select_page(self, rows: Select[Any], key: Column) -> Select[Any]:
        """Select the page's rows. `key` is the primary key of the listed table.

        A subquery finds the keys first, so that columns are computed for these rows alone.
        """
        keys = self.select_all(rows.with_only_columns(key, maintain_column_froms=True))
        found = keys.limit(self.page.page_size).offset(self.page.offset)
        return rows.where(key.in_(found.correlate(None))).order_by(*self.sort)

    def select_first(self, rows: Select[Any], limit: int) -> Subquery:
        """Select rows to count or sum: at most `limit`, and one more where there are others."""
        return self.narrow(rows).limit(limit + 1).subquery()

    async def fetch(
        self, session: AsyncSession, rows: Select[Any], key: Column
    ) -> tuple[list[Any], PageMeta]:
        """Fetch the page's rows and its place in the list, in two queries."""
        keys = rows.with_only_columns(key, maintain_column_froms=True)
        counted = self.select_first(keys, MAX_COUNT)
        count = await session.scalar(select(func.count()).select_from(counted)) or 0
        found = await session.execute(self.select_page(rows, key))
        return list(found.all()), self.page.capped_meta(count)


@dataclass(frozen=True, slots=True)
class SortKey:
    """A sort key that needs more than one column."""

    column: Column
    nulls_last: bool = False
    """Sort NULL last in both directions. Leave it off for NOT NULL columns, whose index it would
    disable.
    """
    then: tuple[Column, ...] = ()
    """Secondary columns, always in the same direction."""


class Sorting(Generic[S]):
    """The sort orders of a list, from an enum whose members with a minus sort descending.

    The primary key comes last in the same direction, so that pages neither repeat nor omit rows and
    one index serves both directions.

        SORTING = Sorting({ChargeSort.DUE: col(Charge.due_at)}, id=col(Charge.id))
        statement.order_by(*SORTING.by(ChargeSort.DUE_DESC))

    `keys` names each column once, in either direction.
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
        """Build the arguments of `order_by`."""
        key = self._keys[sort.removeprefix("-")]
        first, last = (
            each.desc() if sort.startswith("-") else each.asc() for each in (key.column, self._id)
        )
        return [first.nulls_last() if key.nulls_last else first, *key.then, last]
