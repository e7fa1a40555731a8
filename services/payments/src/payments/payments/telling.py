"""Tells those whose card was declined and who did not come back."""

from datetime import timedelta

from contracts.payments import PaymentFailed
from kit.db import AsyncSession
from kit.messaging.outbox import publish
from kit.messaging.periodic import Sweep
from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlmodel import col

from payments.charges.models import Charge, ChargeStatus
from payments.payments.models import Payment

_AT_ONCE = 50


async def _tell(session: AsyncSession) -> int:
    """Tell of the declined cards whose time has come, where something is still to be paid.

    A payer who comes back, by the provider's return or to pay again, is not told: see
    `Payment.tell_at`.
    """
    rows = await session.execute(
        select(Payment, Charge, _payable().label("payable"))
        .join(Charge, col(Charge.id) == col(Payment.charge_id))
        .where(col(Payment.tell_at) <= func.now())
        .order_by(col(Payment.tell_at))
        .limit(_AT_ONCE)
        .with_for_update(of=Payment, skip_locked=True)
    )
    found = rows.all()
    for payment, charge, payable in found:
        payment.tell_at = None
        if payable:
            event = PaymentFailed(
                payment_id=payment.id,
                charge_id=charge.id,
                purpose=charge.purpose,
                payer_user_id=charge.payer_user_id,
                amount_minor=charge.amount_minor,
                currency=charge.currency,
                title_en=charge.title_en,
                title_ar=charge.title_ar,
                due_at=charge.due_at,
                reason=payment.failure_reason or "",
            )
            await publish(session, event, sequence=payment.version)
    return len(found)


def _payable() -> ColumnElement[bool]:
    is_due = or_(col(Charge.due_at).is_(None), col(Charge.due_at) > func.now())
    return and_(col(Charge.status) == ChargeStatus.OPEN, is_due)


tell_declined = Sweep("payments.tell_declined", timedelta(seconds=30), _tell)
