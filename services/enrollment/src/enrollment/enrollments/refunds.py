"""Asking for refunds."""

from uuid import UUID

from contracts.enrollment import RefundReason, RefundRequested
from contracts.payments import ChargeStatus
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import func, update
from sqlmodel import col

from enrollment.replicas.models import Charge


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
    row = (
        await session.execute(
            update(Charge)
            .where(
                col(Charge.id) == charge_id,
                col(Charge.refund_requested_at).is_(None),
                col(Charge.status).in_((ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED)),
            )
            .values(refund_requested_at=func.now())
            # What is kept is rounded down: the candidate never loses by it.
            .returning((left - left * kept_percent // 100).label("back"))
            .execution_options(synchronize_session=False)
        )
    ).one_or_none()
    if row is None:
        return False
    event = RefundRequested(charge_id=charge_id, amount_minor=row.back, reason=cause)
    await outbox.publish(session, event, sequence=1)
    return True
