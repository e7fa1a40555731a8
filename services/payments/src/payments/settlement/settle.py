"""Decides what a transaction of the provider means for its payment and charge."""

from uuid import UUID

from contracts.enrollment import ChargePurpose, RefundReason
from contracts.payments import ChargeStatus, ReviewReason
from kit import db
from kit.db import AsyncSession
from sqlalchemy import exists, select
from sqlmodel import col

from payments.charges.events import announce
from payments.charges.models import Charge
from payments.charges.queries import active
from payments.charges.service import lock_charge
from payments.payments.models import LIVE, Payment, PaymentStatus
from payments.payments.service import decline, fail_live, hold, lock_payment, succeed
from payments.paymob.transactions import Kind, Transaction
from payments.refunds.service import request_refund
from payments.replicas.queries import is_registered

UNMATCHED = "unmatched"


async def settle(session: AsyncSession, transaction: Transaction) -> tuple[UUID | None, str]:
    """Apply one state of a transaction; the payment's id and a word for what was done.

    The payment is found by the order's number, which the provider's signature covers.
    """
    charge = await lock_charge_of(session, transaction.order.id)
    if charge is None:
        return None, UNMATCHED
    payment_id = await session.scalar(
        select(col(Payment.id)).where(col(Payment.order_id) == transaction.order.id)
    )
    assert payment_id is not None
    payment = await lock_payment(session, payment_id)
    match transaction.kind:
        case Kind.PAID:
            outcome = await _take_money(session, charge, payment, transaction)
        case Kind.DECLINED:
            outcome = await _take_decline(session, payment, transaction)
        case Kind.REVERSED:
            outcome = await _take_reversal(session, charge, payment, transaction)
        case Kind.CHILD:
            outcome = await _ask(session, payment)
        case Kind.PENDING:
            outcome = "pending"
    return payment.id, outcome


async def lock_charge_of(session: AsyncSession, order_id: int) -> Charge | None:
    """The charge that an order of the provider is for, locked; None while no attempt has it."""
    charge_id = await session.scalar(
        select(col(Payment.charge_id)).where(col(Payment.order_id) == order_id)
    )
    return None if charge_id is None else await lock_charge(session, charge_id)


async def _take_money(
    session: AsyncSession, charge: Charge, payment: Payment, transaction: Transaction
) -> str:
    if payment.transaction_id == transaction.id:
        return "known"
    if payment.transaction_id is not None:
        # The order was paid twice; the payment keeps the first transaction.
        return await _return_money(session, charge, payment, transaction, RefundReason.PAID_TWICE)
    if reason := _mismatch(charge, payment, transaction):
        await hold(session, payment, charge.payer_user_id, transaction, reason)
        return f"held: {reason}"
    await succeed(session, payment, transaction)
    if charge.status is ChargeStatus.OPEN:
        return await _mark_paid(session, charge, payment, late=False)
    if charge.status in (ChargeStatus.CANCELLED, ChargeStatus.EXPIRED):
        if await _can_honour(session, charge):
            return await _mark_paid(session, charge, payment, late=True)
        reason_back = RefundReason.NOTHING_OWED
    else:
        reason_back = RefundReason.PAID_TWICE
    return await _return_money(session, charge, payment, transaction, reason_back)


def _mismatch(charge: Charge, payment: Payment, transaction: Transaction) -> ReviewReason | None:
    """What of the money is not as it was asked for, or None."""
    if transaction.currency != payment.currency or payment.currency != charge.currency:
        return ReviewReason.CURRENCY
    if not transaction.amount_cents == payment.amount_minor == charge.amount_minor:
        return ReviewReason.AMOUNT
    if transaction.integration_id != payment.integration_id:
        return ReviewReason.INTEGRATION
    return ReviewReason.AUTHORISED_ONLY if transaction.is_auth else None


async def _mark_paid(session: AsyncSession, charge: Charge, payment: Payment, *, late: bool) -> str:
    charge.status = ChargeStatus.PAID
    charge.paid_at = await db.now(session)
    charge.payment_id = payment.id
    charge.late = late
    await fail_live(session, charge.id, "charge_paid", except_for=payment.id)
    await announce(session, charge)
    return "paid late" if late else "paid"


async def _can_honour(session: AsyncSession, charge: Charge) -> bool:
    """Whether late money can still be for what it was paid for.

    Not when the subject has another charge, and not for a registration that is paid already.
    For a seat, enrollment decides: it hears of the late money and takes a seat or asks for a
    refund.
    """
    if await session.scalar(select(exists().where(active(charge.purpose, charge.subject_id)))):
        return False
    if charge.purpose in (ChargePurpose.ENROLLMENT, ChargePurpose.APPLICATION):
        return True
    return not await is_registered(session, charge.subject_id)


async def _return_money(
    session: AsyncSession,
    charge: Charge,
    payment: Payment,
    transaction: Transaction,
    reason: RefundReason,
) -> str:
    await request_refund(
        session,
        charge,
        payment,
        transaction_id=transaction.id,
        amount_minor=transaction.amount_cents,
        reason=reason,
        request_key=f"automatic:{transaction.id}",
    )
    return f"returned: {reason}"


async def _take_decline(session: AsyncSession, payment: Payment, transaction: Transaction) -> str:
    if payment.status not in LIVE:
        return "declined before"
    await decline(session, payment, transaction)
    return "declined"


async def _take_reversal(
    session: AsyncSession, charge: Charge, payment: Payment, transaction: Transaction
) -> str:
    """The money came, though we may not have heard of that yet, and went, in part or whole."""
    if payment.transaction_id is None:
        await _take_money(session, charge, payment, transaction)
    return await _ask(session, payment)


async def _ask(session: AsyncSession, payment: Payment) -> str:
    """Have the provider asked: how much went back is not covered by a callback's signature."""
    payment.next_inquiry_at = await db.now(session)
    session.add(payment)
    return "asked"


def is_final(payment: Payment) -> bool:
    """Whether the provider need not be asked about it any more."""
    return payment.status in (PaymentStatus.SUCCEEDED, PaymentStatus.UNDER_REVIEW)
