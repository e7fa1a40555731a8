"""What happens to enrollments by the passing of time, on the database's clock.

Any copy of the service may run these at once: each takes the rows that no other has.
"""

from datetime import timedelta

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus as Status
from contracts.payments import ChargePurpose, RefundReason
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import ColumnElement, func, or_, select
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.rules import HAS_STARTED
from enrollment.enrollments.settlement.service import refund
from enrollment.enrollments.states import CANCELLABLE
from enrollment.enrollments.transitions.service import move
from enrollment.enrollments.waiting_list.rules import OFFERS_SEATS, SEATS_TO_OFFER
from enrollment.enrollments.waiting_list.service import offer_seats
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.settlements.queries import is_expiry_requested
from enrollment.settlements.service import request_expiry

_AT_ONCE = 50


async def expire_unpaid(session: AsyncSession) -> int:
    """Ask payments whether what is overdue is unpaid; the seats stay held until it answers.

    A batch that was moved forward may start before the time that was given to pay. What an
    organization pays for in bulk ends together.
    """
    due = await _claim(
        session,
        col(Enrollment.status) == Status.PENDING_PAYMENT,
        col(Enrollment.bulk_enrollment_id).is_(None),
        or_(col(Enrollment.payment_due_at) <= func.now(), HAS_STARTED),
        ~is_expiry_requested(col(Enrollment.id)),
    )
    subjects = [(enrollment.id, enrollment.version) for enrollment, _ in due]
    await request_expiry(session, subjects, ChargePurpose.ENROLLMENT)
    return len(due)


async def close_started(session: AsyncSession) -> int:
    """End the requests and the waiting lists of batches that have started."""
    over = await _claim(
        session,
        col(Enrollment.status).in_((Status.REQUESTED, Status.WAITLISTED)),
        HAS_STARTED,
    )
    for enrollment, batch in over:
        await move(session, enrollment, batch, Status.EXPIRED)
    return len(over)


async def cancel_with_batch(session: AsyncSession) -> int:
    """End the enrollments of cancelled batches; what was paid goes back.

    A sweep, and not part of the event's handler: an enrollment that was being made while the
    event came is found at the next turn.
    """
    dropped = await _claim(
        session,
        col(Enrollment.status).in_(CANCELLABLE),
        col(Batch.status) == BatchStatus.CANCELLED,
    )
    for enrollment, batch in dropped:
        was_confirmed = enrollment.status is Status.CONFIRMED
        await move(session, enrollment, batch, Status.CANCELLED)
        if was_confirmed:
            await refund(session, enrollment, RefundReason.CANCELLED_BY_ORGANIZATION)
    return len(dropped)


# Seats are offered in the transaction that frees them; this finds those that were missed there
# because the first of the list was locked by somebody else.
_TO_OFFER = (
    select(Batch)
    .join(Seats, col(Seats.batch_id) == col(Batch.id))
    .where(
        col(Seats.batch_id).in_(
            select(col(Enrollment.batch_id)).where(col(Enrollment.status) == Status.WAITLISTED)
        ),
        OFFERS_SEATS,
        SEATS_TO_OFFER > 0,
    )
    .order_by(col(Seats.batch_id))
    .limit(20)
    # Not `db.claim`: of the join only the seats are locked.
    .with_for_update(of=Seats, skip_locked=True)
)


async def offer_free_seats(session: AsyncSession) -> int:
    """Give seats that are free to those who wait for them."""
    batches = (await session.scalars(_TO_OFFER)).all()
    return sum([await offer_seats(session, batch) for batch in batches])


async def _claim(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> list[tuple[Enrollment, Batch]]:
    """Some enrollments that meet the conditions, locked, with their batches.

    In the order of the batches, in which everybody locks seats.
    """
    rows = await session.execute(
        select(Enrollment, Batch)
        .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
        .where(*conditions)
        .order_by(col(Enrollment.batch_id), col(Enrollment.id))
        .limit(_AT_ONCE)
        # Not `db.claim`: each comes with its batch, which is not locked.
        .with_for_update(of=Enrollment, skip_locked=True)
        .execution_options(populate_existing=True)
    )
    return [(enrollment, batch) for enrollment, batch in rows]


TASKS = (
    Sweep("expire_unpaid", timedelta(seconds=5), expire_unpaid),
    Sweep("offer_free_seats", timedelta(seconds=5), offer_free_seats),
    Sweep("cancel_with_batch", timedelta(seconds=5), cancel_with_batch),
    Sweep("close_started", timedelta(seconds=30), close_started),
)
