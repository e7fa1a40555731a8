"""Pages of a list: `{"data": [...], "meta": {"page", "page_size", "total"}}`."""

from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")
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
    """Which page is wanted."""

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
    session: AsyncSession, statement: Select[Any], page: PageQuery
) -> tuple[list[Any], int]:
    """The page's rows and the number of all rows, in two queries.

    The statement must be ordered by something unique at its end, or rows would repeat.
    """
    total = await session.scalar(
        select(func.count()).select_from(statement.order_by(None).subquery())
    )
    rows = await session.execute(statement.limit(page.page_size).offset(page.offset))
    return list(rows.all()), total or 0
