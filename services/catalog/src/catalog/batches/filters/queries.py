"""Conditions of the catalogue's filters, and their values in a request.

A filter is identified by its parameter's name. Statements depend on these names only and are
cached, as building one costs more than executing it.
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
from catalog.batches.rules import IS_COMING, IS_OPEN, PHASE_CONDITIONS
from catalog.batches.schemas import CatalogueFilters
from catalog.categories.models import Category
from catalog.places.models import City
from catalog.places.queries import is_in_state
from catalog.replicas.models import Organization
from catalog.tables import SearchKind, metadata
from catalog.trainings.models import Training

Names = frozenset[str]
"""Filters in a request; a phase is identified by its own name."""
Conditions = Iterator[ColumnElement[bool]]

WORDS = [f"word{number}" for number in range(MAX_WORDS)]

_TRAINING, _ORGANIZATION, _CITY = aliased(Training), aliased(Organization), aliased(City)
_CATEGORY, _MAIN = aliased(Category), aliased(Category)


def get_values(filters: CatalogueFilters) -> dict[str, Any]:
    """Return the values of given filters by name; the caller adds `status`."""
    values = filters.model_dump(exclude_defaults=True, exclude={"search", "status"})
    values |= zip(WORDS, split_words(filters.search), strict=False)
    if filters.starts_from:
        values["starts_from"] = get_day_start(filters.starts_from)
    if filters.starts_to:
        values["starts_to"] = get_day_end(filters.starts_to)
    if phase := values.pop("phase", None):
        values[phase] = True
    return values


def filter_trainings(names: Names, *, cities: bool = False) -> Conditions:
    """Build the conditions on a training.

    Words match by stem, and also match the city of the batch or of coming batches.
    """
    for word in sorted(names.intersection(WORDS)):
        yield or_(*_match_places(word, cities=cities))
    yield from (condition for name, condition in _OF_TRAINING.items() if name in names)


def filter_batches(names: Names) -> list[ColumnElement[bool]]:
    """Build the conditions on a batch and its training, without the search."""
    return [*filter_trainings(names.difference(WORDS)), *filter_batch_fields(names)]


def search_batches(text: str | None) -> ColumnElement[bool] | None:
    """Build the condition that a batch's document has the stem of every word."""
    if not (words := split_words(text)):
        return None
    documents = metadata.tables["search_documents"].c
    has_stems = (documents.text.like(func.search_pattern(_select_stem(word))) for word in words)
    found = select(documents.id).where(documents.kind == SearchKind.BATCH, *has_stems)
    return col(Batch.id).in_(found.correlate(None))


@cache
def _select_pattern(word: str) -> ColumnElement[str]:
    """Return the word's pattern, which occurs once in a statement and is shared by its parts."""
    made = func.search_pattern(func.search_stem(bindparam(word, type_=Text)))
    return select(select(made.label("pattern")).cte(f"{word}_is").c.pattern).scalar_subquery()


def _select_stem(word: str) -> ColumnElement[str]:
    # A literal, so that PostgreSQL estimates the word's frequency from its statistics.
    constant = bindparam(None, word, literal_execute=True, unique=True, type_=Text)
    return func.search_stem(constant, type_=Text)


def filter_batch_fields(names: Names) -> list[ColumnElement[bool]]:
    """Build the conditions on a batch beyond its training."""
    return [condition for name, condition in _OF_BATCH.items() if name in names]


def _is_in(column: Any, name: str) -> ColumnElement[bool]:
    found: ColumnElement[bool] = column.in_(bindparam(name, type_=column.type, expanding=True))
    return found


def _select_branch() -> Select[UUID]:
    """Select the category of the parameter `category_id` and its subcategories."""
    category_id = bindparam("category_id", type_=Uuid)
    return select(col(_CATEGORY.id)).where(
        or_(col(_CATEGORY.id) == category_id, col(_CATEGORY.parent_id) == category_id)
    )


def _match_places(word: str, *, cities: bool) -> Conditions:
    """Build the conditions for a word in trainings, organizations, categories and cities.

    A word of a main category matches its subcategories. Each place has a subquery of its own to use
    its trigram index. The pattern is a subquery, as an expression would be evaluated for each row.
    """
    pattern = _select_pattern(word)
    main = col(_CATEGORY.parent_id).in_(_select_matching(_MAIN, pattern))
    yield col(Training.id).in_(_select_matching(_TRAINING, pattern))
    yield col(Training.organization_id).in_(_select_matching(_ORGANIZATION, pattern))
    yield col(Training.category_id).in_(_select_matching(_CATEGORY, pattern))
    yield col(Training.category_id).in_(select(col(_CATEGORY.id)).where(main))
    in_cities = _select_matching(_CITY, pattern)
    if cities:
        yield col(Batch.city_id).in_(in_cities)
    else:
        coming = select(col(Batch.training_id)).where(col(Batch.city_id).in_(in_cities), IS_COMING)
        yield col(Training.id).in_(coming)


def _select_matching(table: Any, pattern: ColumnElement[str]) -> Select[UUID]:
    return select(col(table.id)).where(col(table.search).like(pattern))


_OF_TRAINING: dict[str, ColumnElement[bool]] = {
    "category_id": col(Training.category_id).in_(_select_branch()),
    "organization_id": col(Training.organization_id) == bindparam("organization_id"),
    "level": _is_in(col(Training.level), "level"),
    "standard_code": col(Training.standard_code) == bindparam("standard_code"),
}
_OF_BATCH: dict[str, ColumnElement[bool]] = {
    "id": _is_in(col(Batch.id), "id"),
    "city_id": col(Batch.city_id) == bindparam("city_id"),
    "state_id": is_in_state(col(Batch.city_id), "state_id"),
    "starts_from": col(Batch.starts_at) >= bindparam("starts_from"),
    "starts_to": col(Batch.starts_at) < bindparam("starts_to"),
    "price_min": col(Batch.price_minor) >= bindparam("price_min"),
    "price_max": col(Batch.price_minor) <= bindparam("price_max"),
    "free": (col(Batch.price_minor) == 0) == bindparam("free", type_=Boolean),
    "mode": _is_in(col(Batch.mode), "mode"),
    "language": _is_in(col(Batch.language), "language"),
    "seats_left": IS_OPEN,
    "training_id": col(Batch.training_id) == bindparam("training_id"),
    **PHASE_CONDITIONS,
}
