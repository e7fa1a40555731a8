"""Counting what each value of a filter would find: in the columns, with the names from the
database."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kit.db import AsyncSession
from sqlalchemy import (
    ARRAY,
    Integer,
    Text,
    Uuid,
    bindparam,
    cast,
    column,
    func,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.answers.queries import json_object
from catalog.batches.columns import OF_TRAINING
from catalog.batches.filters import values_of
from catalog.batches.found import Found, find
from catalog.batches.listing import Listing
from catalog.batches.schemas import CatalogueFilters
from catalog.categories.models import Category
from catalog.places.models import City
from catalog.replicas.models import Organization
from catalog.spelling.queries import CITY_SPELLINGS

BANDS = ((None, 50_000), (50_000, 100_000), (100_000, 200_000), (200_000, None))
"""Prices in minor units: what most trainings cost lies between 500 and 2,000 riyals."""

_SPELLINGS = json.dumps({city: " ".join(others) for city, others in CITY_SPELLINGS.items()})
_OTHERWISE = cast(literal_column(f"'{_SPELLINGS}'"), JSONB)[col(City.name_en)].astext
_PLACE = (
    col(City.latitude),
    col(City.longitude),
    (col(City.search) + " " + func.coalesce(_OTHERWISE, "")).label("search"),
)
_FILTERS: dict[str, tuple[str, ...]] = {
    "categories": ("category_id",),
    "cities": ("city_id", "state_id"),
    "organizations": ("organization_id",),
    "levels": ("level",),
    "languages": ("language",),
    "modes": ("mode",),
    "months": ("starts_from", "starts_to"),
    "prices": ("price_min", "price_max", "free"),
    "seats_left": ("seats_left",),
}
"""The filters that a facet stands for, and is counted without."""
_NAMED: dict[str, Any] = {"categories": Category, "cities": City, "organizations": Organization}


async def get_facets(
    session: AsyncSession, listing: Listing, filters: CatalogueFilters, *, trainings: bool
) -> bytes:
    """The `Facets` of the list of batches or of that of trainings, as JSON."""
    counts = _Counts(await find(session, listing, values_of(filters), trainings=trainings))
    values: dict[str, list[Any]] = {}
    for facet in _NAMED:
        counted = counts.by_value(facet)
        values[f"{facet}_ids"] = list(counted)
        values[f"{facet}_counts"] = list(counted.values())
    others = counts.others()
    asked = tuple(map(tuple, values.values()))
    named = await listing.kept((NAMES, asked), lambda: _fetch_names(session, values))
    parts = [f'"{facet}": {rows}' for facet, rows in zip(_NAMED, named, strict=True)]
    return f"{{{', '.join(parts)}, {json.dumps(others)[1:]}".encode()


async def _fetch_names(session: AsyncSession, values: Mapping[str, Any]) -> Sequence[str]:
    return tuple((await session.execute(NAMES, values)).one())


class _Counts:
    """The counts of each facet: of batches, or of their trainings."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._columns = found.columns
        self._slots: dict[str, int] = {}

    def by_value(self, facet: str) -> Mapping[Any, int]:
        """How many each value of a column would find, where that is any."""
        slots, columns = self._without(facet), self._columns
        # What a training has stands at its mark as well, so that nothing is carried for each value.
        at_marks = self._found.of_trainings and facet in OF_TRAINING
        counted = columns.marks_of(slots) if at_marks else slots
        count: Callable[[int], int] = int.bit_count if at_marks else self._count
        numbers = {
            value: count(counted & having)
            for value, having in columns.values[facet].items()
            if value is not None
        }
        return {value: number for value, number in numbers.items() if number}

    def others(self) -> dict[str, Any]:
        """What needs no names."""
        return {
            **{facet: self._valued(facet) for facet in ("levels", "languages", "modes")},
            "months": sorted(self._valued("months"), key=lambda row: str(row["value"])),
            "prices": [
                {"min": low, "max": high, "count": self._priced(low, high)} for low, high in BANDS
            ],
            "free": self._priced(None, 0),
            "seats_left": self._count(self._without("seats_left") & self._found.open),
        }

    def _valued(self, facet: str) -> list[dict[str, Any]]:
        counted = self.by_value(facet)
        order = sorted(counted, key=lambda value: (-counted[value], value))
        return [{"value": value, "count": counted[value]} for value in order]

    def _priced(self, low: int | None, high: int | None) -> int:
        """Both ends are included, as the filters include them."""
        slots, prices = self._without("prices"), self._columns.numbers["price"]
        if low is not None:
            slots &= ~prices.below(low)
        if high is not None:
            slots &= prices.below(high + 1)
        return self._count(slots)

    def _without(self, facet: str) -> int:
        """What the filters find that are not the facet's own."""
        if facet not in self._slots:
            self._slots[facet] = self._found.batches(but=_FILTERS[facet])
        return self._slots[facet]

    def _count(self, slots: int) -> int:
        counted = self._columns.marks_of(slots) if self._found.of_trainings else slots
        return counted.bit_count()


def _counted(facet: str) -> Any:
    """The ids and counts of a facet as rows."""
    ids = bindparam(f"{facet}_ids", type_=ARRAY(Uuid))
    counts = bindparam(f"{facet}_counts", type_=ARRAY(Integer))
    columns = column("id", Uuid), column("count", Integer)
    return func.unnest(ids, counts).table_valued(*columns, name=facet).render_derived()


def _named(facet: str, table: Any, counted: Any, more: Iterable[Any] = ()) -> Any:
    """The rows of a table that has names, the most frequent first, as a JSON array."""
    columns = [col(table.id), col(table.name_en), col(table.name_ar), counted.c.count, *more]
    order = (counted.c.count.desc(), col(table.name_en), col(table.id))
    rows = func.json_agg(aggregate_order_by(json_object(columns), *order))
    joined = select(cast(func.coalesce(rows, func.json_build_array()), Text))
    return joined.where(col(table.id) == counted.c.id).scalar_subquery().label(facet)


def _with_main() -> Any:
    """Each count once for its category and once for the main category above: a training has one
    category, so that what is in several adds up."""
    counted = _counted("categories")
    category = aliased(Category)
    own = select(counted.c.id, counted.c.count)
    above = (
        select(col(category.parent_id), counted.c.count)
        .join(category, col(category.id) == counted.c.id)
        .where(col(category.parent_id).is_not(None))
    )
    both = union_all(own, above).subquery()
    total = cast(func.sum(both.c.count), Integer).label("count")
    return select(both.c.id, total).group_by(both.c.id).subquery()


NAMES = select(
    _named("categories", Category, _with_main()),
    _named("cities", City, _counted("cities"), _PLACE),
    _named("organizations", Organization, _counted("organizations")),
)
"""One row with a JSON array for each facet whose values have names."""
