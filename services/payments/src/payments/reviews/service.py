"""Accept money under review for a charge chosen by a reviewer."""

from uuid import UUID

from kit.core.errors import NotFound
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import audit
from sqlalchemy import func, select, update
from sqlmodel import col

from payments.charges.models import Charge
from payments.payments.models import Payment, PaymentStatus
from payments.payments.service import lock_payment
from payments.refunds.errors import NotUnderReview
from payments.refunds.models import Refund
from payments.reviews.errors import NotAcceptable
from payments.reviews.queries import find_acceptable
from payments.reviews.schemas import PaymentAccept
from payments.settlement.service import settle_accepted
from payments.transfers.models import BankCredit


async def accept_payment(session: AsyncSession, payment_id: UUID, body: PaymentAccept) -> None:
    """Settle the payment's own charge, or another one of its payer, with its money. Idempotent.

    For a closed charge, enrollment provides the seat if still possible, else requests a refund.

    Raises `NotFound`, `NotUnderReview` if already decided, and `NotAcceptable` if the charge is not
    in `list_acceptable`.
    """
    found = await session.get(Payment, payment_id)
    if found is None:
        raise NotFound
    charges = await db.lock_all(
        session,
        Charge,
        col(Charge.id).in_({found.charge_id, body.charge_id}),
        order_by=[col(Charge.id)],
    )
    payment = await lock_payment(session, payment_id)
    charge = next((each for each in charges if each.id == body.charge_id), None)
    if charge is not None and charge.payment_id == payment.id:
        return
    if payment.status is not PaymentStatus.UNDER_REVIEW:
        raise NotUnderReview
    if charge is None or charge not in await find_acceptable(session, payment):
        raise NotAcceptable
    before = {"status": payment.status, "charge_id": payment.charge_id}
    if payment.charge_id != charge.id:
        await _move_payment(session, payment, charge)
    await settle_accepted(session, charge, payment)
    after = {"status": payment.status, "charge_id": charge.id, "note": body.reason}
    audit.record(
        session, "payment", payment.id, before, after, organization_id=charge.organization_id
    )


async def _move_payment(session: AsyncSession, payment: Payment, charge: Charge) -> None:
    """Assign the payment to another charge, with its failed refunds and its bank credit."""
    last = await session.scalar(
        select(func.max(col(Payment.number))).where(col(Payment.charge_id) == charge.id)
    )
    payment.moved_from, payment.charge_id = payment.charge_id, charge.id
    payment.number = (last or 0) + 1
    for table in (Refund, BankCredit):
        await session.execute(
            update(table)
            .where(col(table.payment_id) == payment.id)
            .values(charge_id=charge.id)
            .execution_options(synchronize_session=False)
        )
