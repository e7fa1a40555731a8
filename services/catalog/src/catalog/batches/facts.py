"""Batches as facts for the other services."""

from collections.abc import AsyncIterator

from contracts.catalog import BatchUpdated
from kit.db import AsyncSession, utc_now
from kit.messaging.outbox import publish_many
from sqlalchemy import select
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


async def publish_batches_of(session: AsyncSession, training: Training) -> None:
    """Tell a training's batches that are not over anew, since their facts carry its title."""
    rows = await session.execute(
        select(Batch, City)
        .outerjoin(City, col(City.id) == col(Batch.city_id))
        .where(col(Batch.training_id) == training.id, col(Batch.ends_at) > utc_now())
        .order_by(col(Batch.id))
        .with_for_update(of=Batch)
    )
    facts = []
    for batch, city in rows.all():
        batch.version += 1
        facts.append((batch_fact(batch, training, city), batch.version))
    await publish_many(session, facts)


async def batch_facts(session: AsyncSession) -> AsyncIterator[tuple[BatchUpdated, int]]:
    """Every batch's state with its sequence."""
    rows = await session.stream(
        select(Batch, Training, City)
        .join(Training, col(Training.id) == col(Batch.training_id))
        .outerjoin(City, col(City.id) == col(Batch.city_id))
    )
    async for batch, training, city in rows:
        yield batch_fact(batch, training, city), batch.version
