"""Lists have an order and pages."""

from collections.abc import AsyncIterator
from enum import StrEnum
from functools import partial
from typing import Any, cast

import pytest
from kit.database.db import AsyncSession, Database
from kit.database.pages import (
    ListQuery,
    PageQuery,
    Sorting,
    SortKey,
    counted,
    fetch_page,
    first_keys,
    rows_of,
)
from kit.testing import fresh_database, tables_read
from sqlalchemy import Select, func, select, true
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    """What these tests list."""


class Seat(Base, table=True):
    """A row with a price that several have, and perhaps a name."""

    id: int = Field(primary_key=True)
    price: int
    name: str | None = None


class Ticket(Base, table=True):
    """Of a seat there are several."""

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
    monkeypatch.setattr("kit.database.pages.SORTED", 3)
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


@pytest.mark.parametrize(("most", "total", "capped"), [(1, 1, True), (2, 2, True), (5, 5, False)])
async def test_where_some_are_more_than_are_counted_no_others_are(
    session: AsyncSession, most: int, total: int, capped: bool
) -> None:
    statement = select(col(Seat.id)).order_by(*SORTING.by(SeatSort.PRICE))
    # To count the others is an error.
    counted_alone = statement.where(1 / (col(Seat.id) - 1) >= 0) if most < 2 else statement
    page = PageQuery(page=9, page_size=2)
    soon = select(col(Seat.id)).where(col(Seat.price) < 25)
    _, meta = await fetch_page(session, counted_alone, page, most=most, long=statement, soon=soon)
    assert (meta.total, meta.capped) == (total, capped)


async def test_the_first_keys_are_those_that_are_counted(session: AsyncSession) -> None:
    cheap = cast(Select[Any], select(Seat).where(col(Seat.price) < 30).order_by(col(Seat.name)))
    assert set((await session.scalars(first_keys(cheap, col(Seat.id)))).all()) == {2, 3, 4, 5}
    assert len((await session.scalars(first_keys(cheap, col(Seat.id), 2))).all()) == 3


class TestWhatIsJoined:
    """Rows are counted, and found by their key, without what is joined for what is shown alone."""

    TICKETS = cast(
        Select[Any],
        select(Ticket, Seat).outerjoin(Seat, col(Seat.id) == col(Ticket.seat_id)),
    )
    SEATS = cast(
        Select[Any], select(Seat, Ticket).join(Ticket, col(Ticket.seat_id) == col(Seat.id))
    )
    PAGE = PageQuery(page=1, page_size=3)

    async def test_counting_reads_an_index_alone(self, session: AsyncSession) -> None:
        counting = counted(self.TICKETS, col(Ticket.id))
        assert await session.scalar(counting) == 4
        assert await tables_read(session, counting) == set()
        in_order = self.TICKETS.order_by(col(Ticket.id))
        assert "seats" not in str(rows_of(in_order, self.PAGE, col(Ticket.id)).whereclause)

    async def test_what_is_asked_of_it_is_counted_and_sorted_by(
        self, session: AsyncSession
    ) -> None:
        of_known = self.TICKETS.where(col(Seat.price) > 0).order_by(col(Seat.price), col(Ticket.id))
        rows, meta = await fetch_page(session, of_known, self.PAGE, key=col(Ticket.id))
        assert ([row.Ticket.id for row in rows], meta.total) == ([1, 2, 3], 3)
        by_seat = self.TICKETS.order_by(col(Seat.name).desc().nulls_last(), col(Ticket.id).desc())
        rows, meta = await fetch_page(session, by_seat, self.PAGE, key=col(Ticket.id))
        assert ([row.Ticket.id for row in rows], meta.total) == ([2, 1, 3], 4)

    async def test_of_several_that_are_joined_those_are_shown_that_are_asked_for(
        self, session: AsyncSession
    ) -> None:
        adults = self.SEATS.where(col(Ticket.kind) == "adult").order_by(col(Seat.id))
        rows, meta = await fetch_page(session, adults, self.PAGE, key=col(Seat.id))
        assert [(row.Seat.id, row.Ticket.id) for row in rows] == [(2, 2), (3, 3)]
        assert meta.total == 2

    async def test_what_is_summed_up_of_each_is_one_row(self, session: AsyncSession) -> None:
        of_seat = select(func.count().label("tickets")).select_from(Ticket)
        of_seat = of_seat.where(col(Ticket.seat_id) == col(Seat.id))
        summed_up = of_seat.limit(1).lateral("summed_up")
        each = cast(Select[Any], select(Seat, summed_up.c.tickets)).outerjoin(summed_up, true())
        several = each.where(col(Seat.price) < 30)
        assert "tickets" not in str(counted(several, col(Seat.id)))
        listed = several.order_by(summed_up.c.tickets.desc(), col(Seat.id))
        shown = rows_of(listed, PageQuery(page=1, page_size=2), col(Seat.id))
        assert str(shown).count("price <") == 1
        rows, meta = await fetch_page(session, listed, self.PAGE, key=col(Seat.id))
        found = [(row.Seat.id, row.tickets) for row in rows]
        assert (found, meta.total) == ([(2, 2), (3, 1), (4, 0)], 4)

    async def test_what_has_no_primary_key_may_be_several(self, session: AsyncSession) -> None:
        kinds = select(col(Ticket.seat_id), col(Ticket.kind)).subquery()
        each = cast(Select[Any], select(Seat, kinds.c.kind))
        listed = each.outerjoin(kinds, kinds.c.seat_id == col(Seat.id)).order_by(col(Seat.id))
        assert await session.scalar(counted(listed, col(Seat.id))) == 6


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
