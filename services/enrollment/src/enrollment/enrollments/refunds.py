"""Asking for refunds."""

from uuid import UUID

from contracts.enrollment import RefundRequested
from contracts.payments import ChargeStatus, RefundReason
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Charge
from enrollment.settlements.queries import is_refund_requested
from enrollment.settlements.service import mark_refund_requested


async def refund(
    session: AsyncSession, enrollment: Enrollment, cause: RefundReason, *, kept_percent: int = 0
) -> bool:
    """Ask for what was paid for an enrollment that has ended to go back, but for what is kept of
    it: the charge, or its part of the charge for many.

    False when it was asked for before or nothing goes back.
    """
    if enrollment.charge_id is not None:
        return await request_refund(session, enrollment.charge_id, cause, kept_percent=kept_percent)
    if enrollment.in_bulk:
        price = enrollment.price_minor
        back = price - price * kept_percent // 100
        bulk_id = enrollment.bulk_enrollment_id
        enrollment.returned_minor = back
        # An enrollment ends once, so that this is asked for once.
        return await refund_part(session, bulk_id, back, cause, part_id=enrollment.id)
    return False


async def refund_part(
    session: AsyncSession,
    bulk_id: UUID | None,
    back_minor: int,
    cause: RefundReason,
    *,
    part_id: UUID,
) -> bool:
    """Ask for a part of what was paid for a bulk enrollment to go back; payments gives a part back
    once. False when all was asked for before or nothing goes back."""
    charge_id = await session.scalar(
        select(col(Charge.id)).where(
            col(Charge.subject_id) == bulk_id,
            ~is_refund_requested(col(Charge.id)),
            col(Charge.status).in_((ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED)),
        )
    )
    if charge_id is None or not back_minor:
        return False
    event = RefundRequested(
        charge_id=charge_id, amount_minor=back_minor, reason=cause, subject_id=part_id
    )
    await outbox.publish(session, event, sequence=1)
    return True


async def request_refund(
    session: AsyncSession, charge_id: UUID, cause: RefundReason, *, kept_percent: int = 0
) -> bool:
    """Ask for what is left of a paid charge to go back, but for what is kept of it, once for each
    charge.

    False when it was asked for before or nothing goes back.
    """
    if kept_percent == 100:
        return False
    left = col(Charge.amount_minor) - col(Charge.refunded_minor)
    back = await session.scalar(
        # What is kept is rounded down: the candidate never loses by it.
        select(left - left * kept_percent // 100).where(
            col(Charge.id) == charge_id,
            col(Charge.status).in_((ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED)),
        )
    )
    if back is None or not await mark_refund_requested(session, charge_id):
        return False
    event = RefundRequested(charge_id=charge_id, amount_minor=back, reason=cause)
    await outbox.publish(session, event, sequence=1)
    return True
