"""Payments for the dashboard and for those who made them."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal, cast
from uuid import UUID

from contracts.enrollment import ChargePurpose
from kit.auth import Principal
from kit.days import RIYADH
from kit.db import AsyncSession
from kit.errors import BadRequest, NotFound
from kit.fields import Day
from kit.pages import Page, PageQuery, fetch_page
from pydantic import BaseModel, Field
from sqlalchemy import Row, Select, or_, select, update
from sqlmodel import col

from payments.access import visible
from payments.charges.models import Charge
from payments.payers.models import Payer
from payments.payments.inquiries import ask_now
from payments.payments.models import Payment, PaymentStatus
from payments.payments.schemas import PaymentDetail, PaymentRead, PaymentRow
from payments.paymob.signature import return_is_signed
from payments.provider import Provider
from payments.refunds.models import Refund
from payments.refunds.schemas import RefundRead
from payments.settlements.service import is_final

Sort = Literal["created_at", "-created_at", "amount_minor", "-amount_minor"]


class ReturnInvalid(BadRequest):
    """The parameters of the return are not the provider's."""

    code = "payments.return_invalid"
    default_detail = "This is not a return from the payment page."


class PaymentFilter(BaseModel):
    """What a list of payments is narrowed down to; dates are days in Riyadh, both included."""

    status: list[PaymentStatus] = []
    purpose: ChargePurpose | None = None
    created_from: Day | None = None
    created_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """A part of a reference, of the payer's name or of their address."""


async def list_payments(
    session: AsyncSession, actor: Principal, page: PageQuery, wanted: PaymentFilter, sort: Sort
) -> Page[PaymentRow]:
    """The attempts of the actor's organization and the actor's own; an admin sees all."""
    statement = _narrow(_rows().where(visible(actor)), wanted)
    key = col(getattr(Payment, sort.removeprefix("-")))
    if sort.startswith("-"):
        statement = statement.order_by(key.desc(), col(Payment.id).desc())
    else:
        statement = statement.order_by(key, col(Payment.id))
    rows, total = await fetch_page(session, cast(Select[Any], statement), page)
    return Page(data=[PaymentRow(**_row(row)) for row in rows], meta=page.meta(total))


async def read_payment(session: AsyncSession, actor: Principal, payment_id: UUID) -> PaymentDetail:
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


async def read_return(
    provider: Provider, actor: Principal, params: dict[str, str]
) -> PaymentDetail:
    """The attempt that the browser comes back from, as we know it.

    The parameters can be replayed, so they only name the order and never settle anything: what
    we do not know yet, the provider is asked for.

    Raises:
        ReturnInvalid: the signature does not fit.
        NotFound: it is not the actor's.
    """
    secret = provider.settings.paymob_hmac_secret.get_secret_value()
    order = params.get("order") or params.get("order_id") or ""
    if not (return_is_signed(params, secret) and order.isascii() and order.isdigit()):
        raise ReturnInvalid
    async with provider.database.transaction() as session:
        payment = await session.scalar(
            select(Payment)
            .join(Charge, col(Charge.id) == col(Payment.charge_id))
            .where(col(Payment.order_id) == int(order), visible(actor))
        )
    if payment is None:
        raise NotFound
    if not is_final(payment):
        await ask_now(provider, payment.id)
    async with provider.database.transaction() as session:
        # What they see now they need not be told.
        await session.execute(
            update(Payment).where(col(Payment.id) == payment.id).values(tell_at=None)
        )
        return await read_payment(session, actor, payment.id)


def _rows() -> Select[Payment, Charge, Payer]:
    return (
        select(Payment, Charge, Payer)
        .join(Charge, col(Charge.id) == col(Payment.charge_id))
        .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
    )


def _narrow(
    statement: Select[Payment, Charge, Payer], wanted: PaymentFilter
) -> Select[Payment, Charge, Payer]:
    if wanted.status:
        statement = statement.where(col(Payment.status).in_(wanted.status))
    if wanted.purpose:
        statement = statement.where(col(Charge.purpose) == wanted.purpose)
    if wanted.created_from:
        statement = statement.where(col(Payment.created_at) >= _midnight(wanted.created_from))
    if wanted.created_to:
        end = _midnight(wanted.created_to + timedelta(days=1))
        statement = statement.where(col(Payment.created_at) < end)
    if wanted.search and (words := wanted.search.strip()):
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
