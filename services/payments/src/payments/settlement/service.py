"""Apply received money, from a provider transaction or a transfer, to its payment and charge."""

from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus, RefundReason
from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import exists, select
from sqlmodel import col

from payments.adapters.paymob.transactions import Kind, Transaction
from payments.charges.events import publish_charges
from payments.charges.models import CHARGE_STATES, Charge
from payments.charges.queries import is_active
from payments.payments.models import LIVE, Payment, ReceivedMoney
from payments.payments.service import (
    accept_reviewed,
    fail_live_payments,
    put_under_review,
    record_decline,
    record_success,
)
from payments.refunds.service import request_refund
from payments.replicas.queries import is_registered
from payments.settlement.rules import find_mismatch

_CLOSED = (ChargeStatus.CANCELLED, ChargeStatus.EXPIRED)
_OF_ENROLLMENT = frozenset(
    {ChargePurpose.ENROLLMENT, ChargePurpose.BULK_ENROLLMENT, ChargePurpose.APPLICATION}
)


async def settle_transaction(
    session: AsyncSession, charge: Charge, transaction: Transaction
) -> tuple[UUID, str]:
    """Apply a transaction state to its payment and return the payment's ID and the outcome.

    The caller has locked the charge (`lock_charge_by_order`). The signed order number
    identifies the payment.
    """
    payment = await db.lock(session, Payment, col(Payment.order_id) == transaction.order.id)
    assert payment is not None
    match transaction.kind:
        case Kind.PAID:
            outcome = await settle_money(session, charge, payment, _build_money(transaction))
        case Kind.DECLINED:
            outcome = await _settle_decline(session, payment, transaction)
        case Kind.REVERSED:
            outcome = await _settle_reversal(session, charge, payment, transaction)
        case Kind.CHILD:
            outcome = await _schedule_inquiry(session, payment)
        case Kind.PENDING:
            outcome = "pending"
    return payment.id, outcome


async def lock_charge_by_order(session: AsyncSession, order_id: int) -> Charge | None:
    """Lock the charge of a provider's order; None if no payment has the order."""
    charge_id = select(col(Payment.charge_id)).where(col(Payment.order_id) == order_id)
    return await db.lock(session, Charge, col(Charge.id) == charge_id.scalar_subquery())


def _build_money(transaction: Transaction) -> ReceivedMoney:
    return ReceivedMoney(
        transaction_id=transaction.id,
        amount_minor=transaction.amount_cents,
        currency=transaction.currency,
        integration_id=transaction.integration_id,
        authorised_only=transaction.is_auth,
        card_brand=transaction.card_brand,
        card_last4=transaction.card_last4,
    )


async def settle_money(
    session: AsyncSession, charge: Charge, payment: Payment, money: ReceivedMoney
) -> str:
    """Settle the charge, put the payment under review, or refund the money; return the outcome.

    The caller has locked charge and payment.
    """
    if payment.transaction_id == money.transaction_id:
        return "known"
    if payment.transaction_id is not None:
        # The order was paid twice; the payment keeps its first transaction.
        return await _refund(session, payment, money, RefundReason.PAID_TWICE)
    if reason := find_mismatch(charge, payment, money):
        await put_under_review(session, payment, charge.payer_user_id, money, reason)
        return f"under review: {reason}"
    await record_success(session, payment, money)
    if await accepts_money(session, charge):
        return await _mark_paid(session, charge, payment)
    closed = charge.status in _CLOSED
    refund_reason = RefundReason.NOTHING_OWED if closed else RefundReason.PAID_TWICE
    return await _refund(session, payment, money, refund_reason)


async def settle_accepted(session: AsyncSession, charge: Charge, payment: Payment) -> None:
    """Settle the charge with money a reviewer accepted.

    The caller has locked both rows and checked `accepts_money`.
    """
    await accept_reviewed(session, payment)
    await _mark_paid(session, charge, payment)


async def accepts_money(session: AsyncSession, charge: Charge) -> bool:
    """Return whether the charge can be paid, even after closing."""
    if charge.status is ChargeStatus.OPEN:
        return True
    return charge.status in _CLOSED and await _accepts_late_payment(session, charge)


async def _mark_paid(session: AsyncSession, charge: Charge, payment: Payment) -> str:
    late = charge.status in _CLOSED
    CHARGE_STATES.transition(charge, ChargeStatus.PAID)
    charge.paid_at = await db.now(session)
    charge.payment_id = payment.id
    charge.late = late
    await fail_live_payments(session, [charge.id], "charge_paid", except_for=payment.id)
    await publish_charges(session, [charge])
    return "paid late" if late else "paid"


async def _accepts_late_payment(session: AsyncSession, charge: Charge) -> bool:
    """Return whether a closed charge can still be paid.

    Not if the subject has another charge or the registration is already paid. For seats enrollment
    decides: on `ChargePaid` with `late` it takes a seat or requests a refund.
    """
    if await session.scalar(select(exists().where(is_active(charge.purpose, charge.subject_id)))):
        return False
    if charge.purpose in _OF_ENROLLMENT:
        return True
    return not await is_registered(session, charge.subject_id)


async def _refund(
    session: AsyncSession, payment: Payment, money: ReceivedMoney, reason: RefundReason
) -> str:
    await request_refund(
        session,
        payment,
        transaction_id=money.transaction_id,
        amount_minor=money.amount_minor,
        reason=reason,
        request_key=f"automatic:{money.transaction_id}",
    )
    return f"refund: {reason}"


async def _settle_decline(session: AsyncSession, payment: Payment, transaction: Transaction) -> str:
    if payment.status not in LIVE:
        return "declined before"
    await record_decline(session, payment, transaction)
    return "declined"


async def _settle_reversal(
    session: AsyncSession, charge: Charge, payment: Payment, transaction: Transaction
) -> str:
    """Settle a payment that arrived, possibly without a callback, and was reversed in part or in
    full.
    """
    if payment.transaction_id is None:
        await settle_money(session, charge, payment, _build_money(transaction))
    return await _schedule_inquiry(session, payment)


async def _schedule_inquiry(session: AsyncSession, payment: Payment) -> str:
    """Schedule an inquiry, because the refunded amount in a callback is not signed."""
    payment.next_inquiry_at = await db.now(session)
    session.add(payment)
    return "inquiry"
