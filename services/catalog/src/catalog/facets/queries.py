"""Count the results of each filter value, in one statement for all filters."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from kit.database.db import AsyncSession
from kit.web.cache import depends_on
from sqlalchemy import (
    CTE,
    ColumnElement,
    Integer,
    Select,
    Text,
    and_,
    case,
    cast,
    func,
    literal_column,
    null,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.answers.queries import fetch_json, json_object
from catalog.batches.filters.queries import Names, filter_batch_fields, filter_trainings, get_values
from catalog.batches.models import Batch
from catalog.batches.queries import is_listed
from catalog.batches.rules import IS_COMING, IS_OPEN
from catalog.batches.schemas import CatalogueFilters
from catalog.batches.seat_changes.queries import ANY_BATCH
from catalog.categories.models import Category
from catalog.places.models import City
from catalog.replicas.models import Organization
from catalog.spelling.queries import CITY_SPELLINGS
from catalog.trainings.models import Training
from catalog.trainings.queries import IS_PUBLIC

BANDS = ((None, 50_000), (50_000, 100_000), (100_000, 200_000), (200_000, None))
"""Price bands in minor units; most trainings cost between 500 and 2,000 riyals."""

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
"""Filters of each facet, which its own counts ignore."""
_VALUES: dict[str, Any] = {
    "categories": col(Training.category_id),
    "cities": col(Batch.city_id),
    "organizations": col(Training.organization_id),
    "levels": cast(col(Training.level), Text),
    "languages": cast(col(Batch.language), Text),
    "modes": cast(col(Batch.mode), Text),
    "months": func.to_char(func.timezone("Asia/Riyadh", col(Batch.starts_at)), "YYYY-MM"),
}
"""Facets with one count per value."""
_PRICE = col(Batch.price_minor)
_BANDS: dict[str, ColumnElement[bool]] = {
    f"band{number}": and_(
        low <= _PRICE if low is not None else true(), high >= _PRICE if high is not None else true()
    )
    for number, (low, high) in enumerate(BANDS)
}
"""Both ends are inclusive, as in the filters."""
_FLAGS: dict[str, ColumnElement[bool]] = {**_BANDS, "free": _PRICE == 0, "seats_left": IS_OPEN}
"""Facets that count the rows matching a condition."""


async def get_facets(session: AsyncSession, filters: CatalogueFilters, *, trainings: bool) -> bytes:
    """Return the `Facets` of the list of batches or trainings, as JSON."""
    depends_on(ANY_BATCH)
    values = get_values(filters)
    return await fetch_json(session, _facets(frozenset(values), trainings=trainings), values)


@lru_cache(maxsize=128)
def _facets(names: Names, *, trainings: bool) -> Select[str]:
    listed = _select_listed(names, trainings=trainings)
    columns = [listed.c[facet] for facet in _VALUES]
    if trainings:
        # Count each training once per value, and once per band that includes any of its batches.
        sets = func.grouping_sets(*(tuple_(each, listed.c.training_id) for each in columns))
        pairs = select(*columns, listed.c.training_id).group_by(sets).subquery()
        values = [pairs.c[facet] for facet in _VALUES]
        counts = select(*values, func.count().label("count")).group_by(*values).cte("counts")
        flags: Any = (
            select(*(func.bool_or(listed.c[name]).label(name) for name in _FLAGS))
            .group_by(listed.c.training_id)
            .subquery()
        )
    else:
        sets = func.grouping_sets(*(tuple_(each) for each in columns))
        counts = select(*columns, func.count().label("count")).group_by(sets).cte("counts")
        flags = listed
    flagged = {name: func.count().filter(flags.c[name]) for name in _FLAGS}
    bands = [
        func.json_build_object(
            *_build_pair("min", low),
            *_build_pair("max", high),
            *_build_pair("count", flagged[band]),
        )
        for band, (low, high) in zip(_BANDS, BANDS, strict=True)
    ]
    row = [
        _select_named("categories", Category, _add_main_categories(counts)),
        _select_named("cities", City, _select_counts(counts, "cities"), _PLACE),
        _select_named("organizations", Organization, _select_counts(counts, "organizations")),
        *(_select_values(counts, facet) for facet in ("levels", "languages", "modes", "months")),
        func.json_build_array(*bands).label("prices"),
        flagged["free"].label("free"),
        flagged["seats_left"].label("seats_left"),
    ]
    return select(cast(json_object(row), Text)).select_from(flags)


def _select_listed(names: Names, *, trainings: bool) -> CTE:
    """Select the batches that match the filters without a facet.

    A facet's column is set where the filters of all other facets match.
    """

    def asked(of: Iterable[str]) -> tuple[ColumnElement[bool], ...]:
        chosen = names.intersection(of)
        return (*filter_trainings(chosen, cities=not trainings), *filter_batch_fields(chosen))

    def column(name: str, facet: str, value: ColumnElement[Any]) -> ColumnElement[Any]:
        others = [
            condition
            for other, filters in _FILTERS.items()
            if other != facet
            for condition in asked(filters)
        ]
        return (case((and_(*others), value), else_=null()) if others else value).label(name)

    columns = [column(facet, facet, value) for facet, value in _VALUES.items()]
    columns += [
        column(name, "seats_left" if name == "seats_left" else "prices", value)
        for name, value in _FLAGS.items()
    ]
    where = (IS_PUBLIC, IS_COMING) if trainings else is_listed(names)
    return (
        select(col(Batch.training_id), *columns)
        .select_from(Batch)
        .join(Training, col(Training.id) == col(Batch.training_id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(*where, *asked(names.difference(*_FILTERS.values())))
        .cte("listed")
    )


def _select_counts(counts: CTE, facet: str) -> Any:
    """Select the values of a facet with their counts. Rows of other facets have none."""
    value = counts.c[facet]
    return select(value.label("id"), counts.c.count).where(value.is_not(None)).subquery()


def _select_values(counts: CTE, facet: str) -> Any:
    counted = _select_counts(counts, facet)
    order = (counted.c.id,) if facet == "months" else (counted.c.count.desc(), counted.c.id)
    return _aggregate_rows([counted.c.id.label("value"), counted.c.count], order).label(facet)


def _select_named(facet: str, table: Any, counted: Any, more: Iterable[Any] = ()) -> Any:
    """Select a facet's counts with names from a table, most frequent first."""
    columns = [col(table.id), col(table.name_en), col(table.name_ar), counted.c.count, *more]
    order = (counted.c.count.desc(), col(table.name_en), col(table.id))
    return _aggregate_rows(columns, order, col(table.id) == counted.c.id).label(facet)


def _aggregate_rows(
    columns: Iterable[Any], order: Iterable[Any], *where: ColumnElement[bool]
) -> Any:
    """Aggregate rows into a JSON array."""
    rows = func.json_agg(aggregate_order_by(json_object(columns), *order))
    return select(func.coalesce(rows, func.json_build_array())).where(*where).scalar_subquery()


def _add_main_categories(counts: CTE) -> Any:
    """Add each count to the category and to its main category.

    A training has one category, so the sums contain no duplicates.
    """
    counted = _select_counts(counts, "categories")
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


def _build_pair(name: str, value: Any) -> tuple[Any, Any]:
    return literal_column(f"'{name}'", Text), null() if value is None else value
