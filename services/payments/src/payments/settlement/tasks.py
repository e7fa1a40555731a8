"""Inquire about due attempts, settle stored callbacks, and expire unpaid charges."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from contracts.payments import ChargeStatus
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.messaging.periodic import Job, Sweep
from sqlalchemy import bindparam, exists, func, select, update
from sqlmodel import col
from structlog import get_logger

from payments.adapters.paymob.client import ProcessContext
from payments.charges.models import Charge
from payments.charges.service import close_charges
from payments.payments.models import Payment
from payments.settlement.callbacks.service import NEVER, process_callback
from payments.settlement.inquiries.service import LEASE, inquire_payment
from payments.settlement.models import Callback
from payments.settlement.queries import has_unanswered_attempt

log = get_logger(__name__)

_BATCH_SIZE = 10
_EXPIRY_BATCH_SIZE = 100
MAX_CONCURRENT_SETTLEMENTS = 4
"""Database connections one copy uses for settling; the rest serve payers and webhooks."""


async def inquire_due(context: ProcessContext) -> int:
    """Inquire about due attempts and return their number."""
    async with context.database.transaction() as session:
        due = await _claim(session)
    await asyncio.gather(*(inquire_payment(context, payment) for payment in due))
    return len(due)


async def _claim(session: AsyncSession) -> Sequence[Payment]:
    """Lease due attempts for the duration of an inquiry, so no other copy inquires too."""
    now = await db.now(session)
    payments = await db.claim(
        session,
        Payment,
        col(Payment.next_inquiry_at) <= func.now(),
        order_by=[col(Payment.next_inquiry_at)],
        limit=_BATCH_SIZE,
    )
    for payment in payments:
        payment.next_inquiry_at = now + LEASE
        # Backoff starts when the page closes: on an open page the payer can pay any time.
        payment.inquiries = payment.inquiries + 1 if now > payment.expires_at else 1
    return payments


_NEXT = (
    select(col(Callback.id), col(Callback.order_id))
    .join(Payment, col(Payment.order_id) == col(Callback.order_id))
    .join(Charge, col(Charge.id) == col(Payment.charge_id))
    .where(col(Callback.processed_at).is_(None), col(Callback.due_at) <= func.now())
    .order_by(col(Callback.due_at))
    .limit(1)
    # Lock the charge, as all code does first. Callbacks of one charge run serially, and locked
    # charges are skipped.
    .with_for_update(of=Charge, skip_locked=True)
)


async def settle_callbacks(context: ProcessContext) -> int:
    """Settle due callbacks, several concurrently, and return their number."""
    if not await _settle_next(context.database):
        return 0
    others = await asyncio.gather(
        *(_settle_next(context.database) for _ in range(MAX_CONCURRENT_SETTLEMENTS))
    )
    return 1 + others.count(True)


async def _settle_next(database: Database) -> bool:
    async with database.transaction() as session:
        return await settle_next_callback(session)


async def settle_next_callback(session: AsyncSession) -> bool:
    """Settle the oldest due callback with a known order; return False if there is none.

    A failure is retried later and blocks no other callback.
    """
    found = (await session.execute(_NEXT)).one_or_none()
    if found is None:
        return False
    callback_id, order_id = found
    try:
        async with session.begin_nested():
            await process_callback(session, callback_id, order_id)
    except Exception:
        log.exception("a callback cannot be processed", callback=str(callback_id))
        await session.execute(_POSTPONE, {"of_callback": callback_id})
    return True


async def schedule_matched_callbacks(session: AsyncSession) -> int:
    """Schedule callbacks whose order was stored concurrently, and return their number."""
    found = await session.execute(_SCHEDULE_MATCHED)
    return len(found.all())


_SCHEDULE_MATCHED = (
    update(Callback)
    .where(
        col(Callback.processed_at).is_(None),
        col(Callback.due_at) == NEVER,
        exists().where(col(Payment.order_id) == col(Callback.order_id)),
    )
    .values(due_at=func.now())
    .returning(col(Callback.id))
    .execution_options(synchronize_session=False)
)


async def expire_charges(session: AsyncSession) -> int:
    """Close overdue charges that no attempt can have paid."""
    charges = await db.claim(
        session,
        Charge,
        col(Charge.status) == ChargeStatus.OPEN,
        col(Charge.due_at) <= func.now(),
        ~has_unanswered_attempt(col(Charge.id)),
        order_by=[col(Charge.due_at)],
        limit=_EXPIRY_BATCH_SIZE,
    )
    await close_charges(session, charges, ChargeStatus.EXPIRED)
    return len(charges)


_POSTPONE = (
    update(Callback)
    .where(col(Callback.id) == bindparam("of_callback"), col(Callback.processed_at).is_(None))
    .values(
        failures=col(Callback.failures) + 1,
        # 10 s, 20 s, 40 s … about 3 hours.
        due_at=func.now()
        + timedelta(seconds=10) * func.power(2, func.least(col(Callback.failures), 10)),
    )
    .execution_options(synchronize_session=False)
)

TASKS = (
    # Short interval, because payers wait for settlement.
    Job("settle_callbacks", timedelta(seconds=0.25), settle_callbacks),
    Job("inquire_payments", timedelta(seconds=2), inquire_due),
    Sweep("expire_charges", timedelta(seconds=5), expire_charges),
    Sweep("find_orders", timedelta(minutes=1), schedule_matched_callbacks),
)
