"""Asks about attempts that are due, and processes callbacks that are still unprocessed."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from kit import db
from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import bindparam, exists, func, or_, select, update
from sqlmodel import col
from structlog import get_logger

from payments.payments.models import Payment
from payments.paymob.provider import Provider
from payments.settlement.callbacks import process
from payments.settlement.inquiries import FOLLOWED_FOR, inquire, next_inquiry
from payments.settlement.models import Callback

log = get_logger(__name__)

_AT_ONCE = 10
_UNPROCESSED_AFTER = timedelta(seconds=5)
"""The request that stored a callback processes it within this time, unless its process ends."""


async def inquire_due(provider: Provider) -> int:
    """Ask about the attempts that are due; how many they were."""
    async with provider.database.transaction() as session:
        due = await _claim(session)
    await asyncio.gather(*(inquire(provider, payment) for payment in due))
    return len(due)


async def _claim(session: AsyncSession) -> Sequence[Payment]:
    """Take the due attempts and set their next inquiry, so that no other copy asks as well."""
    now = await db.now(session)
    payments = await db.claim(
        session,
        Payment,
        col(Payment.next_inquiry_at) <= func.now(),
        order_by=[col(Payment.next_inquiry_at)],
        limit=_AT_ONCE,
    )
    for payment in payments:
        payment.next_inquiry_at = next_inquiry(payment, now, FOLLOWED_FOR)
        payment.inquiries += 1
    return payments


async def _process_unprocessed(session: AsyncSession) -> int:
    """Process a callback whose request ended before it did so or left it to this, in a burst, or
    that came before its order was known. One that cannot be processed is tried again later and
    blocks no other."""
    order_known = exists().where(col(Payment.order_id) == col(Callback.order_id))
    callback_id = await session.scalar(
        select(col(Callback.id))
        .where(
            col(Callback.processed_at).is_(None),
            or_(col(Callback.outcome).is_(None), order_known),
            col(Callback.received_at) < func.now() - _UNPROCESSED_AFTER,
            col(Callback.due_at) <= func.now(),
        )
        .order_by(col(Callback.due_at))
        .limit(1)
    )
    if callback_id is None:
        return 0
    try:
        # A rollback to the savepoint frees its locks: `process` locks the charge first.
        async with session.begin_nested():
            await process(session, callback_id)
    except Exception:
        log.exception("a callback cannot be processed", callback=str(callback_id))
        await session.execute(_POSTPONE, {"of_callback": callback_id})
    return 1


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


process_callbacks = Sweep("callbacks.process", timedelta(seconds=2), _process_unprocessed)
