"""Charges for their payers, payments for the dashboard and for those who made them."""

from datetime import date, datetime, time, timedelta
from typing import Any, cast
from uuid import UUID

from contracts.enrollment import ChargePurpose
from contracts.payments import ChargeStatus
from kit.auth import Principal
from kit.days import RIYADH
from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import Row, Select, or_, select
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import own, visible
from payments.charges.schemas import ChargeRead
from payments.history.schemas import (
    ChargeDetail,
    PaymentDetail,
    PaymentFilter,
    PaymentRow,
    Receipt,
    Sort,
)
from payments.payments.models import Payment
from payments.payments.schemas import PaymentRead
from payments.refunds.models import Refund
from payments.refunds.schemas import RefundRead
from payments.replicas.models import Payer

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


async def get_charge(session: AsyncSession, actor: Principal, charge_id: UUID) -> ChargeDetail:
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


async def list_payments(
    session: AsyncSession, actor: Principal, page: PageQuery, filters: PaymentFilter, sort: Sort
) -> Page[PaymentRow]:
    """The attempts of the actor's organization and the actor's own; an admin sees all."""
    statement = _narrow(_rows().where(visible(actor)), filters)
    key = col(getattr(Payment, sort.removeprefix("-")))
    if sort.startswith("-"):
        statement = statement.order_by(key.desc(), col(Payment.id).desc())
    else:
        statement = statement.order_by(key, col(Payment.id))
    rows, total = await fetch_page(session, cast(Select[Any], statement), page)
    return Page(data=[PaymentRow(**_row(row)) for row in rows], meta=page.meta(total))


async def get_payment(session: AsyncSession, actor: Principal, payment_id: UUID) -> PaymentDetail:
    """An attempt that the actor may see.

    Raises:
        NotFound
    """
    row = (
        await session.execute(_rows().where(col(Payment.id) == payment_id, visible(actor)))
    ).first()
    if row is None:
        raise NotFound
    refunds = (
        await session.scalars(
            select(Refund)
            .where(col(Refund.payment_id) == payment_id)
            .order_by(col(Refund.created_at).desc())
        )
    ).all()
    transaction_id = row[0].transaction_id
    return PaymentDetail(
        **_row(row),
        transaction_id=None if transaction_id is None else str(transaction_id),
        refunds=[RefundRead.model_validate(refund) for refund in refunds],
    )


def _rows() -> Select[Payment, Charge, Payer]:
    return (
        select(Payment, Charge, Payer)
        .join(Charge, col(Charge.id) == col(Payment.charge_id))
        .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
    )


def _narrow(
    statement: Select[Payment, Charge, Payer], filters: PaymentFilter
) -> Select[Payment, Charge, Payer]:
    if filters.status:
        statement = statement.where(col(Payment.status).in_(filters.status))
    if filters.purpose:
        statement = statement.where(col(Charge.purpose) == filters.purpose)
    if filters.created_from:
        statement = statement.where(col(Payment.created_at) >= _midnight(filters.created_from))
    if filters.created_to:
        end = _midnight(filters.created_to + timedelta(days=1))
        statement = statement.where(col(Payment.created_at) < end)
    if filters.search and (words := filters.search.strip()):
        statement = statement.where(
            or_(
                col(Payment.special_reference).icontains(words, autoescape=True),
                col(Payer.name_en).icontains(words, autoescape=True),
                col(Payer.name_ar).icontains(words, autoescape=True),
                col(Payer.email).icontains(words, autoescape=True),
            )
        )
    return statement


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, RIYADH)


def _row(row: Row[Payment, Charge, Payer]) -> dict[str, Any]:
    payment, charge, payer = row
    return {
        **PaymentRead.model_validate(payment).model_dump(),
        "reference": charge.reference,
        "purpose": charge.purpose,
        "title_en": charge.title_en,
        "title_ar": charge.title_ar,
        "charge_status": charge.status,
        "organization_id": charge.organization_id,
        "payer_profile_id": charge.payer_profile_id,
        "payer_name_en": payer.name_en if payer else None,
        "payer_name_ar": payer.name_ar if payer else None,
        "payer_email": payer.email if payer else None,
    }
