"""Moving an enrollment from one state to the next: the one place that does it.

`move` keeps the seats, the amount owed and the events in step with the state, so that no
caller can forget one of them.
"""

from datetime import datetime, timedelta
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus as Status
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, literal, null, select, update
from sqlmodel import col

from enrollment.enrollments.errors import TransitionRefused
from enrollment.enrollments.events import charge_cancelled, charge_requested, enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.states import HOLDS_SEAT, TRANSITIONS
from enrollment.replicas.models import Batch
from enrollment.seats.service import change_seats, lock_seats


async def lock(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> tuple[Enrollment, Batch, datetime] | None:
    """The enrollment, locked until the transaction ends, its batch, and the database's time."""
    row = (
        await session.execute(
            select(Enrollment, Batch, func.now())
            .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
            .where(*conditions)
            .with_for_update(of=Enrollment)
            .execution_options(populate_existing=True)
        )
    ).first()
    if row is None:
        return None
    enrollment, batch, now = row
    return enrollment, batch, now


async def move(
    session: AsyncSession,
    enrollment: Enrollment,
    batch: Batch,
    to: Status,
    *,
    reason: str | None = None,
) -> None:
    """Bring a locked enrollment into another state and publish what follows from it.

    Raises `TransitionRefused` when there is no such arrow, and `SeatsFull` when the new state
    needs a seat and none is left; then nothing has changed.
    """
    was = enrollment.status
    if to not in TRANSITIONS[was]:
        raise TransitionRefused
    seats = (to in HOLDS_SEAT) - (was in HOLDS_SEAT)
    waiting = (to is Status.WAITLISTED) - (was is Status.WAITLISTED)
    if seats or waiting:
        await change_seats(session, batch.id, seats=seats, waiting=waiting)
    await session.execute(
        update(Enrollment)
        .where(col(Enrollment.id) == enrollment.id)
        .values(
            status=to,
            reason=reason,
            payment_due_at=_payment_due_at(batch) if to is Status.PENDING_PAYMENT else null(),
            version=col(Enrollment.version) + 1,
            updated_at=func.now(),
        )
        .execution_options(synchronize_session=False)
    )
    await session.refresh(enrollment)
    version = enrollment.version
    await outbox.publish(session, enrollment_changed(enrollment, batch, was), sequence=version)
    if to is Status.PENDING_PAYMENT:
        await outbox.publish(session, charge_requested(enrollment, batch), sequence=version)
    elif was is Status.PENDING_PAYMENT and to is not Status.CONFIRMED:
        await outbox.publish(session, charge_cancelled(enrollment), sequence=version)


def _payment_due_at(batch: Batch) -> ColumnElement[datetime]:
    window = timedelta(minutes=batch.payment_window_minutes)
    return func.least(func.now() + window, batch.starts_at)


def with_a_seat(enrollment: Enrollment) -> Status:
    """The state that an enrollment comes into with its seat: something is owed, or it is free."""
    return Status.PENDING_PAYMENT if enrollment.price_minor else Status.CONFIRMED


async def offer_seats(session: AsyncSession, batch: Batch) -> int:
    """Give the seats that are free to the first of the waiting list; how many were given.

    Where the organization accepts each candidate the next one becomes a request, which holds
    no seat; as many requests as there are seats left keep the others waiting. Nobody is moved
    up once the batch has started.
    """
    if batch.status is not BatchStatus.PUBLISHED:
        return 0
    seats = await lock_seats(session, batch.id)
    if not seats.waiting:
        return 0
    free = seats.capacity - seats.taken
    if batch.requires_acceptance:
        free -= await _open_requests(session, batch.id)
    if free <= 0:
        return 0
    # One who is leaving the list at this moment is passed over, and not waited for.
    first = await session.execute(
        select(Enrollment)
        .where(
            col(Enrollment.batch_id) == batch.id,
            col(Enrollment.status) == Status.WAITLISTED,
            literal(batch.starts_at) > func.now(),
        )
        .order_by(col(Enrollment.created_at), col(Enrollment.id))
        .limit(free)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    promoted = list(first.scalars())
    for enrollment in promoted:
        to = Status.REQUESTED if batch.requires_acceptance else with_a_seat(enrollment)
        await move(session, enrollment, batch, to)
    return len(promoted)


async def _open_requests(session: AsyncSession, batch_id: UUID) -> int:
    count = await session.scalar(
        select(func.count()).where(
            col(Enrollment.batch_id) == batch_id, col(Enrollment.status) == Status.REQUESTED
        )
    )
    return count or 0
