"""Store each transaction state once, and settle it once in a separate transaction."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession, Database, new_id
from kit.database.raw import compile_statement
from sqlalchemy import (
    ColumnElement,
    bindparam,
    case,
    exists,
    func,
    literal_column,
    null,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col
from structlog import get_logger

from payments.adapters.paymob.signature import TOKEN_FIELDS, has_valid_format, is_signed
from payments.adapters.paymob.transactions import Transaction, read_transaction, strip_personal_data
from payments.payments.models import Payment
from payments.settlement.errors import SignatureInvalid
from payments.settlement.models import Callback, Source
from payments.settlement.service import lock_charge_by_order, settle_transaction

log = get_logger(__name__)


UNMATCHED = "unmatched"
"""Outcome of a callback with an unknown order."""
NEVER: ColumnElement[datetime] = literal_column("'infinity'::timestamptz")
"""Due time of callbacks with an unknown order; storing the order schedules them."""
_is_known = exists().where(col(Payment.order_id) == bindparam("order_id"))
_STORE = compile_statement(
    insert(Callback)
    .values(
        id=bindparam("id"),
        transaction_id=bindparam("transaction_id"),
        state=bindparam("state"),
        order_id=bindparam("order_id"),
        source=Source.WEBHOOK,
        body=bindparam("body"),
        failures=0,
        outcome=case((_is_known, null()), else_=UNMATCHED),
        due_at=case((_is_known, func.now()), else_=NEVER),
    )
    .on_conflict_do_nothing(index_elements=["transaction_id", "state"])
    .returning(col(Callback.outcome))
)


async def receive_callback(
    database: Database, message: Mapping[str, Any], hmac: str, *secrets: str
) -> None:
    """Store a webhook unless it is already stored; the job `settle_callbacks` processes it.

    Callbacks of saved cards, and messages without a type, are valid but ignored.

    Raises `SignatureInvalid` without storing anything.
    """
    obj = message.get("obj")
    body = obj if isinstance(obj, Mapping) else message
    fields = {"fields": TOKEN_FIELDS} if message.get("type") == "TOKEN" else {}
    if not is_signed(body, hmac, *secrets, **fields):
        raise SignatureInvalid
    if not fields and not has_valid_format(body):
        raise SignatureInvalid
    transaction = read_transaction(body)
    if message.get("type") != "TRANSACTION" or transaction is None:
        log.info("callback ignored", type=message.get("type"), id=body.get("id"))
        return
    async with database.raw_connection(publishes=False) as connection:
        stored = await _STORE.fetch_row(
            connection,
            id=new_id(),
            transaction_id=transaction.id,
            state=transaction.state,
            order_id=transaction.order.id,
            body=json.dumps(strip_personal_data(body)),
        )
    if stored is not None and stored["outcome"] == UNMATCHED:
        log.error("a transaction of an unknown order", order=transaction.order.id)


async def record_state(
    session: AsyncSession, transaction: Transaction, source: Source, body: Mapping[str, Any]
) -> UUID | None:
    """Store a transaction state and return its callback's ID; None if it was processed before."""
    written: UUID | None = await session.scalar(
        insert(Callback)
        .values(
            transaction_id=transaction.id,
            state=transaction.state,
            order_id=transaction.order.id,
            source=source,
            body=strip_personal_data(body),
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


async def process_callback(session: AsyncSession, callback_id: UUID, order_id: int) -> None:
    """Settle a stored callback unless it was processed before."""
    # Lock the charge before the callback, as inquiries do: webhook and payer's return are often
    # concurrent and must not deadlock.
    charge = await lock_charge_by_order(session, order_id)
    callback = await db.lock(
        session, Callback, col(Callback.id) == callback_id, col(Callback.processed_at).is_(None)
    )
    if callback is None:
        return
    if charge is None:
        callback.outcome = UNMATCHED
        log.error("a transaction of an unknown order", order=order_id)
        return
    transaction = read_transaction(callback.body)
    assert transaction is not None
    callback.payment_id, callback.outcome = await settle_transaction(session, charge, transaction)
    callback.processed_at = await db.now(session)


async def process_order_callbacks(session: AsyncSession, order_id: int) -> None:
    """Process callbacks that arrived before the order was stored."""
    waiting = await session.scalars(
        select(col(Callback.id))
        .where(col(Callback.order_id) == order_id, col(Callback.processed_at).is_(None))
        .order_by(col(Callback.received_at))
    )
    for callback_id in waiting.all():
        await process_callback(session, callback_id, order_id)
