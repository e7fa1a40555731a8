"""Send refunds to the provider, and inquire about those whose answer was lost.

The provider's refunds are not idempotent, so each is marked as sent before the call. It is repeated
only after the provider reports that it did not happen.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from kit.core import failpoints
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Job
from sqlalchemy import func, update
from sqlmodel import col
from structlog import get_logger

from payments.adapters.paymob.client import ProcessContext
from payments.adapters.paymob.errors import (
    ConnectionBroken,
    NotProcessed,
    ProviderError,
    Refused,
    Uncertain,
)
from payments.adapters.paymob.transactions import Transaction
from payments.charges.models import Charge
from payments.charges.service import lock_charge
from payments.payments.service import lock_payment
from payments.refunds.events import refund_failed
from payments.refunds.models import REFUND_STATES, Refund, RefundMethod, RefundStatus
from payments.refunds.service import confirm_refund, is_same_day, lock_refund, reconcile_refunds

log = get_logger(__name__)

INQUIRE_AFTER = timedelta(seconds=30)
"""Longer than any call to the provider."""
REPEAT_AFTER = timedelta(minutes=2)
"""Six times the longest call; a refund still unknown to the provider by then was never processed.
"""
DEAD_AFTER = INQUIRE_AFTER
"""By then, a copy without a recorded answer has died, most likely before the call."""
PAUSE_SECONDS = 2.0
"""Delay before an inquiry after a broken connection."""
MAX_ATTEMPTS = 8


@dataclass(frozen=True, slots=True)
class _Sent:
    id: UUID
    transaction_id: int
    amount_minor: int
    method: RefundMethod
    attempts: int


async def send_next(context: ProcessContext) -> int:
    """Send one due refund and return the number due."""
    async with context.database.transaction() as session:
        sent = await _claim(session)
    if sent is None:
        return 0
    if sent.attempts > 1 and await _is_done(context, sent, repeat=False):
        return 1
    try:
        child = await _call(context, sent)
    except ProviderError as error:
        async with context.database.transaction() as session:
            await _on_error(session, sent, error)
        if isinstance(error, ConnectionBroken):
            await asyncio.sleep(PAUSE_SECONDS)
            await _is_done(context, sent, repeat=True)
        return 1
    failpoints.hit("refunds.after_call")
    async with context.database.transaction() as session:
        await confirm_refund(session, await lock_refund(session, sent.id), child.id)
    return 1


async def _call(context: ProcessContext, sent: _Sent) -> Transaction:
    if sent.method is RefundMethod.VOID:
        return await context.resources.void(sent.transaction_id)
    return await context.resources.refund(sent.transaction_id, sent.amount_minor)


async def _is_done(context: ProcessContext, sent: _Sent, *, repeat: bool) -> bool:
    """Inquire about an earlier call; return True if the refund must not be sent now.

    `repeat`: no call is in progress, so send again if the provider does not know it.
    """
    try:
        answer = await _ask(context, sent.transaction_id)
    except ProviderError as error:
        log.warning("refund not asked about", refund=str(sent.id), error=str(error))
        return True
    async with context.database.transaction() as session:
        return await _decide(session, sent.id, answer, repeat=repeat)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The provider's state of the original transaction; after a reversal, also the order's newest
    transaction, which may be the refund.
    """

    transaction: Transaction | None
    newest: Transaction | None = None


async def _ask(context: ProcessContext, transaction_id: int) -> _Answer:
    transaction = await context.resources.get_transaction(transaction_id)
    if transaction is None or not transaction.reversed_cents:
        return _Answer(transaction)
    try:
        newest = await context.resources.get_latest_by_order(transaction.order.id)
    except ProviderError as error:
        # The refund is done even if its number is unknown.
        log.warning("refund's number not known", transaction=transaction_id, error=str(error))
        return _Answer(transaction)
    return _Answer(transaction, newest)


