"""Create, change, publish and cancel batches, and update their seats from enrollment."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import SeatsChanged
from kit.core.errors import FieldProblem, Invalid, NotFound
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.security.auth import Principal
from kit.web.cache import mark_volatile_only
from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.batches.clashes.queries import Plan, find_clashes
from catalog.batches.errors import (
    BatchCancelled,
    BatchEnded,
    BatchPublished,
    CapacityBelowTaken,
)
from catalog.batches.events import batch_updated, list_sessions
from catalog.batches.models import BATCH_STATES, Batch, BatchMode, BatchNews
from catalog.batches.queries import get_managed_batch, lock_batch
from catalog.batches.schedule.rules import check_schedule
from catalog.batches.schemas import (
    BatchCreate,
    BatchFields,
    BatchUpdate,
    ClashCheck,
    Clashes,
    ManagedBatch,
)
from catalog.batches.sessions.service import (
    assign_trainer,
    check_sessions,
    lock_trainers,
    replace_sessions,
)
from catalog.places.models import City
from catalog.settings.queries import get_payment_window_minutes
from catalog.trainings.errors import StaleEdit, TrainingArchived, TrainingNotPublished
from catalog.trainings.models import Training, TrainingStatus
from catalog.trainings.queries import lock_training


async def create_batch(session: AsyncSession, actor: Principal, body: BatchCreate) -> ManagedBatch:
    """Create a draft for a training of the actor's organization.

    Raises `NotFound`, `TrainingArchived`, `TrainerClash`, and `Invalid` for contradicting fields.
    """
    check_schedule(body)
    training = await lock_training(session, actor, body.training_id)
    city_id = await _lock_city(session, body)
    trainers = await lock_trainers(session, body)
    if training.status is TrainingStatus.ARCHIVED:
        raise TrainingArchived
    batch = Batch(
        training_id=training.id,
        organization_id=training.organization_id,
        city_id=city_id,
        **await _values(session, body),
    )
    assign_trainer(batch, trainers, body)
    await check_sessions(session, batch, trainers, body)
    await _save(session, batch)
    await replace_sessions(session, batch, body.sessions)
    await _publish(session, batch)
    return await get_managed_batch(session, actor, batch.id)


async def update_batch(
    session: AsyncSession, actor: Principal, batch_id: UUID, body: BatchUpdate
) -> ManagedBatch:
    """Change a batch.

    Raises `NotFound`, `StaleEdit`, `BatchCancelled`, `BatchEnded`, `CapacityBelowTaken`,
    `TrainerClash`, and `Invalid` for contradicting fields.
    """
    check_schedule(body)
    city_id = await _lock_city(session, body)
    trainers = await lock_trainers(session, body)
    batch = await lock_batch(session, actor, batch_id)
    if batch.version != body.version:
        raise StaleEdit
    if batch.status is BatchStatus.CANCELLED:
        raise BatchCancelled
    if batch.status is BatchStatus.PUBLISHED:
        _check_time(batch, body, await db.now(session))
    _check_capacity(batch, body)
    _check_policy(batch, body)
    # The names of former trainers stay, as do those from before trainers had profiles.
    if body.trainer_id != batch.trainer_id:
        assign_trainer(batch, trainers, body)
    await check_sessions(session, batch, trainers, body)
    values = await _values(session, body, batch.payment_window_minutes)
    is_elsewhere = (batch.starts_at, batch.city_id) != (body.starts_at, city_id)
    if batch.status is BatchStatus.PUBLISHED and is_elsewhere:
        await _queue_news(session, batch.id)
    batch.sqlmodel_update(values | {"city_id": city_id})
    # It queries the old sessions, which flushes the batch's changes.
    with as_field_problems():
        await replace_sessions(session, batch, body.sessions)
    return await _finish_change(session, actor, batch)


async def publish_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> ManagedBatch:
    """Publish a draft.

    Raises `NotFound`, `BatchPublished`, `BatchCancelled`, `BatchEnded`, `TrainingNotPublished`.
    """
    # Lock the training first, so that it cannot be archived concurrently.
    training = await _lock_training_shared(session, batch_id)
    batch = await lock_batch(session, actor, batch_id)
    if batch.status is BatchStatus.PUBLISHED:
        raise BatchPublished
    if batch.status is BatchStatus.CANCELLED:
        raise BatchCancelled
    if batch.ends_at <= await db.now(session):
        raise BatchEnded
    if training.status is not TrainingStatus.PUBLISHED:
        raise TrainingNotPublished
    BATCH_STATES.transition(batch, BatchStatus.PUBLISHED)
    await _queue_news(session, batch.id)
    return await _finish_change(session, actor, batch)


async def cancel_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> ManagedBatch:
    """Cancel a batch permanently.

    Raises `NotFound`, `BatchCancelled`, `BatchEnded`.
    """
    batch = await lock_batch(session, actor, batch_id)
    if batch.status is BatchStatus.CANCELLED:
        raise BatchCancelled
    if batch.ends_at <= await db.now(session):
        raise BatchEnded
    BATCH_STATES.transition(batch, BatchStatus.CANCELLED)
    return await _finish_change(session, actor, batch)


async def check_clashes(session: AsyncSession, actor: Principal, body: ClashCheck) -> Clashes:
    """Find clashes of planned sessions within the batch's organization.

    A new batch belongs to the actor's organization. Raises `NotFound` if the actor may not see it.
    """
    organization_id = actor.scope
    if body.batch_id is not None:
        batch = await get_managed_batch(session, actor, body.batch_id)
        organization_id = batch.training.organization.id
    if organization_id is None:
        raise Invalid.field("batch_id", "field.missing", "Enter the batch.")
    given = body.model_dump(include={"batch_id", "trainer_id", "city_id", "venue_en", "venue_ar"})
    plan = Plan(**given, organization_id=organization_id, sessions=body.sessions)
    return Clashes(clashes=await find_clashes(session, plan))


_UPDATE_SEATS = text("""
WITH newest AS (
    SELECT DISTINCT ON (batch_id) batch_id, taken, waiting, sequence
    FROM unnest(
        CAST(:batch_ids AS uuid[]), CAST(:taken AS int[]), CAST(:waiting AS int[]),
        CAST(:sequences AS int[])
    ) AS event (batch_id, taken, waiting, sequence)
    ORDER BY batch_id, sequence DESC),
