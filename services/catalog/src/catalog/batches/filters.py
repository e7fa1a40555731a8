"""The conditions of the filters of trainings and batches."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from kit.days import RIYADH
from kit.search import words_of
from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.batches.availability import IS_IN, IS_OPEN
from catalog.batches.models import Batch
from catalog.batches.schemas import BatchFilters, CatalogueFilters, ManagedBatchFilters
from catalog.categories.models import Category
from catalog.places.models import City
from catalog.places.queries import in_state
from catalog.replicas.models import Organization
from catalog.trainings.models import Training

Conditions = Iterator[ColumnElement[bool]]

# Made once: an alias costs a millisecond, which every word of every search would pay again.
_TRAINING, _ORGANIZATION, _CITY = aliased(Training), aliased(Organization), aliased(City)
_CATEGORY, _MAIN = aliased(Category), aliased(Category)


def of_training(filters: CatalogueFilters, *, cities: bool) -> Conditions:
    """What is asked of a training. `cities`: a word may also be a batch's city."""
    # People of the desk tell batches apart by their codes, which are ASCII.
    codes = [func.lower(col(Batch.code))] if isinstance(filters, ManagedBatchFilters) else []
    for word in words_of(filters.search):
        pattern = func.search_pattern(word)
        yield or_(*_places_of(pattern, cities=cities), *(code.like(pattern) for code in codes))
    if filters.category_id:
        yield col(Training.category_id).in_(_branch(filters.category_id))
    if filters.organization_id:
        yield col(Training.organization_id) == filters.organization_id
    if filters.level:
        yield col(Training.level).in_(filters.level)


def of_batch(filters: CatalogueFilters) -> Conditions:
    """What is asked of a batch beyond its training."""
    if filters.city_id:
        yield col(Batch.city_id) == filters.city_id
    if filters.state_id:
        yield in_state(col(Batch.city_id), filters.state_id)
    if filters.starts_from:
        yield col(Batch.starts_at) >= _midnight(filters.starts_from)
    if filters.starts_to:
        yield col(Batch.starts_at) < _midnight(filters.starts_to + timedelta(days=1))
    yield from _of_price(filters)
    if filters.mode:
        yield col(Batch.mode).in_(filters.mode)
    if filters.language:
        yield col(Batch.language).in_(filters.language)
    if filters.seats_left:
        yield IS_OPEN
    if isinstance(filters, BatchFilters):
        yield from _of_list(filters)


def _of_price(filters: CatalogueFilters) -> Conditions:
    price = col(Batch.price_minor)
    if filters.price_min is not None:
        yield price >= filters.price_min
    if filters.price_max is not None:
        yield price <= filters.price_max
    if filters.free is not None:
        yield price == 0 if filters.free else price > 0


def _of_list(filters: BatchFilters) -> Conditions:
    if filters.training_id:
        yield col(Batch.training_id) == filters.training_id
    if filters.phase:
        yield IS_IN[filters.phase]
    if isinstance(filters, ManagedBatchFilters) and filters.status:
        yield col(Batch.status) == filters.status


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, RIYADH)


def _branch(category_id: UUID) -> Select[UUID]:
    """The category and its subcategories."""
    return select(col(_CATEGORY.id)).where(
        or_(col(_CATEGORY.id) == category_id, col(_CATEGORY.parent_id) == category_id)
    )


def _places_of(pattern: ColumnElement[str], *, cities: bool) -> Conditions:
    """Where a word may be: the training, its organization, its category, the batch's city.

    Each is a subquery of its own, so that its trigram index serves it.
    """
    yield col(Training.id).in_(_having(_TRAINING, pattern))
    yield col(Training.organization_id).in_(_having(_ORGANIZATION, pattern))
    yield col(Training.category_id).in_(_having(_CATEGORY, pattern))
    yield col(Training.category_id).in_(
        select(col(_CATEGORY.id)).where(col(_CATEGORY.parent_id).in_(_having(_MAIN, pattern)))
    )
    if cities:
        yield col(Batch.city_id).in_(_having(_CITY, pattern))


def _having(table: Any, pattern: ColumnElement[str]) -> Select[UUID]:
    return select(col(table.id)).where(col(table.search).like(pattern))
