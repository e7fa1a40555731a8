"""The public catalogue as bits: a large integer for each value of a filter, a bit for each batch.

A filter is then the AND of two integers and a count a population count, some microseconds each for
100,000 batches. The slots of a training lie side by side, and the last of them, its mark, is no
batch's: added to a number with all slots but the marks, any batch of a training carries into its
mark, so that trainings are counted as quickly as batches are.

Times are compared as whole seconds since 1970: less than a second decides nothing that is shown.

Seats are figures of `kit.cache`: whatever gives some away says so. A figure is a batch or training,
by its id, which batches have seats at all, or their order by seats.
"""

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Any
from uuid import UUID

from kit.cache import shows

from catalog.batches.bits import MAX_NUMBER, Numbers, Values, bits_at
from catalog.batches.orders import MAX_MOVED, Key, Order
from catalog.batches.rows import (
    ALL,
    BY_SEATS,
    SEATS,
    WITH_SEATS,
    BatchRow,
    Seats,
    TrainingRow,
    figures_changed,
)

_EMPTY = object()
"""The value of a slot that is no batch's."""

OF_TRAINING = {
    "categories": attrgetter("category_id"),
    "organizations": attrgetter("organization_id"),
    "levels": attrgetter("level"),
    "standards": attrgetter("standard_code"),
}
"""What all slots of a training have, also those that are in use by no batch."""
OF_BATCH = {
    "cities": attrgetter("city_id"),
    "modes": attrgetter("mode"),
    "languages": attrgetter("language"),
    "months": attrgetter("month"),
    "currencies": attrgetter("currency"),
}
NUMBERS = ("starts_at", "ends_at", "opens_at", "closes_at", "price")
MAX_WHOLES = 200
"""Sets of trainings whose slots are kept, each some kilobytes."""
SORTED_BY = {"starts_at": "d", "updated_at": "d", "price": "q"}
"""What batches are sorted by, exactly, and how it is kept: that, and seats."""
VERSIONS = {"version": "i", "changed_in": "q"}
"""What nothing is found or sorted by, and how it is kept."""


class Place:
    """Where a training's batches are: `size` slots from `start` on, and the mark after them."""

    __slots__ = ("row", "size", "start")

    def __init__(self, row: TrainingRow, start: int, size: int) -> None:
        self.row = row
        self.start = start
        self.size = size

    @property
    def mark(self) -> int:
        """The training's own slot."""
        return self.start + self.size

    @property
    def slots(self) -> range:
        """What its batches can have."""
        return range(self.start, self.mark)


