"""Pages of a list, and the order of its rows: `{"data": [...], "meta": {"page", "page_size",
"total", "capped"}}`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel
from sqlalchemy import (
    BinaryExpression,
    ColumnElement,
    FromClause,
    Integer,
    Lateral,
    Select,
    SQLColumnExpression,
    Subquery,
    UnaryExpression,
    case,
    func,
    literal_column,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql import operators
from sqlalchemy.sql.visitors import iterate

T = TypeVar("T")
S = TypeVar("S", bound=StrEnum)
Column = SQLColumnExpression[Any]
MAX_PAGE_SIZE = 500
MAX_COUNT = 1_000
"""Rows are counted up to this number; the interface then shows "1,000+"."""
MAX_SUMMED = 10_000
"""Amounts are summed of up to this number of rows."""
COUNTED = 10_000
"""So many rows of a list are counted: to count a million of them takes longer than to read a page.
Nobody looks at the rows behind them page by page, but filters, or turns the order round."""
SORTED = 5_000
"""Fewer rows are sorted sooner than they are found in an index on what all have."""


class PageMeta(BaseModel):
    """Where the page stands. `page` counts from 1; `total` counts all rows that match; where it
    is capped, only so many of them, 10,000 of most lists, and there are more."""

    page: int
    page_size: int
    total: int
    capped: bool = False


class Page(BaseModel, Generic[T]):
    """One page of a list."""

    data: list[T]
    meta: PageMeta


class PageQuery(BaseModel, frozen=True):
    """Which page is requested."""

    page: int
    page_size: int

    @property
    def offset(self) -> int:
        """How many rows come before the page."""
        return (self.page - 1) * self.page_size

    def meta(self, total: int) -> PageMeta:
        """The page's place among `total` rows, which are all."""
        return PageMeta(page=self.page, page_size=self.page_size, total=total)

    def capped_meta(self, counted: int, most: int = COUNTED) -> PageMeta:
        """The page's place among the rows of `first_rows`, of which there are so many."""
        meta = self.meta(min(counted, most))
        return meta.model_copy(update={"capped": counted > most})


def page_query(default_size: int = 20) -> Any:
    """A dependency that reads `page` and `page_size` (at most 500)."""

    # A plain function would be called in a thread.
    async def read(
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        page_size: Annotated[int, Query(ge=1, le=MAX_PAGE_SIZE)] = default_size,
    ) -> PageQuery:
        return PageQuery(page=page, page_size=page_size)

    return Depends(read)


Paging = Annotated[PageQuery, page_query()]


WHOLE_LIST = PageQuery(page=1, page_size=MAX_PAGE_SIZE)
"""For files, which have no page."""


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
        return list(found.all()), self.page.capped_meta(count, MAX_COUNT)


def first_rows(statement: Select[Any], most: int = COUNTED) -> Subquery:
    """The rows of a list that are counted and added up: so many at most, and one more, which says
    that there are others."""
    return statement.order_by(None).limit(most + 1).subquery()


def counted(statement: Select[Any], key: Column, most: int = COUNTED) -> Select[int]:
    """How many rows a list has, of which so many and one more are counted `most`; `key` is that of
    `rows_of`."""
    rows = _asked_of(statement, key, literal_column("1")).limit(most + 1)
    return select(func.count()).select_from(rows.subquery())


def first_keys(statement: Select[Any], key: Column, most: int = COUNTED) -> Select[Any]:
    """The keys of the rows that are `counted`."""
    # As a parameter PostgreSQL would not know of it, and take it for a tenth of what is found.
    limit: Column = literal_column(str(most + 1), Integer)
    return _asked_of(statement, key, key).limit(limit)


def rows_of(statement: Select[Any], page: PageQuery, key: Column) -> Select[Any]:
    """The page's rows. They are found by their key first, or all that is read and computed of a row
    would be so of those as well that come before them, and where they are sorted of all.

    The key is that of the table to which the others are joined, and no two rows have the same.
    """
    # It has no other name.
    order = statement._order_by_clauses  # noqa: SLF001
    keys = _asked_of(statement, key, key, *order).limit(page.page_size).offset(page.offset)
    rows = statement.where(key.in_(keys.correlate(None)))
    if all(_is_one_row(table, on) for table, on, *_ in statement._setup_joins):  # noqa: SLF001
        # What is asked has been asked of the keys. Where more is joined it also says of what.
        rows._where_criteria = rows._where_criteria[-1:]  # noqa: SLF001
    return rows


