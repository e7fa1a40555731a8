"""Stores each state of each transaction once; settles by it once, in a transaction of its own."""

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

from payments.adapters.paymob.signature import TOKEN_FIELDS, has_form, is_signed
from payments.adapters.paymob.transactions import Transaction, read_transaction, without_secrets
from payments.payments.models import Payment
from payments.settlement.errors import SignatureInvalid
from payments.settlement.models import Callback, Source
from payments.settlement.service import lock_charge_of, settle

log = get_logger(__name__)


UNMATCHED = "unmatched"
"""What was done by a state of an order that is not known."""
NEVER: ColumnElement[datetime] = literal_column("'infinity'::timestamptz")
"""When a callback is due whose order is not known: whoever stores the order processes it."""
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


async def receive(database: Database, message: Mapping[str, Any], hmac: str, *secrets: str) -> None:
    """Store a webhook, unless it is there already; a job settles by it (`settle_stored`).

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
        return
    async with database.raw_connection(publishes=False) as connection:
        stored = await _STORE.fetch_row(
            connection,
            id=new_id(),
            transaction_id=transaction.id,
            state=transaction.state,
            order_id=transaction.order.id,
            body=json.dumps(without_secrets(body)),
        )
    if stored is not None and stored["outcome"] == UNMATCHED:
        log.error("a transaction of an unknown order", order=transaction.order.id)


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


async def process(session: AsyncSession, callback_id: UUID, order_id: int) -> None:
    """Settle by a stored state of an order, unless that has been done already."""
    # The charge before the callback, as an inquiry does: the webhook and the payer's return
    # come at the same moment, and must not wait for one another.
    charge = await lock_charge_of(session, order_id)
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
    callback.payment_id, callback.outcome = await settle(session, charge, transaction)
    callback.processed_at = await db.now(session)


async def process_order(session: AsyncSession, order_id: int) -> None:
    """Process the callbacks that came before the order was known."""
    waiting = await session.scalars(
        select(col(Callback.id))
        .where(col(Callback.order_id) == order_id, col(Callback.processed_at).is_(None))
        .order_by(col(Callback.received_at))
    )
    for callback_id in waiting.all():
        await process(session, callback_id, order_id)
