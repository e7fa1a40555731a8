"""Making, changing, publishing and cancelling batches."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import SeatsChanged
from kit.auth import Principal
from kit.db import AsyncSession, utc_now
from kit.errors import Conflict, FieldProblem, Invalid, NotFound
from kit.messaging.outbox import publish
from sqlalchemy import select, text
from sqlmodel import col

from catalog.answers.events import announce
from catalog.batches.events import batch_fact
from catalog.batches.models import Batch, BatchMode, BatchSession
from catalog.batches.schedule import check_schedule
from catalog.batches.schemas import BatchCreate, BatchFields, BatchUpdate, SessionWrite
from catalog.offers.service import TrainingNotPublished, lock_training
from catalog.places.models import City
from catalog.saving import StaleEdit, save
from catalog.settings.service import payment_window_minutes
from catalog.trainings.models import Training, TrainingStatus


class TrainingArchived(Conflict):
    """An archived training gets no new batches."""

    code = "catalog.training_archived"
    default_detail = "This training is archived. Publish it again before adding a batch."


class BatchPublished(Conflict):
    """It is published already."""

    code = "catalog.batch_published"
    default_detail = "This batch is published already."


class BatchCancelled(Conflict):
    """A cancelled batch stays as it is."""

    code = "catalog.batch_cancelled"
    default_detail = "This batch is cancelled and cannot be changed any more."


class BatchOver(Conflict):
    """Its last session has ended."""

    code = "catalog.batch_over"
    default_detail = "The last session of this batch is over."


class CapacityBelowTaken(Conflict):
    """More seats are taken than would remain."""

    code = "catalog.capacity_below_taken"
    default_detail = "More seats are taken already than this capacity would allow."


async def create_batch(session: AsyncSession, actor: Principal, body: BatchCreate) -> UUID:
    """A new draft under a training of the actor's organization. Raises `TrainingArchived`."""
    check_schedule(body)
    training = await lock_training(session, actor, body.training_id)
    city_id = await _lock_city(session, body)
    if training.status is TrainingStatus.ARCHIVED:
        raise TrainingArchived
    batch = Batch(
        training_id=training.id,
        organization_id=training.organization_id,
        city_id=city_id,
        **await _values(session, body),
    )
    await save(session, batch)
    session.add_all(_new_session(batch.id, meeting) for meeting in body.sessions)
    await _publish(session, batch, training)
    return batch.id


async def update_batch(
    session: AsyncSession, actor: Principal, batch_id: UUID, body: BatchUpdate
) -> None:
    """Change a batch. Raises `StaleEdit`, `BatchCancelled`, `BatchOver`, `CapacityBelowTaken`, and
    `Invalid` with the fields that contradict one another."""
    check_schedule(body)
    city_id = await _lock_city(session, body)
    batch = await lock_batch(session, actor, batch_id)
    if batch.version != body.version:
        raise StaleEdit
    if batch.status is BatchStatus.CANCELLED:
        raise BatchCancelled
    if batch.status is BatchStatus.PUBLISHED:
        _check_time(batch, body)
    if body.capacity < batch.seats_taken:
        raise CapacityBelowTaken(
            fields=[
                FieldProblem(
                    field="capacity",
                    code=CapacityBelowTaken.code,
                    message=f"{batch.seats_taken} seats are taken already.",
                )
            ]
        )
    values = await _values(session, body, batch.payment_window_minutes)
    batch.sqlmodel_update(values | {"city_id": city_id})
    await _replace_sessions(session, batch_id, body.sessions)
    await _changed(session, batch)


async def publish_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> None:
    """Show a draft to the public. Raises `BatchPublished`, `BatchCancelled`, `BatchOver`, and
    `TrainingNotPublished`."""
    # The training first, so that it is not archived meanwhile.
    training = await _keep_training(session, batch_id)
    batch = await lock_batch(session, actor, batch_id)
    if batch.status is BatchStatus.PUBLISHED:
        raise BatchPublished
    if batch.status is BatchStatus.CANCELLED:
        raise BatchCancelled
    if batch.ends_at <= utc_now():
        raise BatchOver
    if training.status is not TrainingStatus.PUBLISHED:
        raise TrainingNotPublished
    batch.status = BatchStatus.PUBLISHED
    await _changed(session, batch)


async def cancel_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> None:
    """Call a batch off for good. Raises `BatchCancelled` and `BatchOver`."""
    batch = await lock_batch(session, actor, batch_id)
    if batch.status is BatchStatus.CANCELLED:
        raise BatchCancelled
    if batch.ends_at <= utc_now():
        raise BatchOver
    batch.status = BatchStatus.CANCELLED
    await _changed(session, batch)


async def lock_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> Batch:
    """A batch that the actor may change, locked. Another organization's is `NotFound`."""
    statement = select(Batch).where(col(Batch.id) == batch_id).with_for_update()
    if actor.scope is not None:
        statement = statement.where(col(Batch.organization_id) == actor.scope)
    batch = (await session.scalars(statement)).first()
    if batch is None:
        raise NotFound
    return batch