async def _claim(session: AsyncSession) -> _Sent | None:
    refund = await _next_due(session, RefundStatus.REQUESTED)
    if refund is None:
        return None
    now = await db.now(session)
    if not is_same_day(refund.created_at, now):
        refund.method = RefundMethod.REFUND
    REFUND_STATES.transition(refund, RefundStatus.SENT)
    refund.attempts += 1
    refund.sent_at, refund.unanswered_at = now, None
    refund.due_at = now + INQUIRE_AFTER
    refund.error = None
    return _Sent(
        refund.id, refund.transaction_id, refund.amount_minor, refund.method, refund.attempts
    )


async def _next_due(session: AsyncSession, status: RefundStatus) -> Refund | None:
    found = await db.claim(
        session,
        Refund,
        col(Refund.status) == status,
        col(Refund.due_at) <= func.now(),
        order_by=[col(Refund.due_at)],
        limit=1,
    )
    return next(iter(found), None)


async def _on_error(session: AsyncSession, sent: _Sent, error: ProviderError) -> None:
    refund = await lock_refund(session, sent.id)
    if refund.status is not RefundStatus.SENT:
        return
    now = await db.now(session)
    log.warning("refund not confirmed", refund=str(sent.id), error=str(error))
    match error:
        case NotProcessed():
            _postpone(refund, now)
        case Refused() if sent.method is RefundMethod.VOID:
            refund.method = RefundMethod.REFUND
            REFUND_STATES.transition(refund, RefundStatus.REQUESTED)
            refund.due_at = now
        case Refused():
            # An earlier call whose answer was lost may have refunded it.
            refund.error, refund.due_at = str(error), now
        case Uncertain():
            refund.due_at, refund.unanswered_at = now + INQUIRE_AFTER, now


def _postpone(refund: Refund, now: datetime) -> None:
    REFUND_STATES.transition(refund, RefundStatus.REQUESTED)
    refund.due_at = now + timedelta(seconds=min(5 * 2**refund.attempts, 900))


async def inquire_before_sending(session: AsyncSession) -> None:
    """After a restore, inquire before sending: the refunds may have been sent since the backup."""
    unsent = col(Refund.status) == RefundStatus.REQUESTED, col(Refund.attempts) == 0
    await session.execute(update(Refund).where(*unsent).values(attempts=1))


async def inquire_next(context: ProcessContext) -> int:
    """Inquire about one due refund and return the number due."""
    async with context.database.transaction() as session:
        refund = await _next_due(session, RefundStatus.SENT)
        if refund is None:
            return 0
        refund.due_at = await db.now(session) + INQUIRE_AFTER
    try:
        answer = await _ask(context, refund.transaction_id)
    except ProviderError as error:
        log.warning("refund not asked about", refund=str(refund.id), error=str(error))
        return 1
    async with context.database.transaction() as session:
        await _decide(session, refund.id, answer)
    return 1


async def _decide(
    session: AsyncSession,
    refund_id: UUID,
    answer: _Answer,
    *,
    repeat: bool = False,
) -> bool:
    """Apply the provider's answer; return whether the refund must not be sent now."""
    refund = await lock_refund(session, refund_id)
    if answer.transaction is not None:
        await lock_charge(session, refund.charge_id)
        payment = await lock_payment(session, refund.payment_id)
        reversed_minor = answer.transaction.reversed_cents
        await reconcile_refunds(
            session, payment, refund.transaction_id, reversed_minor, answer.newest
        )
    if refund.status is not RefundStatus.SENT:
        return True
    now = await db.now(session)
    assert refund.sent_at is not None
    if refund.error is not None or refund.attempts >= MAX_ATTEMPTS:
        REFUND_STATES.transition(refund, RefundStatus.FAILED)
        refund.due_at = None
        log.error("refund failed", refund=str(refund.id), error=refund.error)
        charge = await session.get_one(Charge, refund.charge_id)
        await outbox.publish(session, refund_failed(refund, charge), sequence=refund.attempts)
        return True
    wait = DEAD_AFTER if refund.unanswered_at is None else REPEAT_AFTER
    if repeat or now - refund.sent_at > wait:
        _postpone(refund, now)
    return False


TASKS = (
    Job("send_refunds", timedelta(seconds=2), send_next),
    Job("inquire_refunds", timedelta(seconds=5), inquire_next),
)