-- In one order everywhere: another copy may hold one of them and wait for another.
older AS (
    SELECT b.id FROM batches b JOIN newest ON newest.batch_id = b.id
    WHERE b.seats_sequence < newest.sequence ORDER BY b.id FOR NO KEY UPDATE OF b)
UPDATE batches SET
    seats_taken = newest.taken, waiting = newest.waiting, seats_sequence = newest.sequence
FROM newest JOIN older ON older.id = newest.batch_id WHERE batches.id = newest.batch_id
RETURNING batches.id
""")


async def update_seats(session: AsyncSession, events: Sequence[tuple[SeatsChanged, int]]) -> None:
    """Store enrollment's seat counts unless they are stale.

    Batches keep their versions, as this is not an edit.
    """
    stored = await session.execute(
        _UPDATE_SEATS,
        {
            "batch_ids": [event.batch_id for event, _ in events],
            "taken": [event.taken for event, _ in events],
            "waiting": [event.waiting for event, _ in events],
            "sequences": [sequence for _, sequence in events],
        },
    )
    if stored.first():
        mark_volatile_only(session)
        await publish_catalogue_changed(session, "seats")


def _check_time(batch: Batch, body: BatchUpdate, now: datetime) -> None:
    """Reject changes of published batches that are over, or moves into the past."""
    if batch.ends_at <= now:
        raise BatchEnded
    if body.ends_at <= now:
        raise Invalid.field(
            "sessions",
            "batch.in_past",
            "You can't move a published batch to a past date. Choose a later one.",
        )


def _check_capacity(batch: Batch, body: BatchUpdate) -> None:
    if body.capacity < batch.seats_taken:
        raise CapacityBelowTaken(
            fields=[
                FieldProblem(
                    field="capacity",
                    code=CapacityBelowTaken.code,
                    message=f"Enter at least {batch.seats_taken}, the seats already taken.",
                )
            ]
        )


def _check_policy(batch: Batch, body: BatchUpdate) -> None:
    """Reject stricter cancellation terms, since candidates enrolled under the current ones."""
    if batch.seats_taken + batch.waiting == 0:
        return
    worse = [
        name
        for name in ("free_cancellation_hours", "kept_percent")
        if getattr(body, name) > getattr(batch, name)
    ]
    if worse:
        raise Invalid(
            fields=[
                FieldProblem(
                    field=name,
                    code="batch.policy_worse",
                    message="Candidates have already enrolled under better terms.",
                )
                for name in worse
            ]
        )


_NOT_COLUMNS = {
    "accept_clashes",
    "city_id",
    "payment_window_hours",
    "sessions",
    "trainer_id",
    "training_id",
    "version",
}
"""Fields that are not columns, or that need further processing."""


async def _values(
    session: AsyncSession, body: BatchFields, window: int | None = None
) -> dict[str, Any]:
    """Return the columns; `window` is the payment window if the body has none."""
    if body.payment_window_hours is not None:
        window = body.payment_window_hours * 60
    return body.model_dump(exclude=_NOT_COLUMNS) | {
        "starts_at": body.starts_at,
        "ends_at": body.ends_at,
        "payment_window_minutes": window or await get_payment_window_minutes(session),
    }


async def _lock_city(session: AsyncSession, body: BatchFields) -> UUID | None:
    """Lock the city, so that it keeps its name until the batch's event is committed.

    Lock order: training, city, trainer, batch.
    """
    if body.mode is BatchMode.ONLINE or body.city_id is None:
        return None
    if await db.lock(session, City, col(City.id) == body.city_id, share=True) is None:
        raise Invalid.field("city_id", "resource.not_found", "We couldn't find this city.")
    return body.city_id


async def _finish_change(session: AsyncSession, actor: Principal, batch: Batch) -> ManagedBatch:
    batch.version += 1
    batch.updated_at = await db.now(session)
    await _save(session, batch)
    await _publish(session, batch)
    return await get_managed_batch(session, actor, batch.id)


async def _save(session: AsyncSession, batch: Batch) -> None:
    session.add(batch)
    with as_field_problems():
        await session.flush()


async def _publish(session: AsyncSession, batch: Batch) -> None:
    training = await session.get_one(Training, batch.training_id)
    city = await session.get(City, batch.city_id) if batch.city_id else None
    sessions = await list_sessions(session, [batch.id])
    event = batch_updated(batch, training, city, sessions[batch.id])
    await outbox.publish(session, event, sequence=batch.version)
    await publish_catalogue_changed(session, "batches")


async def _queue_news(session: AsyncSession, batch_id: UUID) -> None:
    """Queue alerts for the batch.

    Notifications deduplicates by batch, so users notified before need not be excluded.
    """
    again = {"queued_at": func.now(), "after": None}
    await session.execute(
        insert(BatchNews)
        .values(batch_id=batch_id)
        .on_conflict_do_update(index_elements=["batch_id"], set_=again)
    )


async def _lock_training_shared(session: AsyncSession, batch_id: UUID) -> Training:
    """Share-lock the batch's training until the commit.

    Raises `NotFound`.
    """
    of_batch = select(col(Batch.training_id)).where(col(Batch.id) == batch_id)
    training = await db.lock(
        session, Training, col(Training.id) == of_batch.scalar_subquery(), share=True
    )
    if training is None:
        raise NotFound
    return training
