"""Reading trainings: the public list, the dashboard's, and one training."""

from typing import Any
from uuid import UUID

from kit.db import AsyncSession
from kit.errors import NotFound

from catalog.answers.queries import (
    BY_TITLE,
    CITY,
    SEATS_LEFT,
    TRAINING_FACTS,
    TRAINING_JOINS,
    fetch_json,
    page_of,
)
from catalog.batches.filters import (
    ENROLLABLE,
    PUBLIC_TRAINING,
    batch_conditions,
    training_conditions,
)
from catalog.batches.lists import ManagedTrainingQuery, TrainingQuery

_CARD = f"""
{TRAINING_FACTS}, t.updated_at, summary.batches, summary.price_from_minor,
summary.price_to_minor, summary.currency, summary.seats_left, summary.next_batch
"""

_FULL = f"""
{_CARD}, t.description_en, t.description_ar, t.objectives_en, t.objectives_ar,
t.audience_en, t.audience_ar, t.prerequisites_en, t.prerequisites_ar, t.version, t.created_at
"""

_ORDERS = {
    "starts_at": f"summary.starts_at NULLS LAST, {BY_TITLE['title_en']}",
    "price": f"summary.price_from_minor NULLS LAST, {BY_TITLE['title_en']}",
    "-price": f"summary.price_from_minor DESC NULLS LAST, {BY_TITLE['title_en']}",
    **BY_TITLE,
    "-updated_at": "t.updated_at DESC",
}


async def public_trainings(session: AsyncSession, query: TrainingQuery) -> bytes:
    """A page of the published trainings as JSON, each with its batches summed up."""
    return await _page(session, query, PUBLIC_TRAINING, {})


async def managed_trainings(
    session: AsyncSession, organization_id: UUID | None, query: ManagedTrainingQuery
) -> bytes:
    """A page of an organization's trainings, or of all organizations', as JSON."""
    if organization_id is None:
        return await _page(session, query, "true", {})
    return await _page(session, query, "t.organization_id = :scope", {"scope": organization_id})


async def public_training(session: AsyncSession, training_id: UUID) -> bytes:
    """One published training as JSON. Raises `NotFound`."""
    return await _one(session, training_id, PUBLIC_TRAINING, {})


async def managed_training(
    session: AsyncSession, organization_id: UUID | None, training_id: UUID
) -> bytes:
    """One training of an organization, or of any, as JSON. Raises `NotFound`."""
    if organization_id is None:
        return await _one(session, training_id, "true", {})
    scope = "t.organization_id = :scope"
    return await _one(session, training_id, scope, {"scope": organization_id})


def _source(batch_filter: str) -> str:
    """Trainings with the sum of the batches that one can enroll in and that pass the filter."""
    return f"""
    {TRAINING_JOINS}
    CROSS JOIN LATERAL (
      SELECT
        count(*) AS batches,
        min(b.starts_at) AS starts_at,
        min(b.price_minor) AS price_from_minor,
        max(b.price_minor) AS price_to_minor,
        min(b.currency) AS currency,
        coalesce(sum({SEATS_LEFT}), 0) AS seats_left,
        (array_agg(json_build_object(
          'id', b.id, 'code', b.code, 'starts_at', b.starts_at, 'ends_at', b.ends_at,
          'city', place.city, 'mode', b.mode, 'language', b.language,
          'price_minor', b.price_minor, 'currency', b.currency,
          'seats_left', {SEATS_LEFT}
        ) ORDER BY b.starts_at, b.id))[1] AS next_batch
      FROM batches b
      LEFT JOIN LATERAL (SELECT {CITY} FROM cities city WHERE city.id = b.city_id) place ON true
      WHERE b.training_id = t.id AND {ENROLLABLE} AND {batch_filter}
    ) summary
    """  # noqa: S608 - constants


async def _page(
    session: AsyncSession, query: TrainingQuery, scope: str, values: dict[str, Any]
) -> bytes:
    training = training_conditions(query, cities=False)
    batch = batch_conditions(query)
    where = f"{scope} AND {training}"
    if batch.sql:
        where = f"{where} AND summary.batches > 0"
    statement = page_of(_CARD, _source(str(batch)), where, f"{_ORDERS[query.sort]}, t.id")
    page = {
        "page": query.page,
        "page_size": query.page_size,
        "offset": (query.page - 1) * query.page_size,
    }
    answer = await fetch_json(session, statement, values | training.values | batch.values | page)
    assert answer is not None
    return answer


async def _one(
    session: AsyncSession, training_id: UUID, scope: str, values: dict[str, Any]
) -> bytes:
    statement = f"""
    SELECT row_to_json(training)::text
    FROM (SELECT {_FULL} FROM {_source("true")} WHERE t.id = :id AND {scope}) training
    """  # noqa: S608 - constants
    answer = await fetch_json(session, statement, values | {"id": training_id})
    if answer is None:
        raise NotFound
    return answer
