"""Time-driven transitions, by the database's clock.

Every replica of the service may run them concurrently: each claims rows that no other has locked.
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
from enrollment.enrollments.settlement.service import refund_enrollment
from enrollment.enrollments.states import CANCELLABLE
from enrollment.enrollments.transitions.service import transition_enrollment
from enrollment.enrollments.waiting_list.rules import OFFERS_SEATS, SEATS_TO_OFFER
from enrollment.enrollments.waiting_list.service import offer_seats
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.settlements.queries import is_expiry_requested
from enrollment.settlements.service import request_expiry

_CHUNK_SIZE = 50


async def expire_unpaid(session: AsyncSession) -> int:
    """Ask payments to expire overdue charges; seats stay held until it responds.

    A rescheduled batch may start before its payment deadline. Bulk enrollments expire together.
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
    """Expire the requests and waiting lists of batches that have started."""
    over = await _claim(
        session,
        col(Enrollment.status).in_((Status.REQUESTED, Status.WAITLISTED)),
        HAS_STARTED,
    )
    for enrollment, batch in over:
        await transition_enrollment(session, enrollment, batch, Status.EXPIRED)
    return len(over)


async def cancel_with_batch(session: AsyncSession) -> int:
    """Cancel the enrollments of cancelled batches and refund them.

    A sweep also finds enrollments created concurrently with the event.
    """
    dropped = await _claim(
        session,
        col(Enrollment.status).in_(CANCELLABLE),
        col(Batch.status) == BatchStatus.CANCELLED,
    )
    for enrollment, batch in dropped:
        was_confirmed = enrollment.status is Status.CONFIRMED
        await transition_enrollment(session, enrollment, batch, Status.CANCELLED)
        if was_confirmed:
            await refund_enrollment(session, enrollment, RefundReason.CANCELLED_BY_ORGANIZATION)
    return len(dropped)


# The transaction that frees a seat offers it. This finds seats it skipped because another
# transaction had locked the first candidate.
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
    # Not `db.claim`: only the seats of the join are locked.
    .with_for_update(of=Seats, skip_locked=True)
)


async def offer_free_seats(session: AsyncSession) -> int:
    """Offer free seats to the waiting lists."""
    batches = (await session.scalars(_TO_OFFER)).all()
    return sum([await offer_seats(session, batch) for batch in batches])


async def _claim(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> list[tuple[Enrollment, Batch]]:
    """Claim a chunk of enrollments with their batches, in the order in which seats are locked."""
    rows = await session.execute(
        select(Enrollment, Batch)
        .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
        .where(*conditions)
        .order_by(col(Enrollment.batch_id), col(Enrollment.id))
        .limit(_CHUNK_SIZE)
        # Not `db.claim`: the joined batch is not locked.
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
