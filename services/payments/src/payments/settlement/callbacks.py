"""Stores each state of each transaction once, then settles by it once."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from kit import db
from kit.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col
from structlog import get_logger

from payments.paymob.signature import TOKEN_FIELDS, has_form, is_signed
from payments.paymob.transactions import Transaction, read_transaction, without_secrets
from payments.settlement.errors import SignatureInvalid
from payments.settlement.models import Callback, Source
from payments.settlement.settle import UNMATCHED, lock_charge_of, settle

log = get_logger(__name__)


async def receive(
    session: AsyncSession, message: Mapping[str, Any], hmac: str, *secrets: str
) -> UUID | None:
    """Store a webhook; the id of the callback that is to be processed, if there is one.

    Callbacks of saved cards and messages without a type are valid and ignored.

    Raises `SignatureInvalid`; nothing is stored then.
    """
    obj = message.get("obj")
    body = obj if isinstance(obj, Mapping) else message
    fields = {"fields": TOKEN_FIELDS} if message.get("type") == "TOKEN" else {}
    if not is_signed(body, hmac, *secrets, **fields):
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
    """Store a state of a transaction; None when it has been processed before."""
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
    """Settle by a stored state, unless that has been done already."""
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
    callback = await db.lock(
        session, Callback, col(Callback.id) == callback_id, col(Callback.processed_at).is_(None)
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
        callback.processed_at = await db.now(session)


async def process_order(session: AsyncSession, order_id: int) -> None:
    """Process the callbacks that came before the order was known."""
    waiting = await session.scalars(
        select(col(Callback.id))
        .where(col(Callback.order_id) == order_id, col(Callback.processed_at).is_(None))
        .order_by(col(Callback.received_at))
    )
    for callback_id in waiting.all():
        await process(session, callback_id)
