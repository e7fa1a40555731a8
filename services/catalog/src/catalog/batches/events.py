from collections.abc import AsyncIterator, Sequence
from uuid import UUID

from contracts.catalog import BatchMeeting, BatchUpdated
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import ColumnElement, Select, select, true
from sqlmodel import col

from catalog.batches.models import Batch, BatchSession
from catalog.places.models import City
from catalog.trainings.models import Training

_CHUNK = 100
"""Batches whose sessions are read per query."""


def batch_updated(
    batch: Batch, training: Training, city: City | None, sessions: Sequence[BatchSession]
) -> BatchUpdated:
    """Create the event with a batch's state; its sequence is the batch's version."""
    return BatchUpdated(
        batch_id=batch.id,
        training_id=batch.training_id,
        organization_id=batch.organization_id,
        code=batch.code,
        title_en=training.title_en,
        title_ar=training.title_ar,
        city_id=batch.city_id,
        city_en=city.name_en if city else "",
        city_ar=city.name_ar if city else "",
        starts_at=batch.starts_at,
        ends_at=batch.ends_at,
        enrollment_opens_at=batch.enrollment_opens_at,
        enrollment_closes_at=batch.enrollment_closes_at,
        capacity=batch.capacity,
        price_minor=batch.price_minor,
        price_10_minor=batch.price_10_minor,
        price_50_minor=batch.price_50_minor,
        currency=batch.currency,
        requires_acceptance=batch.requires_acceptance,
        payment_window_minutes=batch.payment_window_minutes,
        waiting_list=batch.waiting_list,
        free_cancellation_hours=batch.free_cancellation_hours,
        kept_percent=batch.kept_percent,
        min_attendance_percent=training.min_attendance_percent,
        min_score_percent=training.min_score_percent,
        certificate_valid_months=training.certificate_valid_months,
        sessions=tuple(_to_meeting(batch, each) for each in sessions),
        status=batch.status,
    )


def _to_meeting(batch: Batch, session: BatchSession) -> BatchMeeting:
    return BatchMeeting(
        id=session.id,
        title_en=session.title_en,
        title_ar=session.title_ar,
        starts_at=session.starts_at,
        ends_at=session.ends_at,
        venue_en=session.venue_en or batch.venue_en,
        venue_ar=session.venue_ar or batch.venue_ar,
        online_url=session.online_url,
        trainer_id=session.trainer_id or batch.trainer_id,
    )


async def list_sessions(
    session: AsyncSession, batch_ids: Sequence[UUID]
) -> dict[UUID, list[BatchSession]]:
    """Map batches to their sessions, earliest first."""
    rows = await session.scalars(
        select(BatchSession)
        .where(col(BatchSession.batch_id).in_(batch_ids))
        .order_by(col(BatchSession.starts_at), col(BatchSession.id))
    )
    found: dict[UUID, list[BatchSession]] = {batch_id: [] for batch_id in batch_ids}
    for row in rows:
        found[row.batch_id].append(row)
    return found


async def publish_batches(session: AsyncSession, where: ColumnElement[bool]) -> None:
    """Publish batches again, including past ones, after a name in their events changed.

    The caller holds the lock of the renamed row.
    """
    # Lock first, then read: a statement that waits for a lock joins rows that it read before
    # waiting.
    await db.lock_all(session, Batch, where, order_by=[col(Batch.id)])
    rows = (await session.execute(_with_names().where(where))).all()
    sessions = await list_sessions(session, [batch.id for batch, *_ in rows])
    events = []
    for batch, training, city in rows:
        batch.version += 1
        events.append((batch_updated(batch, training, city, sessions[batch.id]), batch.version))
    await outbox.publish_many(session, events)


async def iterate_batches(
    session: AsyncSession, where: ColumnElement[bool] | None = None
) -> AsyncIterator[tuple[BatchUpdated, int]]:
    """Yield the event and sequence of each matching batch, or of all."""
    statement = _with_names().where(true() if where is None else where)
    rows = await session.stream(statement)
    async for portion in rows.partitions(_CHUNK):
        sessions = await list_sessions(session, [batch.id for batch, *_ in portion])
        for batch, training, city in portion:
            yield batch_updated(batch, training, city, sessions[batch.id]), batch.version


def _with_names() -> Select[Batch, Training, City]:
    return (
        select(Batch, Training, City)
        .join(Training, col(Training.id) == col(Batch.training_id))
        .outerjoin(City, col(City.id) == col(Batch.city_id))
    )
