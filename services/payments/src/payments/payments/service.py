"""Transitions of a payment. The caller has locked its charge."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from contracts.payments import ReviewReason
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlmodel import col

from payments.adapters.paymob.transactions import Transaction
from payments.payments.events import payment_under_review
from payments.payments.models import (
    LIVE,
    PAYMENT_STATES,
    Payment,
    PaymentStatus,
    ReceivedMoney,
)

NOTIFY_AFTER = timedelta(minutes=10)
"""Time for the payer of a declined card to retry before a notification."""


async def lock_payment(session: AsyncSession, payment_id: UUID) -> Payment:
    """Lock the payment and refresh it."""
    payment = await db.lock(session, Payment, col(Payment.id) == payment_id)
    assert payment is not None
    return payment


async def record_success(session: AsyncSession, payment: Payment, money: ReceivedMoney) -> None:
    """Record that the payment's money arrived."""
    _record_money(payment, money)
    await _complete(session, payment)


async def accept_reviewed(session: AsyncSession, payment: Payment) -> None:
    """Accept the money of a payment under review, as decided by a reviewer."""
    assert payment.received_minor is not None
    payment.amount_minor = payment.received_minor
    await _complete(session, payment)


async def _complete(session: AsyncSession, payment: Payment) -> None:
    PAYMENT_STATES.transition(payment, PaymentStatus.SUCCEEDED)
    payment.failure_code = payment.failure_reason = None
    payment.completed_at = await db.now(session)
    payment.next_inquiry_at = payment.notify_at = None
    payment.version += 1
    session.add(payment)


async def record_decline(session: AsyncSession, payment: Payment, transaction: Transaction) -> None:
    """Record a declined card.

    The same order can be paid with another card, so inquiries continue. The payer is notified
    unless they return.
    """
    payment.card_brand, payment.card_last4 = transaction.card_brand, transaction.card_last4
    outcome = transaction.data
    await fail_payment(session, payment, outcome.decline_code, outcome.message or "Declined")
    assert payment.completed_at
    payment.notify_at = payment.completed_at + NOTIFY_AFTER


async def fail_payment(
    session: AsyncSession, payment: Payment, code: str, reason: str | None = None
) -> None:
    """Fail a payment without money. A later success of its order is still settled."""
    PAYMENT_STATES.transition(payment, PaymentStatus.FAILED)
    payment.failure_code, payment.failure_reason = code, reason
    payment.completed_at = await db.now(session)
    payment.version += 1
    session.add(payment)
    await session.flush()


async def fail_live_payments(
    session: AsyncSession, charge_ids: Sequence[UUID], code: str, *, except_for: UUID | None = None
) -> None:
    """Fail the charges' live payments."""
    live = await db.lock_all(
        session,
        Payment,
        col(Payment.charge_id).in_(charge_ids),
        col(Payment.status).in_(LIVE),
        order_by=[col(Payment.charge_id), col(Payment.number)],
    )
    for payment in live:
        if payment.id != except_for:
            await fail_payment(session, payment, code)


async def put_under_review(
    session: AsyncSession,
    payment: Payment,
    payer_user_id: UUID,
    money: ReceivedMoney,
    reason: ReviewReason,
) -> None:
    """Record money that does not match the charge; an admin decides about it."""
    _record_money(payment, money)
    PAYMENT_STATES.transition(payment, PaymentStatus.UNDER_REVIEW)
    payment.review_reason = reason
    payment.next_inquiry_at = None
    payment.version += 1
    session.add(payment)
    await session.flush()
    event = payment_under_review(payment, payer_user_id, money, reason)
    await outbox.publish(session, event, sequence=payment.version)


def _record_money(payment: Payment, money: ReceivedMoney) -> None:
    payment.transaction_id = money.transaction_id
    payment.received_minor = money.amount_minor
    payment.card_brand, payment.card_last4 = money.card_brand, money.card_last4
