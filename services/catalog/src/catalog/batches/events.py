"""What is published of batches."""

from collections.abc import AsyncIterator

from contracts.catalog import BatchUpdated
from kit import db
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import ColumnElement, Select, select, true
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.places.models import City
from catalog.trainings.models import Training


def batch_updated(batch: Batch, training: Training, city: City | None) -> BatchUpdated:
    """A batch's state; its sequence is the batch's version."""
    return BatchUpdated(
        batch_id=batch.id,
        training_id=batch.training_id,
        organization_id=batch.organization_id,
        code=batch.code,
        title_en=training.title_en,
        title_ar=training.title_ar,
        city_en=city.name_en if city else "",
        city_ar=city.name_ar if city else "",
        starts_at=batch.starts_at,
        ends_at=batch.ends_at,
        enrollment_opens_at=batch.enrollment_opens_at,
        enrollment_closes_at=batch.enrollment_closes_at,
        capacity=batch.capacity,
        price_minor=batch.price_minor,
        currency=batch.currency,
        requires_acceptance=batch.requires_acceptance,
        payment_window_minutes=batch.payment_window_minutes,
        status=batch.status,
    )


async def publish_batches(session: AsyncSession, where: ColumnElement[bool]) -> None:
    """Publish these batches again, those that are over too: their events carry a name that changed.

    The caller holds the lock of what was renamed.
    """
    # Locked first and read afterwards: a statement that waits for a lock joins what it found
    # before it waited.
    await db.lock_all(session, Batch, where, order_by=[col(Batch.id)])
    events = []
    for batch, training, city in (await session.execute(_with_names().where(where))).all():
        batch.version += 1
        events.append((batch_updated(batch, training, city), batch.version))
    await outbox.publish_many(session, events)


async def every_batch(
    session: AsyncSession, where: ColumnElement[bool] | None = None
) -> AsyncIterator[tuple[BatchUpdated, int]]:
    """The event of each of these batches, or of all, with its sequence."""
    statement = _with_names().where(true() if where is None else where)
    async for batch, training, city in await session.stream(statement):
        yield batch_updated(batch, training, city), batch.version


def _with_names() -> Select[Batch, Training, City]:
    return (
        select(Batch, Training, City)
        .join(Training, col(Training.id) == col(Batch.training_id))
        .outerjoin(City, col(City.id) == col(Batch.city_id))
    )
