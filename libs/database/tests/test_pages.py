"""Lists have an order and pages."""

from collections.abc import AsyncIterator
from enum import StrEnum
from typing import Any, cast

import pytest
from kit.database.db import AsyncSession, Database
from kit.database.pages import (
    ListQuery,
    PageQuery,
    Sorting,
    SortKey,
)
from kit.testing import fresh_database
from sqlalchemy import Select, select
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    pass


class Seat(Base, table=True):
    """A row with a price that several have, and perhaps a name."""

    id: int = Field(primary_key=True)
    price: int
    name: str | None = None


class Ticket(Base, table=True):
    """One of several tickets for a seat."""

    id: int = Field(primary_key=True)
    seat_id: int = Field(index=True)
    kind: str


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
TICKETS = [(1, 2, "child"), (2, 2, "adult"), (3, 3, "adult"), (4, 9, "adult")]


@pytest.fixture(scope="module")
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "pages") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        async with database.transaction() as session:
            session.add_all([Seat(id=id_, price=price, name=name) for id_, price, name in SEATS])
            session.add_all(
                [Ticket(id=id_, seat_id=seat, kind=kind) for id_, seat, kind in TICKETS]
            )
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


class TestListQuery:
    def query(self, **changes: Any) -> ListQuery:
        given: dict[str, Any] = {
            "filters": [col(Seat.price) < 30],
            "sort": SORTING.by(SeatSort.PRICE),
            "page": PageQuery(page=2, page_size=2),
        }
        return ListQuery(**given | changes)

    async def test_fetches_a_page_and_its_place(self, session: AsyncSession) -> None:
        # A joined table adds a column, and no row.
        rows = select(col(Seat.id), col(Ticket.kind)).outerjoin(
            Ticket, (col(Ticket.seat_id) == col(Seat.id)) & (col(Ticket.kind) == "adult")
        )
        found, meta = await self.query().fetch(session, cast(Select[Any], rows), col(Seat.id))
        assert [tuple(row) for row in found] == [(3, "adult"), (4, None)]
        assert meta.model_dump() == {"page": 2, "page_size": 2, "total": 4, "capped": False}

    async def test_applies_the_search_as_well(self, session: AsyncSession) -> None:
        query = self.query(search=col(Seat.name) == "a", page=PageQuery(page=1, page_size=9))
        found, meta = await query.fetch(session, select(Seat), col(Seat.id))
        assert [row[0].id for row in found] == [5, 3]
        assert meta.total == 2
        everything = await session.scalars(query.select_all(select(Seat)))
        assert [seat.id for seat in everything] == [5, 3]

    @pytest.mark.parametrize(("most", "total", "capped"), [(4, 4, False), (3, 3, True)])
    async def test_counts_up_to_a_number(
        self,
        session: AsyncSession,
        monkeypatch: pytest.MonkeyPatch,
        most: int,
        total: int,
        capped: bool,
    ) -> None:
        monkeypatch.setattr("kit.database.pages.MAX_COUNT", most)
        _, meta = await self.query().fetch(session, select(Seat), col(Seat.id))
        assert (meta.total, meta.capped) == (total, capped)
