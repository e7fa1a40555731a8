"""The order in which trainings are found in the columns, and what is offered of each."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from kit.pages import PageQuery

from catalog.batches.columns import Columns, Place
from catalog.batches.found import Found, slots_in
from catalog.batches.rows import Seats
from catalog.offers.schemas import TrainingSort


class Offer(NamedTuple):
    """What the batches of a training come to that are found: the columns of a `TrainingCard`."""

    batches: int
    price_from_minor: int | None
    price_to_minor: int | None
    currency: str | None
    seats_left: int
    next_id: UUID | None
    """The batch that begins first."""
    next_seats: Seats | None


def offers_on(found: Found, page: PageQuery, sort: TrainingSort) -> dict[UUID, Offer]:
    """A page of trainings in their order: their ids, and what of them is found."""
    slots = found.batches()
    on_page = islice(_in_order(found, sort), page.offset, page.offset + page.page_size)
    return {place.row.id: offer_of(found.columns, slots, place) for place in on_page}


def offer_of(columns: Columns, slots: int, place: Place) -> Offer:
    """What those of the slots come to that are the training's."""
    own = slots >> place.start & (1 << place.size) - 1
    batches = [place.start + slot for slot in slots_in(own, place.size)]
    if not batches:
        return Offer(0, None, None, None, 0, None, None)
    prices, starts = columns.sorted_by["price"], columns.sorted_by["starts_at"]
    ids, left = columns.ids, columns.left_of(place)
    first = min(batches, key=lambda slot: (starts[slot], ids[slot]))
    return Offer(
        batches=len(batches),
        price_from_minor=min(prices[slot] for slot in batches),
        price_to_minor=max(prices[slot] for slot in batches),
        currency=min(
            currency
            for currency, having in columns.values["currencies"].items()
            if having >> place.start & own
        ),
        seats_left=sum(left[slot - place.start] for slot in batches),
        next_id=ids[first],
        next_seats=columns.seats(first),
    )


def _in_order(found: Found, sort: TrainingSort) -> Iterable[Place]:
    match sort:
        case TrainingSort.STARTS_AT:
            return _by_first(found, "starts_at")
        case TrainingSort.PRICE:
            return _by_first(found, "price")
        case TrainingSort.PRICE_DESC:
            return _by_price_down(found)
        case TrainingSort.TITLE_EN:
            return sorted(_places(found, found.trainings), key=_by_title("by_title_en"))
        case TrainingSort.TITLE_AR:
            return sorted(_places(found, found.trainings), key=_by_title("by_title_ar"))
        case TrainingSort.UPDATED_AT_DESC:
            places = _places(found, found.trainings)
            return sorted(places, key=lambda at: (-at.row.updated_at, -at.row.id.int))


def _by_first(found: Found, name: str) -> Iterator[Place]:
    """By the least of their batches, then those without any; both by title where that is the same.

    Most pages are among the first, so the rest is not even looked at.
    """
    slots = found.batches()
    yield from _owners(found.columns, slots, name)
    yield from sorted(_without(found, slots), key=_by_title("by_title_en"))


def _by_price_down(found: Found) -> Iterator[Place]:
    columns, slots = found.columns, found.batches()
    prices = columns.sorted_by["price"]
    cheapest: dict[Place, int] = {}
    for slot in _slots(columns, slots, "price"):
        cheapest.setdefault(columns.place(slot), prices[slot])
    yield from sorted(cheapest, key=lambda at: (-cheapest[at], at.row.by_title_en, -at.row.id.int))
    yield from sorted(_without(found, slots), key=lambda at: (at.row.by_title_en, -at.row.id.int))


def _owners(columns: Columns, slots: int, name: str) -> Iterator[Place]:
    """The training of each batch, each once, in the order of their least."""
    seen = set()
    for slot in _slots(columns, slots, name):
        place = columns.place(slot)
        if place not in seen:
            seen.add(place)
            yield place


def _slots(columns: Columns, slots: int, name: str) -> Iterator[int]:
    """The slots by a number, then by the title of their trainings."""
    order = columns.in_order(f"trainings by {name}", _key(columns, name))
    return order.among(slots)


def _key(columns: Columns, name: str) -> Callable[[int], Any]:
    numbers = columns.sorted_by[name]

    def key(slot: int) -> Any:
        row = columns.place(slot).row
        return numbers[slot], row.by_title_en, row.id.int

    return key


def _without(found: Found, slots: int) -> Iterator[Place]:
    """The trainings that are found without a batch."""
    return _places(found, found.trainings & ~found.columns.marks_of(slots))


def _places(found: Found, marks: int) -> Iterator[Place]:
    columns = found.columns
    return map(columns.place, slots_in(marks, columns.length))


def _by_title(name: str) -> Callable[[Place], Any]:
    return lambda place: (getattr(place.row, name), place.row.id.int)
