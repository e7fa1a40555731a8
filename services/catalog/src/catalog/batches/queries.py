"""Reading batches: the public list, the dashboard's, and one batch."""

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
from catalog.batches.filters import PUBLIC_BATCH, batch_conditions, training_conditions
from catalog.batches.lists import BatchQuery, ManagedBatchQuery

_SOURCE = f"""
{TRAINING_JOINS}
JOIN batches b ON b.training_id = t.id
LEFT JOIN cities city ON city.id = b.city_id
"""

_CARD = f"""
b.id, b.code, b.status,
CASE
  WHEN b.status = 'cancelled' THEN 'cancelled'
  WHEN now() >= least(b.enrollment_closes_at, b.starts_at) THEN 'closed'
  WHEN b.status = 'draft' OR now() < b.enrollment_opens_at THEN 'not_open'
  WHEN {SEATS_LEFT} = 0 THEN 'full'
  ELSE 'open'
END AS availability,
CASE
  WHEN now() < b.starts_at THEN 'upcoming'
  WHEN now() < b.ends_at THEN 'running'
  ELSE 'ended'
END AS phase,
b.mode, b.language, {CITY}, b.venue_en, b.venue_ar, b.starts_at, b.ends_at,
b.enrollment_opens_at, b.enrollment_closes_at, b.price_minor, b.currency, b.capacity,
b.seats_taken, {SEATS_LEFT} AS seats_left, b.waiting,
b.requires_acceptance,
(SELECT row_to_json(facts) FROM (SELECT {TRAINING_FACTS}) facts) AS training
"""  # noqa: S608 - constants

_FULL = f"""
{_CARD}, b.trainer_en, b.trainer_ar, b.payment_window_minutes / 60 AS payment_window_hours,
(
  SELECT json_agg(row_to_json(session)) FROM (
    SELECT s.id, s.title_en, s.title_ar, s.starts_at, s.ends_at
    FROM batch_sessions s WHERE s.batch_id = b.id ORDER BY s.starts_at
  ) session
) AS sessions,
b.version, b.created_at, b.updated_at
"""  # noqa: S608 - constants

_ORDERS = {
    "starts_at": "b.starts_at",
    "-starts_at": "b.starts_at DESC",
    "price": "b.price_minor, b.starts_at",
    "-price": "b.price_minor DESC, b.starts_at",
    "seats_left": f"{SEATS_LEFT}, b.starts_at",
    "title_en": f"{BY_TITLE['title_en']}, b.starts_at",
    "title_ar": f"{BY_TITLE['title_ar']}, b.starts_at",
    "-updated_at": "b.updated_at DESC",
}


async def public_batches(session: AsyncSession, query: BatchQuery) -> bytes:
    """A page of what is published, as JSON; without a phase, what is not over."""
    scope = PUBLIC_BATCH if query.phase else f"{PUBLIC_BATCH} AND b.ends_at > now()"
    return await _page(session, query, scope, {})


async def managed_batches(
    session: AsyncSession, organization_id: UUID | None, query: ManagedBatchQuery
) -> bytes:
    """A page of an organization's batches, or of all organizations', as JSON."""
    if organization_id is None:
        return await _page(session, query, "true", {})
    return await _page(session, query, "b.organization_id = :scope", {"scope": organization_id})


async def public_batch(session: AsyncSession, batch_id: UUID) -> bytes:
    """One batch as JSON, also a cancelled one, which its candidates look at. Raises `NotFound`."""
    scope = "b.status <> 'draft' AND t.status <> 'draft' AND o.status = 'approved'"
    return await _one(session, batch_id, scope, {})


async def managed_batch(
    session: AsyncSession, organization_id: UUID | None, batch_id: UUID
) -> bytes:
    """One batch of an organization, or of any, as JSON. Raises `NotFound`."""
    if organization_id is None:
        return await _one(session, batch_id, "true", {})
    return await _one(session, batch_id, "b.organization_id = :scope", {"scope": organization_id})


async def _page(
    session: AsyncSession, query: BatchQuery, scope: str, values: dict[str, UUID]
) -> bytes:
    training = training_conditions(query, cities=True)
    batch = batch_conditions(query)
    statement = page_of(
        _CARD, _SOURCE, f"{scope} AND {training} AND {batch}", f"{_ORDERS[query.sort]}, b.id"
    )
    page = {
        "page": query.page,
        "page_size": query.page_size,
        "offset": (query.page - 1) * query.page_size,
    }
    answer = await fetch_json(session, statement, values | training.values | batch.values | page)
    assert answer is not None
    return answer


async def _one(session: AsyncSession, batch_id: UUID, scope: str, values: dict[str, UUID]) -> bytes:
    statement = f"""
    SELECT row_to_json(batch)::text
    FROM (SELECT {_FULL} FROM {_SOURCE} WHERE b.id = :id AND {scope}) batch
    """  # noqa: S608 - constants
    answer = await fetch_json(session, statement, values | {"id": batch_id})
    if answer is None:
        raise NotFound
    return answer
