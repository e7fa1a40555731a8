"""Lists have an order and pages."""

from collections.abc import AsyncIterator
from enum import StrEnum
from functools import partial

import pytest
from kit.db import AsyncSession, Database
from kit.pages import PageQuery, Sorting, SortKey, fetch_page
from kit.testing import fresh_database
from sqlalchemy import select
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    """What these tests list."""


class Seat(Base, table=True):
    """A row with a price that several have, and perhaps a name."""

    id: int = Field(primary_key=True)
    price: int
    name: str | None = None


class SeatSort(StrEnum):
    """The orders of the list."""

    PRICE = "price"
    PRICE_DESC = "-price"
    NAME = "name"
    NAME_DESC = "-name"
    NEWEST = "-id"


SORTING = Sorting(
    {
        SeatSort.PRICE: col(Seat.price),
        SeatSort.NAME_DESC: SortKey(col(Seat.name), nulls_last=True, then=(col(Seat.price),)),
        SeatSort.NEWEST: col(Seat.id),
    },
    id=col(Seat.id),
)
SEATS = [(1, 30, None), (2, 10, "b"), (3, 10, "a"), (4, 20, None), (5, 5, "a")]


@pytest.fixture(scope="module")
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "pages") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        async with database.transaction() as session:
            session.add_all([Seat(id=id_, price=price, name=name) for id_, price, name in SEATS])
        yield database
        await database.close()


@pytest.fixture
async def session(database: Database) -> AsyncIterator[AsyncSession]:
    async with AsyncSession(database.engine) as session:
        yield session


class TestSorting:
    @pytest.mark.parametrize(
        ("sort", "ids"),
        [
            (SeatSort.PRICE, [5, 2, 3, 4, 1]),
            (SeatSort.PRICE_DESC, [1, 4, 3, 2, 5]),
            (SeatSort.NAME, [5, 3, 2, 4, 1]),
            (SeatSort.NAME_DESC, [2, 5, 3, 4, 1]),
            (SeatSort.NEWEST, [5, 4, 3, 2, 1]),
        ],
    )
    async def test_sorts_in_both_directions(
        self, session: AsyncSession, sort: SeatSort, ids: list[int]
    ) -> None:
        statement = select(col(Seat.id)).order_by(*SORTING.by(sort))
        assert list((await session.scalars(statement)).all()) == ids

    @pytest.mark.parametrize("sort", list(SeatSort))
    async def test_what_is_gathered_has_the_same_order(
        self, session: AsyncSession, sort: SeatSort
    ) -> None:
        walked, gathered = [
            (await session.scalars(select(col(Seat.id)).order_by(*order))).all()
            for order in (SORTING.by(sort), SORTING.by(sort, gathered=True))
        ]
        assert walked == gathered

    def test_every_order_has_its_column(self) -> None:
        with pytest.raises(TypeError, match="name"):
            Sorting(
                {SeatSort.PRICE: col(Seat.price), SeatSort.NEWEST: col(Seat.id)}, id=col(Seat.id)
            )


async def test_a_page_says_how_many_there_are(session: AsyncSession) -> None:
    statement = select(col(Seat.id)).order_by(*SORTING.by(SeatSort.PRICE))
    page = PageQuery(page=2, page_size=2)
    for key in (None, col(Seat.id)):
        rows, meta = await fetch_page(session, statement, page, key=key)
        assert [row[0] for row in rows] == [3, 4]
    assert meta.model_dump() == {"page": 2, "page_size": 2, "total": 5, "capped": False}


@pytest.mark.parametrize(
    ("sort", "pages"),
    [
        (SeatSort.NAME, [[5, 3], [2, 4], [1]]),
        (SeatSort.NAME_DESC, [[2, 5], [3, 4], [1]]),
        (SeatSort.PRICE, [[5, 2], [3, 4], [1]]),
    ],
)
async def test_a_long_list_has_those_first_that_have_what_it_is_sorted_by(
    session: AsyncSession,
    monkeypatch: pytest.MonkeyPatch,
    sort: SeatSort,
    pages: list[list[int]],
) -> None:
    monkeypatch.setattr("kit.pages.SORTED", 3)
    statement = select(col(Seat.id)).order_by(*SORTING.by(sort))
    for number, ids in enumerate(pages, start=1):
        for key in (None, col(Seat.id)):
            page = PageQuery(page=number, page_size=2)
            known = partial(SORTING.known, sort)
            rows, _ = await fetch_page(session, statement, page, known=known, key=key)
            assert [row[0] for row in rows] == ids


@pytest.mark.parametrize(
    ("most", "total", "capped"), [(6, 5, False), (5, 5, False), (4, 4, True), (1, 1, True)]
)
async def test_a_long_list_is_counted_so_far_only(
    session: AsyncSession, most: int, total: int, capped: bool
) -> None:
    statement = select(col(Seat.id)).order_by(*SORTING.by(SeatSort.PRICE))
    rows, meta = await fetch_page(session, statement, PageQuery(page=3, page_size=2), most=most)
    assert [row[0] for row in rows] == [1]
    assert (meta.total, meta.capped) == (total, capped)
