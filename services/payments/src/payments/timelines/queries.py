"""Puts a charge's timeline together, of its own row and of those about its attempts."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import or_, select
from sqlmodel import col

from payments.adapters.paymob.transactions import Kind, read_transaction
from payments.charges.models import Charge
from payments.charges.queries import visible
from payments.documents.models import Document
from payments.payments.models import LIVE, Payment
from payments.refunds.models import Refund
from payments.settlement.models import Callback, Inquiry
from payments.timelines import rules as steps
from payments.timelines.schemas import Timeline, TimelineEntry, TimelineStep
from payments.transfers.models import Transfer

_ORDER = {step: position for position, step in enumerate(TimelineStep)}


async def get_timeline(session: AsyncSession, actor: Principal, charge_id: UUID) -> Timeline:
    """What became of a charge that the actor may see; technical detail for admins only.

    Raises `NotFound`.
    """
    charge = await session.scalar(select(Charge).where(col(Charge.id) == charge_id, visible(actor)))
    if charge is None:
        raise NotFound
    attempts = (
        await session.execute(
            select(Payment, col(Charge.reference))
            .join(Charge, col(Charge.id) == col(Payment.charge_id))
            .where(or_(col(Payment.charge_id) == charge_id, col(Payment.moved_from) == charge_id))
        )
    ).all()
    moved = [row for row in attempts if row.Payment.charge_id != charge_id]
    payments = [row.Payment for row in attempts if row.Payment.charge_id == charge_id]
    ids = [payment.id for payment in payments]
    callbacks = await session.scalars(select(Callback).where(col(Callback.payment_id).in_(ids)))
    inquiries = await session.scalars(select(Inquiry).where(col(Inquiry.payment_id).in_(ids)))
    refunds = await session.scalars(select(Refund).where(col(Refund.charge_id) == charge_id))
    transfer = await session.get(Transfer, charge_id)
    documents = await session.scalars(select(Document).where(col(Document.charge_id) == charge_id))
    entries = [
        *steps.of_charge(charge),
        *(steps.of_transfer(transfer) if transfer else ()),
        *_of_attempts(charge, {payment.id: payment for payment in payments}, callbacks.all()),
        *(step for row in moved for step in steps.of_moved(*row)),
        *(step for each in inquiries for step in steps.of_inquiry(each)),
        *(step for each in refunds for step in steps.of_refund(each)),
        *(step for each in documents for step in steps.of_document(each)),
    ]
    if not actor.is_admin:
        entries = [entry.model_copy(update={"technical": None}) for entry in entries]
    waiting = (each.next_inquiry_at for each in payments if each.status in LIVE)
    return Timeline(
        entries=sorted(entries, key=lambda entry: (entry.at, _ORDER[entry.step])),
        next_inquiry_at=min((at for at in waiting if at), default=None),
    )


def _of_attempts(
    charge: Charge, payments: dict[UUID, Payment], callbacks: Sequence[Callback]
) -> Iterator[TimelineEntry]:
    declined = set()
    for callback in callbacks:
        transaction = read_transaction(callback.body)
        if callback.payment_id is None or transaction is None:
            continue
        if transaction.kind is Kind.DECLINED:
            declined.add(callback.payment_id)
        yield from steps.of_callback(callback, transaction, payments[callback.payment_id])
    for payment in payments.values():
        yield from steps.of_payment(payment, charge, declined=payment.id in declined)
