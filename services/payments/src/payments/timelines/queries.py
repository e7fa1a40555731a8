"""Build a charge's timeline from its row and the rows of its payments."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from contracts.payments import ChargeStatus, DocumentKind
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import or_, select
from sqlmodel import col

from payments.adapters.paymob.transactions import DECLINES, Kind, Transaction, read_transaction
from payments.charges.models import Charge
from payments.charges.queries import is_visible
from payments.config import PaymentMethod
from payments.documents.models import Document
from payments.payments.models import LIVE, Payment, PaymentStatus
from payments.refunds.models import Refund, RefundMethod, RefundStatus
from payments.settlement.models import Callback, Inquiry, Source
from payments.timelines.schemas import TechnicalDetail, Timeline, TimelineEntry, TimelineStep
from payments.transfers.models import Transfer

_DECLINE_CODES = frozenset({*DECLINES.values(), "declined"})
_DOCUMENTS = {
    DocumentKind.RECEIPT: TimelineStep.RECEIPT,
    DocumentKind.CREDIT_NOTE: TimelineStep.CREDIT_NOTE,
}


def describe_charge(charge: Charge) -> Iterator[TimelineEntry]:
    """Yield opening, waiver and closing of the charge."""
    yield TimelineEntry(
        step=TimelineStep.OPENED,
        at=charge.created_at,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
    )
    if charge.waived and charge.paid_at:
        yield TimelineEntry(step=TimelineStep.WAIVED, at=charge.paid_at)
    if charge.closed_at:
        yield TimelineEntry(
            step=TimelineStep.EXPIRED if _has_expired(charge) else TimelineStep.CANCELLED,
            at=charge.closed_at,
        )


def _has_expired(charge: Charge) -> bool:
    """Return whether a closed charge expired instead of being cancelled.

    A late payment overwrites the status, so compare the times.
    """
    if charge.status in (ChargeStatus.CANCELLED, ChargeStatus.EXPIRED):
        return charge.status is ChargeStatus.EXPIRED
    return bool(charge.due_at and charge.closed_at and charge.closed_at >= charge.due_at)


def describe_transfer(transfer: Transfer) -> Iterator[TimelineEntry]:
    """Yield the choice of a transfer and the upload of its receipt."""
    yield TimelineEntry(
        step=TimelineStep.TRANSFER_CHOSEN, at=transfer.chosen_at, code=transfer.reference
    )
    if transfer.receipt_at:
        yield TimelineEntry(step=TimelineStep.TRANSFER_RECEIPT, at=transfer.receipt_at)


def describe_payment(
    payment: Payment, charge: Charge, *, declined: bool
) -> Iterator[TimelineEntry]:
    """Yield the payment's page and end; `declined`: callbacks cover its declined cards."""
    technical = TechnicalDetail(reference=payment.special_reference)
    has_page = payment.order_id is not None
    ended_at = payment.completed_at
    if has_page:
        yield TimelineEntry(
            step=TimelineStep.PAGE_OPENED,
            at=payment.created_at,
            amount_minor=payment.amount_minor,
            currency=payment.currency,
            payment_id=payment.id,
            technical=technical,
        )
    if payment.status is PaymentStatus.SUCCEEDED and ended_at:
        yield TimelineEntry(
            step=_get_money_step(payment, charge),
            at=ended_at,
            amount_minor=payment.received_minor,
            currency=payment.currency,
            payment_id=payment.id,
            technical=TechnicalDetail(
                reference=payment.special_reference,
                transaction_id=payment.provider_transaction,
            ),
        )
    if payment.status is PaymentStatus.UNDER_REVIEW and payment.way is PaymentMethod.BANK_TRANSFER:
        # A card payment enters review by its callback, which is listed separately.
        yield TimelineEntry(
            step=TimelineStep.UNDER_REVIEW,
            at=payment.created_at,
            code=payment.review_reason,
            amount_minor=payment.received_minor,
            currency=payment.currency,
            payment_id=payment.id,
            technical=technical,
        )
    if payment.status is PaymentStatus.FAILED and ended_at:
        is_decline = payment.failure_code in _DECLINE_CODES
        if is_decline and declined:
            return
        unopened = TimelineStep.ENDED if has_page else TimelineStep.PAGE_FAILED
        yield TimelineEntry(
            step=TimelineStep.DECLINED if is_decline else unopened,
            at=ended_at,
            code=payment.failure_code,
            payment_id=payment.id,
            technical=technical.model_copy(update={"error": payment.failure_reason}),
        )


def describe_move(payment: Payment, reference: str) -> Iterator[TimelineEntry]:
    """Yield the use of this charge's payment for the charge with this reference."""
    if payment.completed_at:
        yield TimelineEntry(
            step=TimelineStep.MOVED,
            at=payment.completed_at,
            code=reference,
            payment_id=payment.id,
            technical=TechnicalDetail(
                reference=payment.special_reference,
                transaction_id=payment.provider_transaction,
            ),
        )


def _get_money_step(payment: Payment, charge: Charge) -> TimelineStep:
    if charge.payment_id != payment.id:
        return TimelineStep.PAID_BESIDES
    return TimelineStep.ON_ACCOUNT if payment.way is PaymentMethod.ON_ACCOUNT else TimelineStep.PAID


