"""Updates enrollments when their charges change.

Events may arrive late, twice and in any order. The newest determines the charge's state; each
payment is settled once, by a seat or a refund.
"""

from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus as Status
from contracts.payments import ChargePaid, ChargeRefunded, ChargeStatus, RefundReason
from kit.database import db
from kit.database.db import AsyncSession, in_array
from kit.messaging.inbox import Events
from sqlalchemy import select
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.rules import HAS_ACTIVE, HAS_STARTED
from enrollment.enrollments.transitions.service import transition_enrollment
from enrollment.enrollments.waiting_list.service import offer_seats
from enrollment.replicas.errors import NotReplicated
from enrollment.replicas.models import UNPAID, Batch, Charge
from enrollment.replicas.service import ChargeEvent, upsert_charge, upsert_charges
from enrollment.seats.errors import SeatsFull
from enrollment.settlements.service import (
    end_expiry_request,
    mark_settled,
    refund_part,
    request_refund,
)


async def on_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> None:
    """Store the charge and settle its payment or refund.

    Raises `NotReplicated`.
    """
    enrollment = await db.lock(session, Enrollment, col(Enrollment.id) == event.subject_id)
    if enrollment is None:
        raise NotReplicated(f"the enrollment {event.subject_id} of charge {event.charge_id}")
    charge = await upsert_charge(session, event, sequence)
    if enrollment.charge_id is None:
        enrollment.charge_id = charge.id
    if charge.status is not ChargeStatus.OPEN:
        await end_expiry_request(session, enrollment.id)
    if charge.status in UNPAID:
        await expire_enrollment(session, enrollment)
    has_come = isinstance(event, ChargePaid | ChargeRefunded)
    if has_come and await mark_settled(session, charge.id) and not _was_settled(charge, enrollment):
        await _settle_payment(session, charge, enrollment)
    if isinstance(event, ChargeRefunded) and charge.status is ChargeStatus.REFUNDED:
        await _cancel_refunded(session, charge, enrollment)


async def on_charge_absent(session: AsyncSession, enrollment_id: UUID) -> None:
    """Expire an overdue enrollment that has no charge."""
    enrollment = await db.lock(session, Enrollment, col(Enrollment.id) == enrollment_id)
    await end_expiry_request(session, enrollment_id)
    if enrollment is not None:
        await expire_enrollment(session, enrollment)


async def expire_enrollment(session: AsyncSession, enrollment: Enrollment) -> None:
    """Expire a locked, certainly unpaid enrollment and offer its seat to the waiting list."""
    if enrollment.status is Status.PENDING_PAYMENT:
        batch, _ = await _get_batch(session, enrollment)
        await transition_enrollment(session, enrollment, batch, Status.EXPIRED)
        await offer_seats(session, batch)


async def on_charges_opened(session: AsyncSession, events: Events) -> None:
    """Store charges that can now be paid.

    Raises `NotReplicated`.
    """
    charges: dict[UUID, UUID] = {}
    for event, _ in events:
        charges.setdefault(event.subject_id, event.charge_id)
    enrollments = await db.lock_all(
        session,
        Enrollment,
        in_array(col(Enrollment.id), charges),
        order_by=[col(Enrollment.id)],
    )
    if unknown := charges.keys() - {enrollment.id for enrollment in enrollments}:
        raise NotReplicated(f"the enrollments {unknown} of charges")
    await upsert_charges(session, events)
    for enrollment in enrollments:
        if enrollment.charge_id is None:
            enrollment.charge_id = charges[enrollment.id]


def _was_settled(charge: Charge, enrollment: Enrollment) -> bool:
    """Tell if this payment gave the seat before the charge was replicated."""
    has_seat = enrollment.status in (Status.CONFIRMED, Status.COMPLETED)
    return has_seat and enrollment.charge_id == charge.id


async def _get_batch(session: AsyncSession, enrollment: Enrollment) -> tuple[Batch, bool]:
    """Return the enrollment's batch and whether it has started."""
    found = await session.execute(
        select(Batch, HAS_STARTED)
        .where(col(Batch.id) == enrollment.batch_id)
        # The session may hold a version read before the enrollment was locked.
        .execution_options(populate_existing=True)
    )
    row = found.one_or_none()
    if row is None:
        raise NotReplicated(f"the batch {enrollment.batch_id} of enrollment {enrollment.id}")
    batch, has_started = row
    return batch, has_started


async def _settle_payment(session: AsyncSession, charge: Charge, enrollment: Enrollment) -> None:
    """Settle a payment with the held seat, a free seat, or a refund."""
    batch, has_started = await _get_batch(session, enrollment)
    if charge.status is ChargeStatus.REFUNDED:
        return
    refusal = await _find_refund_reason(session, enrollment, batch, has_started=has_started)
    if refusal is None:
        try:
            enrollment.charge_id = charge.id
            await session.flush()
            await transition_enrollment(session, enrollment, batch, Status.CONFIRMED)
        except SeatsFull:
            refusal = RefundReason.SEATS_FULL
    if refusal is not None:
        await session.flush()
        await request_refund(session, charge.id, refusal)


async def _find_refund_reason(
    session: AsyncSession, enrollment: Enrollment, batch: Batch, *, has_started: bool
) -> RefundReason | None:
    """Return the reason to refund a payment, or None if it gets a seat.

    Only expired enrollments can get a seat again: cancelled ones are unwanted, confirmed ones
    already paid.
    """
    if enrollment.status is Status.PENDING_PAYMENT:
        return None
    # Only organizations give a reason.
    by_organization = enrollment.status is Status.CANCELLED and enrollment.reason is not None
    if by_organization or batch.status is BatchStatus.CANCELLED:
        return RefundReason.CANCELLED_BY_ORGANIZATION
    if enrollment.status is Status.CANCELLED:
        return RefundReason.CANCELLED_BY_CANDIDATE
    if enrollment.status is not Status.EXPIRED:
        return RefundReason.PAID_TWICE
    if has_started:
        return RefundReason.BATCH_STARTED
    return RefundReason.ALREADY_ENROLLED if await _has_another(session, enrollment) else None


async def _has_another(session: AsyncSession, enrollment: Enrollment) -> bool:
    """Tell if the candidate enrolled again after expiry."""
    values = {"batch": enrollment.batch_id, "candidate": enrollment.candidate_profile_id}
    return bool(await session.scalar(select(HAS_ACTIVE), values))


async def _cancel_refunded(session: AsyncSession, charge: Charge, enrollment: Enrollment) -> None:
    """Cancel a fully refunded enrollment and offer its seat, unless it is completed."""
    if enrollment.charge_id == charge.id and enrollment.status is Status.CONFIRMED:
        batch, _ = await _get_batch(session, enrollment)
        await transition_enrollment(session, enrollment, batch, Status.CANCELLED)
        await offer_seats(session, batch)


async def refund_enrollment(
    session: AsyncSession, enrollment: Enrollment, cause: RefundReason, *, kept_percent: int = 0
) -> bool:
    """Request a refund for an ended enrollment, less `kept_percent`, from its own or the bulk
    charge.

    Return False if it was requested before or nothing is due.
    """
    if enrollment.charge_id is not None:
        return await request_refund(session, enrollment.charge_id, cause, kept_percent=kept_percent)
    if enrollment.is_in_bulk:
        price = enrollment.price_minor
        back = price - price * kept_percent // 100
        bulk_id = enrollment.bulk_enrollment_id
        enrollment.returned_minor = back
        # An enrollment ends once, so its share is requested once.
        return await refund_part(session, bulk_id, back, cause, part_id=enrollment.id)
    return False
