"""Stores each state of each transaction once, then lets it have its effect once."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from kit.db import AsyncSession
from kit.errors import Unauthorized
from kit.messaging.periodic import Sweep
from sqlalchemy import bindparam, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col
from structlog import get_logger

from payments.callbacks.models import Callback, Source
from payments.payments.models import Payment
from payments.paymob.signature import TOKEN_FIELDS, has_form, is_signed
from payments.paymob.transactions import Transaction, read_transaction, without_secrets
from payments.settlements.service import UNMATCHED, lock_charge_of, settle

log = get_logger(__name__)

_LEFT_AFTER = timedelta(seconds=5)
"""The request that stored a callback processes it within this time, if it lives."""


class SignatureInvalid(Unauthorized):
    """The callback is not the provider's."""

    code = "webhook.signature_invalid"
    default_detail = "The signature does not fit."


async def receive(
    session: AsyncSession, message: Mapping[str, Any], hmac: str, secret: str
) -> UUID | None:
    """Store a webhook; the id of what is to be processed, if anything is.

    Saved-card callbacks, and messages without a type, are known shapes that we have no use for.

    Raises:
        SignatureInvalid: nothing is stored.
    """
    obj = message.get("obj")
    body = obj if isinstance(obj, Mapping) else message
    fields = {"fields": TOKEN_FIELDS} if message.get("type") == "TOKEN" else {}
    if not is_signed(body, hmac, secret, **fields):
        raise SignatureInvalid
    if not fields and not has_form(body):
        raise SignatureInvalid
    transaction = read_transaction(body)
    if message.get("type") != "TRANSACTION" or transaction is None:
        log.info("callback ignored", type=message.get("type"), id=body.get("id"))
        return None
    return await record(session, transaction, Source.WEBHOOK, body)


async def record(
    session: AsyncSession, transaction: Transaction, source: Source, body: Mapping[str, Any]
) -> UUID | None:
    """Store a state of a transaction; None when it was known and has had its effect."""
    written: UUID | None = await session.scalar(
        insert(Callback)
        .values(
            transaction_id=transaction.id,
            state=transaction.state,
            order_id=transaction.order.id,
            source=source,
            body=without_secrets(body),
        )
        .on_conflict_do_nothing(index_elements=["transaction_id", "state"])
        .returning(col(Callback.id))
    )
    if written is not None:
        return written
    return await session.scalar(
        select(col(Callback.id)).where(
            col(Callback.transaction_id) == transaction.id,
            col(Callback.state) == transaction.state,
            col(Callback.processed_at).is_(None),
        )
    )


async def process(session: AsyncSession, callback_id: UUID) -> None:
    """Give a stored state its effect, unless that has happened already."""
    order_id = await session.scalar(
        select(col(Callback.order_id)).where(
            col(Callback.id) == callback_id, col(Callback.processed_at).is_(None)
        )
    )
    if order_id is None:
        return
    # The charge before the callback, as an inquiry does: the webhook and the payer's return
    # come at the same moment, and must not wait for one another.
    await lock_charge_of(session, order_id)
    callback = await session.scalar(
        select(Callback)
        .where(col(Callback.id) == callback_id, col(Callback.processed_at).is_(None))
        .with_for_update()
    )
    if callback is None:
        return
    transaction = read_transaction(callback.body)
    assert transaction is not None
    payment_id, outcome = await settle(session, transaction)
    callback.payment_id, callback.outcome = payment_id, outcome
    if outcome == UNMATCHED:
        log.error("a transaction of an unknown order", order=transaction.order.id)
    else:
        callback.processed_at = await session.scalar(select(func.now()))


async def process_order(session: AsyncSession, order_id: int) -> None:
    """Process what came before the order was known."""
    waiting = await session.scalars(
        select(col(Callback.id))
        .where(col(Callback.order_id) == order_id, col(Callback.processed_at).is_(None))
        .order_by(col(Callback.received_at))
    )
    for callback_id in waiting.all():
        await process(session, callback_id)


async def _process_left(session: AsyncSession) -> int:
    """Process what was stored by a request that did not live to process it, or before the order
    was known. One that cannot be processed comes again later and holds up no other."""
    order_known = exists().where(col(Payment.order_id) == col(Callback.order_id))
    callback_id = await session.scalar(
        select(col(Callback.id))
        .where(
            col(Callback.processed_at).is_(None),
            or_(col(Callback.outcome).is_(None), order_known),
            col(Callback.received_at) < func.now() - _LEFT_AFTER,
            col(Callback.due_at) <= func.now(),
        )
        .order_by(col(Callback.due_at))
        .limit(1)
    )
    if callback_id is None:
        return 0
    try:
        # Its locks go with the savepoint: `process` takes the charge before the callback.
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


process_callbacks = Sweep("callbacks.process", timedelta(seconds=10), _process_left)
