"""Counting what each value of a filter would find, all of them in one statement."""

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

from contracts.catalog import BatchStatus
from kit.db import AsyncSession
from sqlalchemy import (
    CTE,
    JSON,
    ColumnElement,
    Integer,
    Select,
    Subquery,
    Text,
    and_,
    cast,
    func,
    literal_column,
    null,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by
from sqlmodel import col

from catalog.answers.queries import fetch_json, json_object
from catalog.batches.availability import IS_COMING, IS_IN, IS_OPEN
from catalog.batches.filters import Names, of_batch, of_training, values_of
from catalog.batches.models import Batch
from catalog.batches.schemas import CatalogueFilters
from catalog.categories.models import Category
from catalog.places.models import City
from catalog.replicas.models import Organization
from catalog.spelling.queries import CITY_SPELLINGS
from catalog.trainings.models import Training
from catalog.trainings.queries import IS_PUBLIC

BANDS = ((None, 50_000), (50_000, 100_000), (100_000, 200_000), (200_000, None))
"""Prices in minor units: what most trainings cost lies between 500 and 2,000 riyals."""

_SPELLINGS = json.dumps({city: " ".join(others) for city, others in CITY_SPELLINGS.items()})
_OTHERWISE = cast(literal_column(f"'{_SPELLINGS}'"), JSONB)[col(City.name_en)].astext
_PLACE = (
    col(City.latitude),
    col(City.longitude),
    (col(City.search) + " " + func.coalesce(_OTHERWISE, "")).label("search"),
)
_COLUMNS: dict[str, Any] = {
    "training_id": col(Batch.training_id),
    "categories": col(Training.category_id),
    "cities": col(Batch.city_id),
    "organizations": col(Training.organization_id),
    "levels": col(Training.level),
    "languages": col(Batch.language),
    "modes": col(Batch.mode),
    "months": func.to_char(func.timezone("Asia/Riyadh", col(Batch.starts_at)), "YYYY-MM"),
    "prices": col(Batch.price_minor),
    "seats_left": IS_OPEN,
}
_FILTERS: dict[str, Names] = {
    "categories": frozenset({"category_id"}),
    "cities": frozenset({"city_id", "state_id"}),
    "organizations": frozenset({"organization_id"}),
    "levels": frozenset({"level"}),
    "languages": frozenset({"language"}),
    "modes": frozenset({"mode"}),
    "months": frozenset({"starts_from", "starts_to"}),
    "prices": frozenset({"price_min", "price_max", "free"}),
    "seats_left": frozenset({"seats_left"}),
}
"""The filters that a facet stands for, and is counted without."""


async def get_facets(session: AsyncSession, filters: CatalogueFilters, *, trainings: bool) -> bytes:
    """The `Facets` of the list of batches or of that of trainings, as JSON."""
    values = values_of(filters)
    return await fetch_json(session, _facets(frozenset(values), trainings=trainings), values)


@lru_cache(maxsize=128)
def _facets(names: Names, *, trainings: bool) -> Select[str]:
    counts = _Counts(names, trainings=trainings)
    facets = [
        counts.named("categories", Category, _with_main(counts.without("categories"))),
        counts.named("cities", City, more=_PLACE),
        counts.named("organizations", Organization),
        counts.valued("levels"),
        counts.valued("languages"),
        counts.valued("modes"),
        counts.valued("months", in_order=True),
        counts.priced(),
        counts.those("prices", lambda price: price == 0).label("free"),
        counts.those("seats_left", lambda is_open: is_open).label("seats_left"),
    ]
    return select(cast(json_object(facets), Text))


class _Counts:
    """The counts of each facet, as expressions: of batches, or of their trainings."""

    def __init__(self, names: Names, *, trainings: bool) -> None:
        self._names = names
        self._trainings = trainings
        self._all = self._matching(names, "matching")

    def valued(self, facet: str, *, in_order: bool = False) -> Any:
        """By value."""
        counted = self._by(facet, self.without(facet), "value")
        order = () if in_order else (counted.c.count.desc(),)
        return _list(select(), [*counted.c], *order, counted.c.value).label(facet)

    def named(
        self, facet: str, table: Any, found: CTE | None = None, more: Iterable[Any] = ()
    ) -> Any:
        """By row of a table that has names."""
        counted = self._by(facet, self.without(facet) if found is None else found, "id")
        columns = [col(table.id), col(table.name_en), col(table.name_ar), counted.c.count, *more]
        order = (counted.c.count.desc(), col(table.name_en), col(table.id))
        joined = select().where(col(table.id) == counted.c.id)
        return _list(joined, columns, *order).label(facet)

    def priced(self) -> Any:
        """By span of prices."""
        bands = [
            json_object(
                [
                    _number(low).label("min"),
                    _number(high).label("max"),
                    self.those("prices", partial(_is_between, low, high)).label("count"),
                ]
            )
            for low, high in BANDS
        ]
        return func.json_build_array(*bands, type_=JSON).label("prices")

    def those(self, facet: str, which: Callable[[Any], ColumnElement[bool]]) -> Any:
        """One number."""
        found = self.without(facet)
        count = select(self._count(found)).select_from(found).where(which(found.c[facet]))
        return count.scalar_subquery()

    def without(self, facet: str) -> CTE:
        """What the filters find that are not the facet's own."""
        others = self._names - _FILTERS[facet]
        return self._all if others == self._names else self._matching(others, f"any_{facet}")

    def _by(self, facet: str, found: CTE, label: str) -> Subquery:
        value = found.c[facet].label(label)
        return select(value, self._count(found).label("count")).group_by(value).subquery()

    def _count(self, found: CTE) -> ColumnElement[int]:
        return func.count(found.c.training_id.distinct()) if self._trainings else func.count()

    def _matching(self, names: Names, name: str) -> CTE:
        # Of trainings it is what one can enroll in now or later, as in their list.
        is_listed = IS_COMING if self._trainings else col(Batch.status) == BatchStatus.PUBLISHED
        of = of_training(names, cities=not self._trainings)
        statement = (
            select(*(column.label(label) for label, column in _COLUMNS.items()))
            .select_from(Batch)
            .join(Training, col(Training.id) == col(Batch.training_id))
            .join(Organization, col(Organization.id) == col(Training.organization_id))
            .where(is_listed, IS_PUBLIC, *of, *of_batch(names))
        )
        if names.isdisjoint(IS_IN):
            statement = statement.where(col(Batch.ends_at) > func.now())
        return statement.cte(name)


def _with_main(found: CTE) -> CTE:
    """Each row once for its category and once for the main category above."""
    own = select(found.c.training_id, found.c.categories)
    main = select(found.c.training_id, col(Category.parent_id)).join(
        Category, and_(col(Category.id) == found.c.categories, col(Category.parent_id).is_not(None))
    )
    return union_all(own, main).cte("categories_of")


def _list(statement: Select[*tuple[()]], columns: list[Any], *order: Any) -> Any:
    """The rows of a statement as a JSON array."""
    rows = func.json_agg(aggregate_order_by(json_object(columns), *order))
    return statement.add_columns(func.coalesce(rows, func.json_build_array())).scalar_subquery()


def _is_between(low: int | None, high: int | None, price: Any) -> ColumnElement[bool]:
    """Both ends are included, as the filters include them."""
    return and_(
        *(price >= end for end in (low,) if end is not None),
        *(price <= end for end in (high,) if end is not None),
    )


def _number(value: int | None) -> ColumnElement[Any]:
    return cast(null(), Integer) if value is None else literal_column(str(value), Integer)
