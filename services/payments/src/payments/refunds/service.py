"""Request and confirm refunds in our own records, and update the charge's status."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from contracts.enrollment import RefundRequested
from contracts.payments import ChargeStatus, RefundReason
from contracts.values import is_known
from kit.core.errors import Invalid, KeyReused, NotFound
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from kit.messaging import audit
from kit.security.auth import Principal
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col
from structlog import get_logger

from payments.adapters.paymob.transactions import Kind, Transaction
from payments.charges.events import publish_charges
from payments.charges.models import CHARGE_STATES, Charge
from payments.charges.service import get_charge_vat, lock_charge
from payments.config import PaymentMethod
from payments.payments.models import Payment, PaymentStatus
from payments.payments.service import fail_payment, lock_payment
from payments.refunds.errors import (
    NotRefundable,
    NotTransferred,
    NotUnderReview,
    RefundUnderReview,
)
from payments.refunds.models import REFUND_STATES, Refund, RefundMethod, RefundStatus
from payments.refunds.queries import list_refunds, sum_refundable, sum_reserved
from payments.refunds.schemas import RefundCreate, RefundRead

log = get_logger(__name__)

_OTHER_METHODS = {
    PaymentMethod.BANK_TRANSFER: RefundMethod.TRANSFER,
    PaymentMethod.ON_ACCOUNT: RefundMethod.ACCOUNT,
}
"""Refund method of payments that bypassed the provider."""


async def request_refund(
    session: AsyncSession,
    payment: Payment,
    *,
    transaction_id: int,
    amount_minor: int,
    reason: RefundReason,
    request_key: str,
    enrollment_id: UUID | None = None,
    note: str | None = None,
    requested_by: UUID | None = None,
) -> Refund | None:
    """Store a refund request; None if the same request was stored before.

    A job sends it, an admin transfers it, or the account's balance is reduced.
    """
    if method := _OTHER_METHODS.get(payment.way):
        step = {"method": method, "due_at": None}
    else:
        received = await _get_unrefunded_amount(session, payment, transaction_id, amount_minor)
        is_void = amount_minor == received and await _can_void(session, payment)
        step = {"method": RefundMethod.VOID if is_void else RefundMethod.REFUND}
    return await session.scalar(
        insert(Refund)
        .values(
            payment_id=payment.id,
            charge_id=payment.charge_id,
            transaction_id=transaction_id,
            amount_minor=amount_minor,
            currency=payment.currency,
            reason=reason,
            note=note,
            request_key=request_key,
            enrollment_id=enrollment_id,
            requested_by=requested_by,
            **step,
        )
        .on_conflict_do_nothing(index_elements=["request_key"])
        .returning(Refund)
    )


async def _get_unrefunded_amount(
    session: AsyncSession, payment: Payment, transaction_id: int, amount_minor: int
) -> int | None:
    """Return the transaction's amount, or None if part of it was already refunded."""
    if await session.scalar(select(sum_reserved(transaction_id))):
        return None
    return payment.received_minor if transaction_id == payment.transaction_id else amount_minor


async def _can_void(session: AsyncSession, payment: Payment) -> bool:
    """Return whether it is still the payment's business day.

    If the provider rejects the void, a refund is sent instead.
    """
    now = await db.now(session)
    return is_same_day(payment.completed_at or now, now)


def is_same_day(one: datetime, other: datetime) -> bool:
    """Return whether both times are on one business day of the provider."""
    return one.astimezone(RIYADH).date() == other.astimezone(RIYADH).date()


async def refund_charge(session: AsyncSession, event: RefundRequested, message_id: UUID) -> None:
    """Refund another service's request, up to what is left of the charge's payment.

    Each enrollment's part is refunded once, even if several messages request it.
    """
    if await session.get(Charge, event.charge_id) is None:
        log.error("a refund for an unknown charge", charge=str(event.charge_id))
        return
    charge = await lock_charge(session, event.charge_id)
    if charge.payment_id is None:
        # Nothing was paid, or the charge was waived.
        return
    payment = await lock_payment(session, charge.payment_id)
    asked = event.amount_minor
    if event.subject_id is not None:
        # A part is requested by its price: add VAT if the charge added it.
        asked = get_charge_vat(charge).calculate_amount(asked)
    amount = min(asked, await _get_refundable(session, payment))
    if payment.transaction_id is None or amount <= 0:
        return
    known = is_known(event.reason)
    await request_refund(
        session,
        payment,
        transaction_id=payment.transaction_id,
        amount_minor=amount,
        reason=event.reason if known else RefundReason.OTHER,
        request_key=_request_key(event, message_id),
        enrollment_id=event.subject_id,
        note=None if known else event.reason,
    )


