"""Batches as facts for the other services."""

from collections.abc import AsyncIterator

from contracts.catalog import BatchUpdated
from kit.db import AsyncSession
from kit.messaging.outbox import publish_many
from sqlalchemy import ColumnElement, Select, select
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.places.models import City
from catalog.trainings.models import Training


def batch_fact(batch: Batch, training: Training, city: City | None) -> BatchUpdated:
    """A batch's state as a fact; its sequence is the batch's version."""
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


async def publish_renamed(session: AsyncSession, batches: ColumnElement[bool]) -> None:
    """Tell these batches anew, those that are over too: their facts carry a name that changed.

    The caller holds the lock of what was renamed.
    """
    # Locked first and read afterwards: a statement that waits for a lock joins what it found
    # before it waited.
    locked = select(col(Batch.id)).where(batches).order_by(col(Batch.id)).with_for_update()
    await session.execute(locked)
    facts = []
    for batch, training, city in (await session.execute(_with_names().where(batches))).all():
        batch.version += 1
        facts.append((batch_fact(batch, training, city), batch.version))
    await publish_many(session, facts)


async def batch_facts(
    session: AsyncSession, batches: ColumnElement[bool] | None = None
) -> AsyncIterator[tuple[BatchUpdated, int]]:
    """The state of these batches, or of all, each with its sequence."""
    statement = _with_names() if batches is None else _with_names().where(batches)
    async for batch, training, city in await session.stream(statement):
        yield batch_fact(batch, training, city), batch.version


def _with_names() -> Select[Batch, Training, City]:
    return (
        select(Batch, Training, City)
        .join(Training, col(Training.id) == col(Batch.training_id))
        .outerjoin(City, col(City.id) == col(Batch.city_id))
    )