_STORE_SEATS = text("""
WITH told AS (
    SELECT DISTINCT ON (batch_id) batch_id, taken, waiting, sequence
    FROM unnest(
        CAST(:batch_ids AS uuid[]), CAST(:taken AS int[]), CAST(:waiting AS int[]),
        CAST(:sequences AS int[])
    ) AS fact (batch_id, taken, waiting, sequence)
    ORDER BY batch_id, sequence DESC),
-- In one order everywhere: another copy may hold one of them and wait for another.
older AS (
    SELECT b.id FROM batches b JOIN told ON told.batch_id = b.id
    WHERE b.seats_sequence < told.sequence ORDER BY b.id FOR NO KEY UPDATE OF b)
UPDATE batches SET
    seats_taken = told.taken, waiting = told.waiting, seats_sequence = told.sequence
FROM told JOIN older ON older.id = told.batch_id WHERE batches.id = told.batch_id
RETURNING batches.id
""")


async def store_seats(session: AsyncSession, facts: Sequence[tuple[SeatsChanged, int]]) -> None:
    """Take over enrollment's counts of seats, with their sequences, but for those of which a
    newer one is here already.

    It is not an edit of the batches, so they keep their versions.
    """
    stored = await session.execute(
        _STORE_SEATS,
        {
            "batch_ids": [event.batch_id for event, _ in facts],
            "taken": [event.taken for event, _ in facts],
            "waiting": [event.waiting for event, _ in facts],
            "sequences": [sequence for _, sequence in facts],
        },
    )
    if stored.first():
        await announce(session, "batches")


def _check_time(batch: Batch, body: BatchUpdate) -> None:
    """What people were shown and enrolled in is neither past nor moved into the past."""
    now = utc_now()
    if batch.ends_at <= now:
        raise BatchOver
    if body.ends_at <= now:
        raise Invalid.field(
            "sessions", "batch.in_the_past", "A published batch cannot be moved into the past."
        )


async def _values(
    session: AsyncSession, body: BatchFields, window: int | None = None
) -> dict[str, Any]:
    """The columns that the fields fill. `window`: the payment window if the body names none."""
    if body.payment_window_hours is not None:
        window = body.payment_window_hours * 60
    return body.model_dump(
        exclude={"city_id", "sessions", "payment_window_hours", "training_id", "version"}
    ) | {
        "starts_at": body.starts_at,
        "ends_at": body.ends_at,
        "payment_window_minutes": window or await payment_window_minutes(session),
    }


async def _lock_city(session: AsyncSession, body: BatchFields) -> UUID | None:
    """Where it takes place. The city keeps its name until the fact of the batch is committed.

    Locks are taken in the order training, city, batch.
    """
    if body.mode is BatchMode.ONLINE or body.city_id is None:
        return None
    if await session.get(City, body.city_id, with_for_update={"read": True}) is None:
        raise Invalid.field("city_id", "not_found", "This city does not exist.")
    return body.city_id


async def _replace_sessions(
    session: AsyncSession, batch_id: UUID, meetings: list[SessionWrite]
) -> None:
    """Meetings that are named by their id are changed, the others are new, the rest goes."""
    rows = await session.scalars(select(BatchSession).where(col(BatchSession.batch_id) == batch_id))
    stored = {row.id: row for row in rows.all()}
    for meeting in meetings:
        row = stored.pop(meeting.id, None) if meeting.id else None
        if row is None:
            session.add(_new_session(batch_id, meeting))
        else:
            row.sqlmodel_update(meeting.model_dump(exclude={"id"}))
    for row in stored.values():
        await session.delete(row)


def _new_session(batch_id: UUID, meeting: SessionWrite) -> BatchSession:
    return BatchSession(batch_id=batch_id, **meeting.model_dump(exclude={"id"}))


async def _changed(session: AsyncSession, batch: Batch) -> None:
    batch.version += 1
    batch.updated_at = utc_now()
    await save(session, batch)
    await _publish(session, batch, await _training_of(session, batch))


async def _publish(session: AsyncSession, batch: Batch, training: Training) -> None:
    city = await session.get(City, batch.city_id) if batch.city_id else None
    await publish(session, batch_fact(batch, training, city), sequence=batch.version)
    await announce(session, "batches")


async def _keep_training(session: AsyncSession, batch_id: UUID) -> Training:
    """The batch's training, which stays as it is until the commit. Raises `NotFound`."""
    statement = (
        select(Training)
        .join(Batch, col(Batch.training_id) == col(Training.id))
        .where(col(Batch.id) == batch_id)
        .with_for_update(read=True, of=Training)
    )
    training = (await session.scalars(statement)).first()
    if training is None:
        raise NotFound
    return training


async def _training_of(session: AsyncSession, batch: Batch) -> Training:
    training = await session.get(Training, batch.training_id)
    assert training is not None
    return training
