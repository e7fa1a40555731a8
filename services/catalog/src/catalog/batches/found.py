"""What a visitor's filters find in the columns, and in which order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import compress, islice
from typing import Any
from uuid import UUID

from kit.db import AsyncSession
from kit.pages import PageQuery
from sqlalchemy import Select, func, select

from catalog.batches.availability import IS_IN
from catalog.batches.bits import flags_of
from catalog.batches.columns import Columns
from catalog.batches.filters import WORDS, Names, branch, having_word, words_in
from catalog.batches.listing import Listing, Moment
from catalog.batches.orders import Key
from catalog.batches.rows import BY_SEATS, Seats
from catalog.batches.schemas import BatchSort
from catalog.places.queries import cities_of

Values = Mapping[str, Any]
Meanings = Mapping[str, Mapping[str, Sequence[UUID]]]
"""By filter and kind, the ids that it stands for."""

OF_TRAINING = frozenset({"category_id", "organization_id", "level", "standard_code"})
"""The filters that, like words, ask nothing of batches."""
MEANT = {"category_id": "categories", "state_id": "cities"}
"""The filters that stand for several values of a column."""
EQUAL = {
    "organization_id": "organizations",
    "level": "levels",
    "standard_code": "standards",
    "city_id": "cities",
    "mode": "modes",
    "language": "languages",
}
"""The filters whose value, or one of whose values, a column has."""


def _until(columns: Columns, name: str, moment: int) -> int:
    return columns.numbers[name].below(moment + 1)


def _since(columns: Columns, day: datetime) -> int:
    return ~columns.numbers["starts_at"].below(int(day.timestamp()))


def _up_to(columns: Columns, price: int) -> int:
    return columns.numbers["price"].below(price + 1)


OTHERS: Mapping[str, Callable[[Columns, int, Any], int]] = {
    "id": lambda columns, _, ids: columns.slots_of(ids),
    "training_id": lambda columns, _, training_id: columns.of_trainings([training_id]),
    "starts_from": lambda columns, _, day: _since(columns, day),
    "starts_to": lambda columns, _, day: ~_since(columns, day),
    "price_min": lambda columns, _, price: ~_up_to(columns, price - 1),
    "price_max": lambda columns, _, price: _up_to(columns, price),
    "free": lambda columns, _, free: _up_to(columns, 0) if free else ~_up_to(columns, 0),
    "upcoming": lambda columns, now, _: ~_until(columns, "starts_at", now),
    "running": lambda columns, now, _: (
        _until(columns, "starts_at", now) & ~_until(columns, "ends_at", now)
    ),
    "ended": lambda columns, now, _: _until(columns, "ends_at", now),
}
"""The filters that compare by size, or name rows; all but seats, which need several columns."""


async def fetch_meanings(session: AsyncSession, values: Values) -> Meanings:
    """What the database knows of the filters: where words are, which categories are below one, and
    which cities are in a state."""
    statement = meanings(frozenset(values))
    if statement is None:
        return {}
    found: dict[str, dict[str, Sequence[UUID]]] = {}
    for label, ids in (await session.execute(statement, values)).mappings().one().items():
        name, kind = label.split()
        found.setdefault(name, {})[kind] = ids or ()
    return found


def _is_meant(name: str) -> bool:
    """Whether the database knows what a filter stands for."""
    return name in MEANT or name in WORDS


@lru_cache(maxsize=128)
def meanings(names: Names) -> Select[Any] | None:
    """One row with an array of ids for each filter and kind; None where there is nothing to ask."""
    asked = {word: having_word(word) for word in words_in(names)}
    if "category_id" in names:
        asked["category_id"] = {"categories": branch()}
    if "state_id" in names:
        asked["state_id"] = {"cities": cities_of("state_id")}
    arrays = [
        select(func.array_agg(ids.subquery().c.id)).scalar_subquery().label(f"{name} {kind}")
        for name, kinds in asked.items()
        for kind, ids in kinds.items()
    ]
    return select(*arrays) if arrays else None


class Found:
    """The batches that filters find, or with `trainings` the trainings and what of their batches
    one can enroll in. Each filter is looked up once, however often something is counted."""

    def __init__(
        self, moment: Moment, values: Values, meanings: Meanings, *, trainings: bool
    ) -> None:
        self._columns, self._now = moment
        self._values = values
        self._meanings = meanings
        self.of_trainings = trainings
        self._words = [name for name in meanings if name.startswith("word")]
        self._slots: dict[str, int] = {}

    @property
    def columns(self) -> Columns:
        """What it is found in."""
        return self._columns

    def batches(self, *, but: Iterable[str] = ()) -> int:
        """The slots of the batches, leaving out some of the filters."""
        return self._meeting(self._listed, self._names.difference(but))

    @property
    def trainings(self) -> int:
        """The marks of the trainings: with batches where a filter asks for them."""
        columns = self._columns
        marks = self._meeting(columns.marks, self._names & {*OF_TRAINING, *self._words})
        return marks & columns.marks_of(self.batches()) if self.needs_batches else marks

    @property
    def needs_batches(self) -> bool:
        """Whether a filter asks for something of batches."""
        return bool(self._names - OF_TRAINING - set(self._words))

    @cached_property
    def open(self) -> int:
        """Those that one can enroll in now."""
        return self._coming & self._until_now("opens_at") & self._columns.with_seats

    @cached_property
    def _coming(self) -> int:
        return self._columns.used & ~self._until_now("closes_at")

    @cached_property
    def _listed(self) -> int:
        if self.of_trainings:
            return self._coming
        used = self._columns.used
        return used if self._names & IS_IN.keys() else used & ~self._until_now("ends_at")

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self._values)

    def _until_now(self, column: str) -> int:
        return _until(self._columns, column, self._now)

    def _meeting(self, slots: int, names: Iterable[str]) -> int:
        for name in names:
            if name not in self._slots:
                self._slots[name] = self._of(name)
            slots &= self._slots[name]
        return slots

    def _of(self, name: str) -> int:
        """The slots that meet a filter; of those that nobody uses any."""
        columns, meant = self._columns, self._meanings.get(name, {})
        if name in self._words:
            return self._having(meant)
        if name in MEANT:
            return columns.values[MEANT[name]].of(*meant[MEANT[name]])
        value = self._values[name]
        if name in EQUAL:
            return columns.values[EQUAL[name]].of(*(value if isinstance(value, list) else [value]))
        return self.open if name == "seats_left" else OTHERS[name](columns, self._now, value)

    def _having(self, ids: Mapping[str, Sequence[UUID]]) -> int:
        """What has a word: a training, its organization or category, or the city of a batch; a
        training also where it is given next."""
        columns = self._columns
        found = columns.of_trainings(ids["trainings"])
        found |= columns.values["organizations"].of(*ids["organizations"])
        found |= columns.values["categories"].of(*ids["categories"], *ids["subcategories"])
        in_cities = columns.values["cities"].of(*ids["cities"])
        if self.of_trainings and in_cities:
            marks = columns.marks_of(in_cities & self._coming)
            in_cities = columns.whole(map(columns.place, slots_in(marks, columns.length)))
        return found | in_cities


async def find(
    session: AsyncSession, listing: Listing, values: Values, *, trainings: bool
) -> Found:
    """What the filters find now."""
    asked = frozenset((name, value) for name, value in values.items() if _is_meant(name))
    meanings = await listing.kept(asked, lambda: fetch_meanings(session, values))
    # Last, so that nothing changes the columns between this and what is read of them.
    return Found(await listing.now(session), values, meanings, trainings=trainings)


def slots_in(slots: int, length: int) -> Iterator[int]:
    """The numbers of the slots."""
    return compress(range(length), flags_of(slots, length))


def batches_on(columns: Columns, slots: int, page: PageQuery, sort: BatchSort) -> dict[UUID, Seats]:
    """A page of batches in their order: their ids, and how full they are."""
    order = columns.in_order(sort, _KEYS[sort](columns))
    on_page = islice(order.among(slots, page.offset), page.page_size)
    return {batch_id: columns.seats(slot) for slot in on_page if (batch_id := columns.ids[slot])}


def _by(*names: str, down: bool = False) -> Callable[[Columns], Key]:
    """The order by these columns, of which the first may go down, and then by id in the direction
    of the first."""

    def key_of(columns: Columns) -> Key:
        first, *others = (
            columns.left if name == BY_SEATS else columns.sorted_by[name] for name in names
        )
        ids, sign = columns.ids, -1 if down else 1

        def key(slot: int) -> Any:
            id_ = ids[slot]
            assert id_
            return sign * first[slot], *(other[slot] for other in others), sign * id_.int

        return key

    return key_of


def _by_title(name: str) -> Callable[[Columns], Key]:
    def key_of(columns: Columns) -> Key:
        starts, ids = columns.sorted_by["starts_at"], columns.ids

        def key(slot: int) -> Any:
            id_ = ids[slot]
            assert id_
            return getattr(columns.place(slot).row, name), starts[slot], id_.int

        return key

    return key_of


_KEYS: Mapping[BatchSort, Callable[[Columns], Key]] = {
    BatchSort.STARTS_AT: _by("starts_at"),
    BatchSort.STARTS_AT_DESC: _by("starts_at", down=True),
    BatchSort.PRICE: _by("price", "starts_at"),
    BatchSort.PRICE_DESC: _by("price", "starts_at", down=True),
    BatchSort.SEATS_LEFT: _by(BY_SEATS, "starts_at"),
    BatchSort.TITLE_EN: _by_title("by_title_en"),
    BatchSort.TITLE_AR: _by_title("by_title_ar"),
    BatchSort.UPDATED_AT_DESC: _by("updated_at", down=True),
}
