"""Inquire about attempts at the provider, because webhooks can be lost."""

from datetime import datetime, timedelta
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import func, select
from sqlmodel import col
from structlog import get_logger

from payments.adapters.paymob.client import ProcessContext
from payments.adapters.paymob.errors import ProviderError
from payments.adapters.paymob.transactions import Kind, Transaction
from payments.charges.service import lock_charge
from payments.payments.models import FINAL, LIVE, Payment
from payments.payments.service import fail_payment, lock_payment
from payments.refunds.service import reconcile_refunds
from payments.settlement.callbacks.service import (
    process_callback,
    process_order_callbacks,
    record_state,
)
from payments.settlement.models import Inquiry, InquiryOutcome, Source

log = get_logger(__name__)

FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(hours=6)
INQUIRY_PERIOD = timedelta(hours=24)
"""Time after the page closes during which inquiries continue."""
PENDING_INQUIRY_PERIOD = timedelta(days=7)
RETRY_DELAY = timedelta(minutes=1)
LEASE = timedelta(seconds=45)
"""Longer than any inquiry; afterwards another copy takes over from one that died."""

_OUTCOMES = {
    Kind.PENDING: InquiryOutcome.PENDING,
    Kind.DECLINED: InquiryOutcome.DECLINED,
    Kind.PAID: InquiryOutcome.PAID,
    Kind.REVERSED: InquiryOutcome.REVERSED,
    # A child transaction without its parent's number leaves nothing to inquire about.
    Kind.CHILD: InquiryOutcome.REVERSED,
}


def next_inquiry(payment: Payment, now: datetime, follow: timedelta) -> datetime | None:
    """Return the time of the next inquiry; None later than `follow` after the page closed.

    Every 2 minutes while the page is open, once right after it closes, then with exponential
    backoff.
    """
    delay = min(FIRST_DELAY * 2 ** min(payment.inquiries, 10), LONGEST_DELAY)
    due = now + delay
    closed = payment.expires_at + timedelta(seconds=15)
    if now < closed < due:
        return closed
    return due if due < payment.expires_at + follow else None


async def inquire_payment(context: ProcessContext, payment: Payment) -> None:
    """Inquire about one attempt and settle by the answer, like a webhook. Retry after a minute
    without one.
    """
    try:
        transaction = await _fetch_latest(context, payment)
    except ProviderError as error:
        log.warning("inquiry failed", payment=str(payment.id), error=str(error))
        async with context.database.transaction() as session:
            await lock_charge(session, payment.charge_id)
            fresh = await lock_payment(session, payment.id)
            now = await db.now(session)
            await _record_inquiry(session, fresh, InquiryOutcome.UNREACHABLE, now, str(error)[:500])
            fresh.next_inquiry_at = now + RETRY_DELAY
        return
    async with context.database.transaction() as session:
        await lock_charge(session, payment.charge_id)
        fresh = await lock_payment(session, payment.id)
        now = await db.now(session)
        fresh.inquired_at = now
        fresh.next_inquiry_at = next_inquiry(fresh, now, INQUIRY_PERIOD)
        outcome = _OUTCOMES[transaction.kind] if transaction else InquiryOutcome.UNPAID
        await _record_inquiry(session, fresh, outcome, now)
        if transaction is not None:
            await _apply_answer(session, fresh, transaction)
            if transaction.kind is Kind.REVERSED:
                await reconcile_refunds(session, fresh, transaction.id, transaction.reversed_cents)
            if transaction.kind is Kind.PENDING:
                fresh.next_inquiry_at = next_inquiry(fresh, now, PENDING_INQUIRY_PERIOD)
                return
        if fresh.status in FINAL:
            fresh.next_inquiry_at = None
        elif fresh.status in LIVE and now >= fresh.expires_at:
            await fail_payment(session, fresh, "expired")


async def _record_inquiry(
    session: AsyncSession,
    payment: Payment,
    outcome: InquiryOutcome,
    now: datetime,
    error: str | None = None,
) -> None:
    """Record an inquiry about a locked attempt."""
    last = await session.scalar(
        select(Inquiry)
        .where(col(Inquiry.payment_id) == payment.id)
        .order_by(col(Inquiry.id).desc())
        .limit(1)
    )
    if last is None or last.outcome is not outcome:
        last = Inquiry(payment_id=payment.id, outcome=outcome, times=0, first_at=now, last_at=now)
        session.add(last)
    last.times, last.last_at, last.error = last.times + 1, now, error


async def _fetch_latest(context: ProcessContext, payment: Payment) -> Transaction | None:
    paymob = context.resources
    if payment.transaction_id is not None:
        return await paymob.get_transaction(payment.transaction_id)
    if payment.order_id is not None:
        found = await paymob.get_latest_by_order(payment.order_id)
    else:
        found = await paymob.get_latest_by_reference(payment.special_reference)
    if found is not None and found.kind is Kind.CHILD and found.parent_transaction is not None:
        return await paymob.get_transaction(found.parent_transaction)
    return found


async def _apply_answer(session: AsyncSession, payment: Payment, transaction: Transaction) -> None:
    """Settle by the answer, and by callbacks stored while the order was unknown."""
    if payment.order_id is None:
        payment.order_id = transaction.order.id
        await session.flush()
        await process_order_callbacks(session, transaction.order.id)
    callback_id = await record_state(
        session, transaction, Source.INQUIRY, transaction.model_dump(mode="json")
    )
    if callback_id is not None:
        await process_callback(session, callback_id, transaction.order.id)


async def get_newest_outcome(session: AsyncSession, payment_id: UUID) -> InquiryOutcome | None:
    """Return the provider's latest answer about an attempt; None before the first."""
    return await session.scalar(
        select(col(Inquiry.outcome))
        .where(col(Inquiry.payment_id) == payment_id)
        .order_by(col(Inquiry.id).desc())
        .limit(1)
    )


async def inquire_now(context: ProcessContext, payment_id: UUID) -> None:
    """Inquire because the payer returned, unless another inquiry just ran."""
    async with context.database.transaction() as session:
        found = await db.claim(
            session,
            Payment,
            col(Payment.id) == payment_id,
            func.coalesce(col(Payment.inquired_at), col(Payment.created_at))
            < func.now() - timedelta(seconds=2),
            order_by=[col(Payment.id)],
            limit=1,
        )
        payment = next(iter(found), None)
        if payment is None or payment.status in FINAL:
            return
        payment.inquired_at = await db.now(session)
        restart_inquiries(payment, payment.inquired_at)
    await inquire_payment(context, payment)


def restart_inquiries(payment: Payment, now: datetime) -> None:
    """Restart the inquiry schedule, because the payer is back and may have paid."""
    payment.inquiries = 0
    if payment.next_inquiry_at is not None:
        payment.next_inquiry_at = min(payment.next_inquiry_at, now + FIRST_DELAY)
