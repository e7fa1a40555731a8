"""Notify payers whose card was declined and who did not return."""

from datetime import timedelta

from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import func, select
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import is_payable
from payments.checkout.events import payment_failed
from payments.payments.models import Payment

_BATCH_SIZE = 50


async def notify_declined(session: AsyncSession) -> int:
    """Publish due declines whose charge can still be paid.

    A payer who returns or retries first is not notified: see `Payment.notify_at`.
    """
    rows = await session.execute(
        select(Payment, Charge, is_payable().label("payable"))
        .join(Charge, col(Charge.id) == col(Payment.charge_id))
        .where(col(Payment.notify_at) <= func.now())
        .order_by(col(Payment.notify_at))
        .limit(_BATCH_SIZE)
        # `db.claim` cannot lock only the payments of this join.
        .with_for_update(of=Payment, skip_locked=True)
    )
    found = rows.all()
    for payment, charge, can_be_paid in found:
        payment.notify_at = None
        if can_be_paid:
            event = payment_failed(payment, charge)
            await outbox.publish(session, event, sequence=payment.version)
    return len(found)


TASKS = (Sweep("notify_declined", timedelta(seconds=30), notify_declined),)