def describe_callback(
    callback: Callback, transaction: Transaction, payment: Payment
) -> Iterator[TimelineEntry]:
    """Yield the bank's decision, unless the payment's row already contains it."""
    outcome = callback.outcome or ""
    words = (transaction.data.txn_response_code, transaction.data.message)
    common = TimelineEntry(
        step=TimelineStep.PENDING,
        at=callback.received_at,
        amount_minor=transaction.amount_cents,
        currency=transaction.currency,
        payment_id=payment.id,
        technical=TechnicalDetail(
            transaction_id=str(transaction.id),
            reference=payment.special_reference,
            source=callback.source,
            outcome=callback.outcome,
            error=" · ".join(word for word in words if word) or None,
        ),
    )
    match transaction.kind:
        case Kind.PENDING if callback.source is Source.WEBHOOK:
            yield common
        case Kind.DECLINED:
            code = transaction.data.decline_code
            yield common.model_copy(update={"step": TimelineStep.DECLINED, "code": code})
        case Kind.PAID if outcome.startswith("under review: "):
            reason = outcome.removeprefix("under review: ")
            yield common.model_copy(update={"step": TimelineStep.UNDER_REVIEW, "code": reason})
        case Kind.PAID if payment.transaction_id != transaction.id:
            yield common.model_copy(update={"step": TimelineStep.PAID_BESIDES})
        case _:
            return


def describe_inquiry(inquiry: Inquiry) -> Iterator[TimelineEntry]:
    """Yield one entry for consecutive inquiries with the same answer."""
    yield TimelineEntry(
        step=TimelineStep.ASKED,
        at=inquiry.last_at,
        since=inquiry.first_at if inquiry.times > 1 else None,
        times=inquiry.times,
        code=inquiry.outcome,
        payment_id=inquiry.payment_id,
        technical=TechnicalDetail(error=inquiry.error),
    )


def describe_refund(refund: Refund) -> Iterator[TimelineEntry]:
    """Yield the refund's request and result."""
    common = TimelineEntry(
        step=TimelineStep.REFUND_REQUESTED,
        at=refund.created_at,
        code=refund.reason,
        amount_minor=refund.amount_minor,
        currency=refund.currency,
        payment_id=refund.payment_id,
        technical=TechnicalDetail(
            transaction_id=_as_text(refund.refund_transaction_id),
            outcome=refund.method,
            error=refund.error,
        ),
    )
    yield common
    if refund.status is RefundStatus.DONE and refund.done_at:
        to_account = refund.method is RefundMethod.ACCOUNT
        step = TimelineStep.CREDITED if to_account else TimelineStep.REFUNDED
        yield common.model_copy(update={"step": step, "at": refund.done_at})
    if refund.status is RefundStatus.FAILED and refund.sent_at:
        yield common.model_copy(update={"step": TimelineStep.REFUND_FAILED, "at": refund.sent_at})


def describe_document(document: Document) -> Iterator[TimelineEntry]:
    """Yield the issue of a receipt or credit note."""
    yield TimelineEntry(
        step=_DOCUMENTS[document.kind],
        at=document.issued_at,
        code=document.number,
        amount_minor=document.amount_minor,
        currency=document.currency,
    )


def _as_text(number: int | None) -> str | None:
    return None if number is None else str(number)


_ORDER = {step: position for position, step in enumerate(TimelineStep)}


async def get_timeline(session: AsyncSession, actor: Principal, charge_id: UUID) -> Timeline:
    """Return the timeline of a charge the actor may see; only admins get technical details.

    Raises `NotFound`.
    """
    charge = await session.scalar(
        select(Charge).where(col(Charge.id) == charge_id, is_visible(actor))
    )
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
        *describe_charge(charge),
        *(describe_transfer(transfer) if transfer else ()),
        *_describe_attempts(charge, {payment.id: payment for payment in payments}, callbacks.all()),
        *(step for row in moved for step in describe_move(*row)),
        *(step for each in inquiries for step in describe_inquiry(each)),
        *(step for each in refunds for step in describe_refund(each)),
        *(step for each in documents for step in describe_document(each)),
    ]
    if not actor.is_admin:
        entries = [entry.model_copy(update={"technical": None}) for entry in entries]
    waiting = (each.next_inquiry_at for each in payments if each.status in LIVE)
    return Timeline(
        entries=sorted(entries, key=lambda entry: (entry.at, _ORDER[entry.step])),
        next_inquiry_at=min((at for at in waiting if at), default=None),
    )


def _describe_attempts(
    charge: Charge, payments: dict[UUID, Payment], callbacks: Sequence[Callback]
) -> Iterator[TimelineEntry]:
    declined = set()
    for callback in callbacks:
        transaction = read_transaction(callback.body)
        if callback.payment_id is None or transaction is None:
            continue
        if transaction.kind is Kind.DECLINED:
            declined.add(callback.payment_id)
        yield from describe_callback(callback, transaction, payments[callback.payment_id])
    for payment in payments.values():
        yield from describe_payment(payment, charge, declined=payment.id in declined)
