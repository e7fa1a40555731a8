"""Lists have an order and pages."""

from collections.abc import AsyncIterator
from enum import StrEnum

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

    def test_every_order_has_its_column(self) -> None:
        with pytest.raises(TypeError, match="name"):
            Sorting(
                {SeatSort.PRICE: col(Seat.price), SeatSort.NEWEST: col(Seat.id)}, id=col(Seat.id)
            )


async def test_a_page_says_how_many_there_are(session: AsyncSession) -> None:
    statement = select(col(Seat.id)).order_by(*SORTING.by(SeatSort.PRICE))
    page = PageQuery(page=2, page_size=2)
    rows, total = await fetch_page(session, statement, page)
    assert ([row[0] for row in rows], total) == ([3, 4], 5)
    assert page.meta(total).model_dump() == {"page": 2, "page_size": 2, "total": 5}
