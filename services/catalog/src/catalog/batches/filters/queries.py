"""The filters of trainings and batches: their conditions, made once, and the values of a request.

A filter that is given is known by the name of its parameter. Statements differ by those names
alone, so they are kept: to put one together costs more than PostgreSQL's answer.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any
from uuid import UUID

from kit.database.search import MAX_WORDS, split_words
from kit.domain.timezone import get_day_end, get_day_start
from sqlalchemy import (
    Boolean,
    ColumnElement,
    Select,
    Text,
    Uuid,
    bindparam,
    func,
    or_,
    select,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.batches.rules import IS_COMING, IS_IN, IS_OPEN
from catalog.batches.schemas import CatalogueFilters
from catalog.categories.models import Category
from catalog.places.models import City
from catalog.places.queries import in_state
from catalog.replicas.models import Organization
from catalog.tables import SearchKind, metadata
from catalog.trainings.models import Training

Names = frozenset[str]
"""The filters that a request gives; a phase is its own name."""
Conditions = Iterator[ColumnElement[bool]]

WORDS = [f"word{number}" for number in range(MAX_WORDS)]

_TRAINING, _ORGANIZATION, _CITY = aliased(Training), aliased(Organization), aliased(City)
_CATEGORY, _MAIN = aliased(Category), aliased(Category)


def values_of(filters: CatalogueFilters) -> dict[str, Any]:
    """The values of the filters that are given, by their names; `status` is the caller's."""
    values = filters.model_dump(exclude_defaults=True, exclude={"search", "status"})
    values |= zip(WORDS, split_words(filters.search), strict=False)
    if filters.starts_from:
        values["starts_from"] = get_day_start(filters.starts_from)
    if filters.starts_to:
        values["starts_to"] = get_day_end(filters.starts_to)
    if phase := values.pop("phase", None):
        values[phase] = True
    return values


def of_training(names: Names, *, cities: bool = False) -> Conditions:
    """What is asked of a training. A word may also be the batch's city, or a city where the
    training is given next. Words are found by their stems."""
    for word in sorted(names.intersection(WORDS)):
        yield or_(*_places_of(word, cities=cities))
    yield from (condition for name, condition in _OF_TRAINING.items() if name in names)


def filter_batches(names: Names) -> list[ColumnElement[bool]]:
    """Build the conditions on a batch and its training, without the search."""
    return [*of_training(names.difference(WORDS)), *of_batch(names)]


def search_batches(text: str | None) -> ColumnElement[bool] | None:
    """Build the condition that a batch's document has the stem of every word."""
    if not (words := split_words(text)):
        return None
    documents = metadata.tables["search_documents"].c
    has_stems = (documents.text.like(func.search_pattern(_stem_of(word))) for word in words)
    found = select(documents.id).where(documents.kind == SearchKind.BATCH, *has_stems)
    return col(Batch.id).in_(found.correlate(None))


@cache
def _pattern_of(word: str) -> ColumnElement[str]:
    """The same one in all parts of a statement, which has it once."""
    made = func.search_pattern(func.search_stem(bindparam(word, type_=Text)))
    return select(select(made.label("pattern")).cte(f"{word}_is").c.pattern).scalar_subquery()


def _stem_of(word: str) -> ColumnElement[str]:
    # A constant, because PostgreSQL estimates the frequency of a word from its statistics.
    constant = bindparam(None, word, literal_execute=True, unique=True, type_=Text)
    return func.search_stem(constant, type_=Text)


def of_batch(names: Names) -> list[ColumnElement[bool]]:
    """What is asked of a batch beyond its training."""
    return [condition for name, condition in _OF_BATCH.items() if name in names]


def _is_in(column: Any, name: str) -> ColumnElement[bool]:
    found: ColumnElement[bool] = column.in_(bindparam(name, type_=column.type, expanding=True))
    return found


def _branch() -> Select[UUID]:
    """The category of the parameter `category_id` and its subcategories."""
    category_id = bindparam("category_id", type_=Uuid)
    return select(col(_CATEGORY.id)).where(
        or_(col(_CATEGORY.id) == category_id, col(_CATEGORY.parent_id) == category_id)
    )


def _places_of(word: str, *, cities: bool) -> Conditions:
    """Where a word may be: in trainings, organizations, categories and cities; a main category's
    word is its subcategories' too.

    Each is a subquery of its own, so that its trigram index serves it. The pattern comes from
    another: written into a condition, it would be made anew for each row that is looked at.
    """
    pattern = _pattern_of(word)
    main = col(_CATEGORY.parent_id).in_(_having(_MAIN, pattern))
    yield col(Training.id).in_(_having(_TRAINING, pattern))
    yield col(Training.organization_id).in_(_having(_ORGANIZATION, pattern))
    yield col(Training.category_id).in_(_having(_CATEGORY, pattern))
    yield col(Training.category_id).in_(select(col(_CATEGORY.id)).where(main))
    in_cities = _having(_CITY, pattern)
    if cities:
        yield col(Batch.city_id).in_(in_cities)
    else:
        coming = select(col(Batch.training_id)).where(col(Batch.city_id).in_(in_cities), IS_COMING)
        yield col(Training.id).in_(coming)


def _having(table: Any, pattern: ColumnElement[str]) -> Select[UUID]:
    return select(col(table.id)).where(col(table.search).like(pattern))


_OF_TRAINING: dict[str, ColumnElement[bool]] = {
    "category_id": col(Training.category_id).in_(_branch()),
    "organization_id": col(Training.organization_id) == bindparam("organization_id"),
    "level": _is_in(col(Training.level), "level"),
    "standard_code": col(Training.standard_code) == bindparam("standard_code"),
}
_OF_BATCH: dict[str, ColumnElement[bool]] = {
    "id": _is_in(col(Batch.id), "id"),
    "city_id": col(Batch.city_id) == bindparam("city_id"),
    "state_id": in_state(col(Batch.city_id), "state_id"),
    "starts_from": col(Batch.starts_at) >= bindparam("starts_from"),
    "starts_to": col(Batch.starts_at) < bindparam("starts_to"),
    "price_min": col(Batch.price_minor) >= bindparam("price_min"),
    "price_max": col(Batch.price_minor) <= bindparam("price_max"),
    "free": (col(Batch.price_minor) == 0) == bindparam("free", type_=Boolean),
    "mode": _is_in(col(Batch.mode), "mode"),
    "language": _is_in(col(Batch.language), "language"),
    "seats_left": IS_OPEN,
    "training_id": col(Batch.training_id) == bindparam("training_id"),
    **IS_IN,
}