class Columns:
    """The rows of the public catalogue.

    Its methods do not await, so nobody reads what is half changed.
    """

    def __init__(self, trainings: Iterable[TrainingRow], batches: Iterable[BatchRow]) -> None:
        batches_of = defaultdict(list)
        for batch in batches:
            batches_of[batch.training_id].append(batch)
        rows = list(trainings)
        sizes = [_room(len(batches_of[row.id])) for row in rows]
        *starts, length = accumulate((size + 1 for size in sizes), initial=0)
        places = [Place(*each) for each in zip(rows, starts, sizes, strict=True)]
        self._slots: dict[UUID, int] = {}
        self._vacant: list[Place] = []
        self._orders: dict[str, Order] = {}
        self._moved: dict[str, set[int]] = {}
        self.places = {place.row.id: place for place in places}
        self._wholes: dict[tuple[UUID, ...], int] = {}
        self.ids: list[UUID | None] = []
        self.values = {name: Values() for name in (*OF_TRAINING, *OF_BATCH)}
        self.numbers: dict[str, Numbers] = {}
        self.used = self._with_seats = self.marks = 0
        self._places: list[Place | None] = []
        self._values: dict[str, list[Hashable]] = {name: [] for name in OF_BATCH}
        self.sorted_by = {name: array(kind) for name, kind in SORTED_BY.items()}
        self._seats = {name: array(kind) for name, kind in SEATS.items()}
        self._versions = {name: array(kind) for name, kind in VERSIONS.items()}
        self._exact = self.sorted_by | self._seats | self._versions
        self._extend(length)
        self._fill(places, batches_of)

    @property
    def length(self) -> int:
        """How many slots there are."""
        return len(self.ids)

    def slots_of(self, batch_ids: Iterable[UUID]) -> int:
        """The slots of those of the batches that are public."""
        return bits_at([self._slots[each] for each in batch_ids if each in self._slots])

    def slot_of(self, batch_id: UUID) -> int | None:
        """A public batch's slot."""
        return self._slots.get(batch_id)

    def changed_in(self, batch_id: UUID) -> int | None:
        """The transaction that a public batch is read of."""
        slot = self._slots.get(batch_id)
        return None if slot is None else self._versions["changed_in"][slot]

    def seats(self, slot: int) -> Seats:
        """Those of the batch of a slot."""
        shows(self.ids[slot])
        seats = self._seats
        return Seats(
            self._versions["version"][slot],
            seats["seats_taken"][slot],
            seats["seats_left"][slot],
            seats["waiting"][slot],
        )

    def left_of(self, place: Place) -> Sequence[int]:
        """The seats left of each slot of a training."""
        shows(place.row.id)
        return self._seats["seats_left"][place.start : place.mark]

    @property
    def left(self) -> Sequence[int]:
        """The seats left of each slot, for sorting by them."""
        shows(BY_SEATS)
        return self._seats["seats_left"]

    @property
    def with_seats(self) -> int:
        """The slots of the batches that have seats."""
        shows(WITH_SEATS)
        return self._with_seats

    def place(self, slot: int) -> Place:
        """Whose a slot or mark is."""
        found = self._places[slot]
        assert found is not None
        return found

    def marks_of(self, slots: int) -> int:
        """The marks of the trainings that have any of these slots, which are used ones."""
        return (slots + ((1 << self.length) - 1 ^ self.marks)) & self.marks

    def whole(self, places: Iterable[Place]) -> int:
        """All slots and marks of trainings."""
        starts, marks = [], []
        for place in places:
            starts.append(place.start)
            marks.append(place.mark)
        ends = bits_at(marks)
        # The difference of two powers of two is all bits between them.
        return ends - bits_at(starts) | ends

    def of_trainings(self, training_ids: Sequence[UUID]) -> int:
        """All slots and marks of those of the trainings that are public. They are kept: a list and
        its counts ask for those that have a word."""
        key = tuple(training_ids)
        if key not in self._wholes:
            if len(self._wholes) == MAX_WHOLES:
                self._wholes.clear()
            found = map(self.places.get, key)
            self._wholes[key] = self.whole(place for place in found if place)
        return self._wholes[key]

    def put_training(self, row: TrainingRow) -> bool:
        """Take over a public training; whether anything is new. The batches of one that was not
        there are still to come."""
        place = self.places.get(row.id)
        if place is None:
            self._enter(row, _room(0))
            return True
        before = place.row
        if before != row:
            self._flip_training(place)
            place.row = row
            self._flip_training(place)
        # Where another's title comes in, the others follow one another as before.
        if (before.title_en, before.title_ar) != (row.title_en, row.title_ar):
            self._move(*place.slots)
        return before != row

    def remove_training(self, training_id: UUID) -> None:
        """A training is public no more, and so are its batches."""
        place = self.places.pop(training_id)
        self._wholes.clear()
        for slot in place.slots:
            if batch_id := self.ids[slot]:
                self.remove_batch(batch_id)
        self._flip_training(place)
        self.marks ^= 1 << place.mark
        self._vacant.append(place)

    def put_batch(self, row: BatchRow) -> set[Hashable]:
        """Take over a published batch; the figures that are others besides its own, or `ALL`. One
        whose training is not public is passed over."""
        if row.training_id not in self.places:
            return set()
        slot = self._slots.get(row.id)
        if slot is None:
            self._write(self._free_slot(row.training_id), row)
            return {ALL}
        if self.changed_in(row.id) == row.changed_in:
            return set()
        before = self._row(slot)
        self._write(slot, row)
        return figures_changed(before, self._row(slot))

    def remove_batch(self, batch_id: UUID) -> bool:
        """A batch is public no more; whether it was."""
        slot = self._slots.pop(batch_id, None)
        if slot is None:
            return False
        for name, column in self._values.items():
            self.values[name].flip(column[slot], 1 << slot)
            column[slot] = _EMPTY
        for numbers in self.numbers.values():
            numbers[slot] = 0
        self.ids[slot] = None
        self._set(slot, used=False, with_seats=False)
        self._move(slot)
        return True

    def in_order(self, name: str, key: Key) -> Order:
        """The slots in use in an order, which is kept by its name."""
        order, moved = self._orders.get(name), self._moved.get(name, set())
        if order is None or len(moved) > MAX_MOVED:
            order = Order(self._slots.values(), key)
        elif moved:
            order.move(moved, [slot for slot in moved if self.ids[slot]])
        self._orders[name], self._moved[name] = order, set()
        return order

    def _fill(self, places: list[Place], batches_of: dict[UUID, list[BatchRow]]) -> None:
        """Write all rows at once: one by one each would copy every column."""
        with_seats: list[int] = []
        slots_of: dict[str, dict[Hashable, list[int]]] = {
            name: defaultdict(list) for name in OF_BATCH
        }
        numbers = {name: array("I", bytes(4 * self.length)) for name in NUMBERS}
        for place in places:
            self._places[place.start : place.mark + 1] = [place] * (place.size + 1)
            for slot, row in enumerate(batches_of[place.row.id], place.start):
                self._keep(slot, row)
                for name, get in OF_BATCH.items():
                    slots_of[name][get(row)].append(slot)
                for name in NUMBERS:
                    numbers[name][slot] = _number(row, name)
                if row.seats_left > 0:
                    with_seats.append(slot)
        for name, by_value in slots_of.items():
            for value, slots in by_value.items():
                self.values[name].flip(value, bits_at(slots))
                for slot in slots:
                    self._values[name][slot] = value
        places_of: dict[str, dict[Hashable, list[Place]]] = {
            name: defaultdict(list) for name in OF_TRAINING
        }
        for name, get in OF_TRAINING.items():
            for place in places:
                places_of[name][get(place.row)].append(place)
            for value, of_value in places_of[name].items():
                self.values[name].flip(value, self.whole(of_value))
        self.numbers = {name: Numbers(column) for name, column in numbers.items()}
        self.used = bits_at(list(self._slots.values()))
        self._with_seats = bits_at(with_seats)
        self.marks = bits_at([place.mark for place in places])

    def _write(self, slot: int, row: BatchRow) -> None:
        before = {name: self._exact[name][slot] for name in (*SORTED_BY, BY_SEATS)}
        is_new = self.ids[slot] is None
        self._keep(slot, row)
        for name, get in OF_BATCH.items():
            old, new = self._values[name][slot], get(row)
            if new != old:
                if old is not _EMPTY:
                    self.values[name].flip(old, 1 << slot)
                self.values[name].flip(new, 1 << slot)
                self._values[name][slot] = new
        for name, numbers in self.numbers.items():
            numbers[slot] = _number(row, name)
        self._set(slot, used=True, with_seats=row.seats_left > 0)
        changed = {name for name in before if before[name] != self._exact[name][slot]}
        if is_new or changed:
            self._move(slot, seats_only=not is_new and changed == {BY_SEATS})

    def _keep(self, slot: int, row: BatchRow) -> None:
        self._slots[row.id] = slot
        self.ids[slot] = row.id
        for name, column in self._exact.items():
            column[slot] = getattr(row, name)

    def _move(self, *slots: int, seats_only: bool = False) -> None:
        """Have slots sorted into the orders anew."""
        for name, moved in self._moved.items():
            if not seats_only or name == BY_SEATS:
                moved.update(slots)

    def _set(self, slot: int, *, used: bool, with_seats: bool) -> None:
        bit = 1 << slot
        self.used = self.used | bit if used else self.used & ~bit
        self._with_seats = self._with_seats | bit if with_seats else self._with_seats & ~bit

    def _flip_training(self, place: Place) -> None:
        for name, get in OF_TRAINING.items():
            self.values[name].flip(get(place.row), self.whole([place]))

    def _free_slot(self, training_id: UUID) -> int:
        place = self.places[training_id]
        for slot in place.slots:
            if self.ids[slot] is None:
                return slot
        rows = [self._row(slot) for slot in place.slots]
        self.remove_training(training_id)
        self._enter(place.row, _room(len(rows) + 1))
        for row in rows:
            self.put_batch(row)
        return self._free_slot(training_id)

    def _enter(self, row: TrainingRow, size: int) -> None:
        """Give a training a place: one that was left, or a new one after all others."""
        vacant = [place for place in self._vacant if place.size >= size]
        if vacant:
            place = min(vacant, key=attrgetter("size"))
            self._vacant.remove(place)
            place = Place(row, place.start, place.size)
        else:
            place = Place(row, self.length, size)
            self._extend(size + 1)
        self._places[place.start : place.mark + 1] = [place] * (place.size + 1)
        self.places[row.id] = place
        self._wholes.clear()
        self.marks |= 1 << place.mark
        self._flip_training(place)

    def _extend(self, slots: int) -> None:
        self.ids += [None] * slots
        self._places += [None] * slots
        for written in self._values.values():
            written.extend([_EMPTY] * slots)
        for column in self._exact.values():
            column.extend([0] * slots)
        for numbers in self.numbers.values():
            numbers.extend(slots)

    def _row(self, slot: int) -> BatchRow:
        """What was written there."""
        values: dict[str, Any] = {
            name: self._values[column][slot]
            for name, column in (
                ("city_id", "cities"),
                ("mode", "modes"),
                ("language", "languages"),
                ("month", "months"),
                ("currency", "currencies"),
            )
        }
        values |= {name: numbers[slot] for name, numbers in self.numbers.items()}
        values |= {name: column[slot] for name, column in self._exact.items()}
        batch_id = self.ids[slot]
        assert batch_id
        return BatchRow(id=batch_id, training_id=self.place(slot).row.id, **values)


def _number(row: BatchRow, name: str) -> int:
    """What has no place among the numbers is the first or the last of them."""
    return min(max(int(getattr(row, name)), 0), MAX_NUMBER)


def _room(batches: int) -> int:
    """Slots for a training of so many batches, and for some more: a new one then moves nothing."""
    return batches + batches // 4 + 2