def _request_key(event: RefundRequested, message_id: UUID) -> str:
    if event.subject_id is not None:
        return f"enrollment:{event.charge_id}:{event.subject_id}"
    return f"event:{message_id}"


async def create_refund(
    session: AsyncSession,
    actor: Principal,
    payment_id: UUID,
    body: RefundCreate,
    *,
    in_review: bool = False,
) -> RefundRead:
    """Refund part or all of a payment, which must be under review exactly if `in_review`.

    Raises `NotFound`, `RefundUnderReview`, `NotUnderReview`, `NotRefundable`, `Invalid` for more
    than is left, and `KeyReused` for a key of another payment, amount or reason.
    """
    charge_id = await session.scalar(
        select(col(Payment.charge_id)).where(col(Payment.id) == payment_id)
    )
    if charge_id is None:
        raise NotFound
    charge = await lock_charge(session, charge_id)
    payment = await lock_payment(session, payment_id)
    request_key = f"admin:{body.key}"
    known = await session.scalar(select(Refund).where(col(Refund.request_key) == request_key))
    left = await _get_refundable(session, payment)
    if known is not None:
        # A retry after a lost response. A request for everything has left nothing, so compare its
        # own amount.
        amount = body.amount_minor or known.amount_minor + left
        if (known.payment_id, known.amount_minor, known.note) != (payment_id, amount, body.reason):
            raise KeyReused
        return await _read(session, actor, known)
    if in_review is not (payment.status is PaymentStatus.UNDER_REVIEW):
        raise NotUnderReview if in_review else RefundUnderReview
    if payment.transaction_id is None or left == 0:
        raise NotRefundable
    amount = body.amount_minor or left
    if amount > left:
        raise Invalid.field(
            "amount_minor",
            "refund.amount_too_large",
            f"Enter at most {left}, which is what's left.",
        )
    refund = await request_refund(
        session,
        payment,
        transaction_id=payment.transaction_id,
        amount_minor=amount,
        reason=RefundReason.ADMIN,
        request_key=request_key,
        note=body.reason,
        requested_by=actor.user_id,
    )
    if refund is None:
        # A concurrent request used the same key for another payment.
        raise KeyReused
    audit.record(
        session,
        "refund",
        refund.id,
        {},
        {"payment_id": payment_id, "amount_minor": amount, "note": body.reason},
        organization_id=charge.organization_id,
    )
    return await _read(session, actor, refund)


async def lock_refund(session: AsyncSession, refund_id: UUID) -> Refund:
    """Lock the refund after its charge and payment, the common lock order."""
    charge_id, payment_id = (
        await session.execute(
            select(col(Refund.charge_id), col(Refund.payment_id)).where(col(Refund.id) == refund_id)
        )
    ).one()
    await lock_charge(session, charge_id)
    await lock_payment(session, payment_id)
    refund = await db.lock(session, Refund, col(Refund.id) == refund_id)
    assert refund is not None
    return refund


async def record_transfer(
    session: AsyncSession, actor: Principal, refund_id: UUID, bank_reference: str
) -> RefundRead:
    """Record that an admin refunded a transfer at the bank. Idempotent.

    Raises `NotFound`, and `NotTransferred` if the provider refunds it or another transfer did.
    """
    found = await session.get(Refund, refund_id)
    if found is None:
        raise NotFound
    charge = await lock_charge(session, found.charge_id)
    await lock_payment(session, found.payment_id)
    refund = await db.lock(session, Refund, col(Refund.id) == refund_id)
    assert refund is not None
    if refund.status is RefundStatus.DONE and refund.bank_reference == bank_reference:
        return await _read(session, actor, refund)
    if refund.method is not RefundMethod.TRANSFER or refund.status is not RefundStatus.REQUESTED:
        raise NotTransferred
    refund.bank_reference = bank_reference
    await confirm_refund(session, refund)
    audit.record(
        session,
        "refund",
        refund.id,
        {"status": RefundStatus.REQUESTED},
        {"status": refund.status, "bank_reference": bank_reference},
        organization_id=charge.organization_id,
    )
    return await _read(session, actor, refund)