def _asked_of(statement: Select[Any], key: Column, column: Any, *order: Any) -> Select[Any]:
    """A column of the statement's rows in an order, without tables that are joined for what is
    shown alone.

    PostgreSQL leaves out such joins by itself, but then goes to each row for what it was joined by,
    also where an index holds all that is asked.
    """
    where = () if statement.whereclause is None else (statement.whereclause,)
    asked: set[FromClause] = {*_tables_in(column, *order, *where)}
    joins: list[Any] = []
    # `get_final_froms` takes longer than the rest of the request.
    for table, on, _, how in reversed(statement._setup_joins):  # noqa: SLF001
        if table in asked or not how["isouter"] or how["full"] or not _is_one_row(table, on):
            asked.update(_tables_in(on))
            joins.append((table, on, how))
    rows = select(column).select_from(next(_tables_in(key)))
    for table, on, how in reversed(joins):
        rows = rows.join(table, on, **how)
    return rows.where(*where).order_by(*order)


def _is_one_row(table: Any, on: Any) -> bool:
    """Whether a join by this condition finds one row of the table at most: by its primary key, or
    of a subquery that is limited to one."""
    if isinstance(table, Lateral):
        return getattr(getattr(table.element, "element", None), "_limit", None) == 1
    conditions = on.clauses if getattr(on, "operator", None) is operators.and_ else [on]
    equal = {
        side
        for each in conditions
        if isinstance(each, BinaryExpression) and each.operator is operators.eq
        for side in (each.left, each.right)
    }
    return bool(list(table.primary_key)) and equal.issuperset(table.primary_key)


def _tables_in(*clauses: Any) -> Iterator[FromClause]:
    for clause in clauses:
        for part in iterate(clause):
            if isinstance(table := getattr(part, "table", None), FromClause):
                yield table


async def fetch_page(
    session: AsyncSession,
    statement: Select[Any],
    page: PageQuery,
    values: Mapping[str, Any] | None = None,
    *,
    most: int = COUNTED,
    long: Select[Any] | None = None,
    known: Callable[[Select[Any]], Select[Any] | None] | None = None,
    few: int | None = None,
    soon: Select[Any] | None = None,
    key: Column | None = None,
) -> tuple[list[Any], PageMeta]:
    """The page's rows and its place among all rows, of which so many are counted `most`, in two
    queries.

    The statement must be ordered by something unique at its end, or rows would repeat; `values`
    are those of its parameters. `long` is the same list written otherwise, for where more rows
    match than are counted: a search that gathers what few rows have by indexes is then slower than
    one that walks the list in its order and soon meets what many have. With `known`, a sorting's,
    a page of a list of at least `few` rows, else of 5,000, is looked for among those rows first.
    `soon` finds some of the rows, in a way by which many are soon met: where they are more than
    `most`, no others are counted.
    With a `key`, of which no other row has the same, the page is one of `rows_of`, and rows are
    `counted` by indexes alone where these hold all that is asked.
    """
    counting = (
        counted(statement, key, most)
        if key is not None
        else select(func.count()).select_from(first_rows(statement, most))
    )
    if soon is not None:
        met = select(func.count()).select_from(soon.limit(most + 1).subquery()).scalar_subquery()
        counting = select(case((met > most, most + 1), else_=counting.scalar_subquery()))
    meta = page.capped_meta(await session.scalar(counting, values) or 0, most)
    chosen = long if meta.capped and long is not None else statement

    async def fetch(those: Select[Any]) -> list[Any]:
        shown = (
            those.limit(page.page_size).offset(page.offset)
            if key is None
            else rows_of(those, page, key)
        )
        return list((await session.execute(shown, values)).all())

    is_long = meta.total >= (SORTED if few is None else few)
    having = known(chosen) if known and is_long else None
    if having is not None:
        rows = await fetch(having)
        if len(rows) == page.page_size:
            return rows, meta
    return await fetch(chosen), meta


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

    def by(self, sort: S, *, gathered: bool = False) -> list[Column | UnaryExpression[Any]]:
        """What to order a statement by.

        Where few rows are `gathered` by what is asked of them, no index gives their order: in it
        all those may come first that are not meant, which PostgreSQL does not foresee.
        """
        first, *rest = self._order(sort, gathered=gathered)
        return [first.nulls_last() if self._key(sort).nulls_last else first, *rest]

    def known(self, sort: S, statement: Select[Any]) -> Select[Any] | None:
        """The rows of a sorted list that have what it is sorted by, where others may not; None
        where all have.

        They come before those others, and unlike all rows they can be read in the order of an
        index, in both directions; also of a table that is joined, where reading then begins.
        """
        key = self._key(sort)
        if not key.nulls_last:
            return None
        having = statement.where(key.column.is_not(None)).order_by(None)
        return having.order_by(*self._order(sort))

    def _order(self, sort: S, *, gathered: bool = False) -> list[Any]:
        key = self._key(sort)
        # The same value, of which there is no index.
        column = func.greatest(key.column, key.column) if gathered else key.column
        first, last = (
            each.desc() if sort.startswith("-") else each.asc() for each in (column, self._id)
        )
        return [first, *key.then, last]

    def _key(self, sort: S) -> SortKey:
        return self._keys[sort.removeprefix("-")]
