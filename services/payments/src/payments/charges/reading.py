"""Charges for their payers."""

from uuid import UUID

from contracts.enrollment import ChargePurpose
from kit.auth import Principal
from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import select
from sqlmodel import col

from payments.access import own, visible
from payments.charges.models import Charge, ChargeStatus
from payments.charges.schemas import ChargeDetail, ChargeRead, Receipt
from payments.payers.models import Payer
from payments.payments.models import Payment
from payments.payments.schemas import PaymentRead
from payments.refunds.models import Refund
from payments.refunds.schemas import RefundRead

_SETTLED = (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED)


async def list_charges(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    *,
    status: list[ChargeStatus],
    purpose: ChargePurpose | None,
) -> Page[ChargeRead]:
    """What the active profile owes and has paid, newest first."""
    statement = (
        select(Charge)
        .where(own(actor))
        .order_by(col(Charge.created_at).desc(), col(Charge.id).desc())
    )
    if status:
        statement = statement.where(col(Charge.status).in_(status))
    if purpose:
        statement = statement.where(col(Charge.purpose) == purpose)
    rows, total = await fetch_page(session, statement, page)
    return Page(data=[ChargeRead.model_validate(row[0]) for row in rows], meta=page.meta(total))


async def read_charge(session: AsyncSession, actor: Principal, charge_id: UUID) -> ChargeDetail:
    """A charge that the actor may see.

    Raises:
        NotFound
    """
    found = (
        await session.execute(
            select(Charge, Payer)
            .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
            .where(col(Charge.id) == charge_id, visible(actor))
        )
    ).first()
    if found is None:
        raise NotFound
    charge, payer = found
    payments = (
        await session.scalars(
            select(Payment)
            .where(col(Payment.charge_id) == charge_id)
            .order_by(col(Payment.number).desc())
        )
    ).all()
    refunds = (
        await session.scalars(
            select(Refund)
            .where(col(Refund.charge_id) == charge_id)
            .order_by(col(Refund.created_at).desc())
        )
    ).all()
    settling = next((payment for payment in payments if payment.id == charge.payment_id), None)
    return ChargeDetail(
        **ChargeRead.model_validate(charge).model_dump(),
        payments=[PaymentRead.model_validate(payment) for payment in payments],
        refunds=[RefundRead.model_validate(refund) for refund in refunds],
        receipt=_receipt(charge, payer, settling),
    )


def _receipt(charge: Charge, payer: Payer | None, payment: Payment | None) -> Receipt | None:
    if charge.status not in _SETTLED or charge.paid_at is None:
        return None
    return Receipt(
        reference=charge.reference,
        issued_at=charge.paid_at,
        payer_name_en=payer.name_en if payer else None,
        payer_name_ar=payer.name_ar if payer else None,
        payer_email=payer.email if payer else None,
        title_en=charge.title_en,
        title_ar=charge.title_ar,
        amount_minor=charge.amount_minor,
        refunded_minor=charge.refunded_minor,
        currency=charge.currency,
        card_brand=payment.card_brand if payment else None,
        card_last4=payment.card_last4 if payment else None,
        transaction_id=str(payment.transaction_id) if payment else None,
    )