async def _read(session: AsyncSession, actor: Principal, refund: Refund) -> RefundRead:
    (read,) = await list_refunds(session, actor, col(Refund.id) == refund.id)
    return read


async def _get_refundable(session: AsyncSession, payment: Payment) -> int:
    return await session.scalar(select(sum_refundable()).where(col(Payment.id) == payment.id)) or 0


async def confirm_refund(
    session: AsyncSession, refund: Refund, refund_transaction_id: int | None = None
) -> None:
    """Mark a refund as done. The caller has locked its charge and payment."""
    if refund.status is RefundStatus.DONE:
        if refund.refund_transaction_id is None:
            refund.refund_transaction_id = refund_transaction_id
        return
    REFUND_STATES.transition(refund, RefundStatus.DONE)
    refund.done_at = await db.now(session)
    refund.due_at = None
    refund.error = None
    if refund_transaction_id is not None:
        refund.refund_transaction_id = refund_transaction_id
    charge = await lock_charge(session, refund.charge_id)
    payment = await lock_payment(session, refund.payment_id)
    if refund.transaction_id != payment.transaction_id:
        return
    payment.refunded_minor += refund.amount_minor
    payment.version += 1
    if payment.status is PaymentStatus.UNDER_REVIEW:
        if payment.refunded_minor == payment.received_minor:
            await fail_payment(session, payment, "returned")
    elif charge.payment_id == payment.id:
        charge.refunded_minor += refund.amount_minor
        complete = charge.refunded_minor == charge.amount_minor
        CHARGE_STATES.transition(
            charge, ChargeStatus.REFUNDED if complete else ChargeStatus.PARTLY_REFUNDED
        )
        await publish_charges(session, [charge])


async def reconcile_refunds(
    session: AsyncSession,
    payment: Payment,
    transaction_id: int,
    reversed_minor: int,
    newest: Transaction | None = None,
) -> None:
    """Match our refunds with the provider's total refunded for a transaction.

    Sent refunds are confirmed up to the total; the rest came from the provider's dashboard.
    `newest`, the order's latest transaction, may be one of these refunds. The caller has locked the
    charge.
    """
    refunds = await db.lock_all(
        session,
        Refund,
        col(Refund.transaction_id) == transaction_id,
        order_by=[col(Refund.created_at), col(Refund.id)],
    )
    missing = reversed_minor - sum(
        refund.amount_minor for refund in refunds if refund.status is RefundStatus.DONE
    )
    open_first = [r for r in refunds if r.status is RefundStatus.SENT]
    # A refund we recorded as failed may still have been processed.
    open_first += [r for r in refunds if r.status is RefundStatus.FAILED]
    number = _find_refund_number(newest, transaction_id, refunds)
    for refund in open_first:
        if refund.amount_minor <= missing:
            is_newest = newest is not None and newest.amount_cents == refund.amount_minor
            await confirm_refund(session, refund, number if is_newest else None)
            number = None if is_newest else number
            missing -= refund.amount_minor
    if missing > 0:
        refund = Refund(
            payment_id=payment.id,
            charge_id=payment.charge_id,
            transaction_id=transaction_id,
            amount_minor=missing,
            currency=payment.currency,
            reason=RefundReason.AT_PROVIDER,
            request_key=f"provider:{transaction_id}:{reversed_minor}",
            status=RefundStatus.SENT,
        )
        session.add(refund)
        await session.flush()
        await confirm_refund(session, refund)


def _find_refund_number(
    newest: Transaction | None, transaction_id: int, refunds: Iterable[Refund]
) -> int | None:
    """Return the provider's number of a refund of this transaction that we do not know yet."""
    if newest is None or newest.kind is not Kind.CHILD or not newest.success:
        return None
    if newest.parent_transaction != transaction_id:
        return None
    known = {refund.refund_transaction_id for refund in refunds}
    return None if newest.id in known else newest.id
