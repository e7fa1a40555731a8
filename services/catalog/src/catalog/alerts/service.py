"""Set and delete alerts, and publish a batch's alerts in chunks."""

from uuid import UUID

from contracts.catalog import BatchStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, advisory_lock
from kit.messaging import outbox
from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.alerts.errors import AlertLimit
from catalog.alerts.events import batch_alerted
from catalog.alerts.models import TrainingAlert
from catalog.alerts.queries import get_alert
from catalog.alerts.schemas import AlertCreate, AlertRead
from catalog.batches.models import Batch, BatchNews
from catalog.places.models import City
from catalog.replicas.models import Organization
from catalog.trainings.models import Training
from catalog.trainings.queries import IS_PUBLIC

MAX_ALERTS = 100
"""Per user."""
CHUNK = 500
"""Alerts per event."""


async def create_alert(session: AsyncSession, user_id: UUID, body: AlertCreate) -> AlertRead:
    """Set an alert for new batches of a public training. Idempotent.

    An alert for all cities replaces those for single cities, and vice versa.

    Raises `AlertLimit`, and `Invalid` for an unknown training or city.
    """
    await advisory_lock(session, f"alerts:{user_id}")
    await _check_training(session, body.training_id)
    of_person = col(TrainingAlert.user_id) == user_id
    for_all = col(TrainingAlert.city_id).is_(None)
    await session.execute(
        delete(TrainingAlert).where(
            of_person,
            col(TrainingAlert.training_id) == body.training_id,
            for_all if body.city_id else ~for_all,
        )
    )
    values = body.model_dump() | {"id": db.new_id(), "user_id": user_id}
    with as_field_problems():
        await session.execute(insert(TrainingAlert).values(values).on_conflict_do_nothing())
    count = await session.scalar(select(func.count()).where(of_person))
    if (count or 0) > MAX_ALERTS:
        raise AlertLimit
    return await get_alert(session, user_id, body.training_id, body.city_id)


async def delete_alert(session: AsyncSession, user_id: UUID, alert_id: UUID) -> None:
    """Delete an alert. Idempotent."""
    await session.execute(
        delete(TrainingAlert).where(
            col(TrainingAlert.id) == alert_id, col(TrainingAlert.user_id) == user_id
        )
    )


async def publish_alerts(session: AsyncSession) -> int:
    """Publish the next chunk of users with an alert for a batch; return 0 when none is left.

    Withdrawn batches and those that have begun are skipped.
    """
    due = await db.claim(
        session, BatchNews, order_by=[col(BatchNews.queued_at), col(BatchNews.batch_id)], limit=1
    )
    for news in due:
        alerts = await _next_alerts(session, news)
        if alerts:
            await _publish(session, news, [user_id for _, user_id in alerts])
            news.after = alerts[-1][0]
        if len(alerts) < CHUNK:
            await session.delete(news)
    return len(due)


async def _next_alerts(session: AsyncSession, news: BatchNews) -> list[tuple[UUID, UUID]]:
    """List the next alerts of a batch as pairs of alert and user; empty once enrollment is
    closed."""
    statement = (
        select(col(TrainingAlert.id), col(TrainingAlert.user_id))
        .join(Batch, col(Batch.training_id) == col(TrainingAlert.training_id))
        .join(Training, col(Training.id) == col(Batch.training_id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(
            col(Batch.id) == news.batch_id,
            IS_PUBLIC,
            col(Batch.status) == BatchStatus.PUBLISHED,
            func.least(col(Batch.starts_at), col(Batch.enrollment_closes_at)) > func.now(),
            or_(
                col(TrainingAlert.city_id).is_(None),
                col(TrainingAlert.city_id) == col(Batch.city_id),
            ),
            col(TrainingAlert.created_at) <= news.queued_at,
        )
        .order_by(col(TrainingAlert.id))
        .limit(CHUNK)
    )
    if news.after is not None:
        statement = statement.where(col(TrainingAlert.id) > news.after)
    return [(alert_id, user_id) for alert_id, user_id in await session.execute(statement)]


async def _publish(session: AsyncSession, news: BatchNews, user_ids: list[UUID]) -> None:
    batch = await session.get_one(Batch, news.batch_id)
    training = await session.get_one(Training, batch.training_id)
    city = await session.get(City, batch.city_id) if batch.city_id else None
    event = batch_alerted(batch, training, city, user_ids)
    await outbox.publish(session, event, sequence=batch.version)


async def _check_training(session: AsyncSession, training_id: UUID) -> None:
    public = await session.scalar(
        select(col(Training.id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(col(Training.id) == training_id, IS_PUBLIC)
    )
    if public is None:
        raise Invalid.field("training_id", "resource.not_found", "We couldn't find this training.")
