"""Charges for their payers, payments for the dashboard and for those who made them."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from contracts.enrollment import ChargePurpose
from contracts.payments import ChargeStatus
from kit.auth import Principal
from kit.days import within
from kit.db import AsyncSession, is_among, is_one_of
from kit.errors import NotFound
from kit.exports import MAX_ROWS
from kit.pages import (
    COUNTED,
    Page,
    PageMeta,
    PageQuery,
    Sorting,
    counted,
    fetch_page,
    first_rows,
    rows_of,
)
from kit.search import SOUGHT, is_found, keys_found, walks_by_words, words_of
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Row,
    Select,
    String,
    and_,
    case,
    func,
    literal_column,
    select,
    true,
)
from sqlmodel import col

from payments.charges.lines import TaxedLine
from payments.charges.models import SETTLED, Charge
from payments.charges.queries import own, visible
from payments.charges.schemas import ChargeRead
from payments.config import Way
from payments.documents.queries import list_documents
from payments.history.schemas import (
    ChargeDetail,
    PaymentDetail,
    PaymentFilter,
    PaymentPage,
    PaymentPageMeta,
    PaymentRow,
    PaymentSort,
    PaymentSum,
    Receipt,
)
from payments.payments.models import NUMBERS, Payment, PaymentStatus
from payments.payments.schemas import PaymentRead
from payments.refunds.models import Refund
from payments.refunds.queries import list_refunds, may_refund, newest_status, refundable
from payments.replicas.models import Payer
from payments.tables import summed

_SORTING = Sorting(
    {
        PaymentSort.CREATED: col(Payment.created_at),
        PaymentSort.AMOUNT: col(Payment.amount_minor),
    },
    id=col(Payment.id),
)

_PAYS = col(Payer.profile_id) == col(Charge.payer_profile_id)
# These are ASCII, which needs no folding but of its case; each as its index has it.
_NUMBERED: tuple[ColumnElement[str], ...] = (
    func.lower(col(Charge.subject_code)),
    literal_column(f"({NUMBERS})", String),
)


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
    rows, meta = await fetch_page(session, statement, page)
    return Page(data=[ChargeRead.model_validate(row[0]) for row in rows], meta=meta)


async def get_charge(session: AsyncSession, actor: Principal, charge_id: UUID) -> ChargeDetail:
    """A charge that the actor may see.

    Raises `NotFound`.
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
    settling = next((payment for payment in payments if payment.id == charge.payment_id), None)
    return ChargeDetail(
        **ChargeRead.model_validate(charge).model_dump(),
        payments=[PaymentRead.model_validate(payment) for payment in payments],
        refunds=await list_refunds(session, actor, col(Refund.charge_id) == charge_id),
        receipt=_receipt(charge, payer, settling),
        documents=await list_documents(session, charge_id),
    )


def _receipt(charge: Charge, payer: Payer | None, payment: Payment | None) -> Receipt | None:
    if charge.status not in SETTLED or charge.paid_at is None:
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
        transaction_id=payment.provider_transaction if payment else None,
    )


async def list_payments(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: PaymentFilter,
    sort: PaymentSort,
) -> PaymentPage:
    """The attempts of the actor's organization and the actor's own; an admin sees all."""
    listed = _narrow(actor, filters).order_by(*_SORTING.by(sort))
    found = None
    if words_of(filters.search):
        found = set((await session.scalars(_keys_found(listed, filters.search))).all())
    if found is not None and len(found) > SOUGHT:
        # Walked in its order, in which what many have is soon met.
        chosen = listed.where(walks_by_words(filters.search, col(Payer.search), *_NUMBERED))
        return await _page(session, chosen, page, page.capped_meta(len(found), SOUGHT), [])
    chosen = listed if found is None else listed.where(is_among(col(Payment.id), found))
    sums, meta = await _add_up(session, actor, chosen, page)
    return await _page(session, chosen, page, meta, [] if meta.capped else sums)


async def _add_up(
    session: AsyncSession, actor: Principal, listed: Select[Any], page: PageQuery
) -> tuple[Sequence[Any], PageMeta]:
    if not actor.is_admin:
        # Whose a payment is its charge says, which is then read of each, counted or added up.
        sums = (await session.execute(_sums_of(listed))).all()
        return sums, page.capped_meta(sum(each.payments for each in sums))
    sums = (await session.execute(_sums_of_few(listed))).all()
    return [each for each in sums if each.currency], page.capped_meta(sums[0].all_payments)


async def _page(
    session: AsyncSession,
    listed: Select[Any],
    page: PageQuery,
    meta: PageMeta,
    sums: Sequence[Any],
) -> PaymentPage:
    rows = await session.execute(rows_of(listed, page, col(Payment.id)))
    return PaymentPage(
        data=[PaymentRow(**_row(row)) for row in rows],
        meta=PaymentPageMeta(
            **meta.model_dump(), sums=[PaymentSum.model_validate(each) for each in sums]
        ),
    )


def _keys_found(listed: Select[Any], search: str | None, most: int = SOUGHT) -> CompoundSelect[Any]:
    return keys_found(
        listed,
        col(Payment.id),
        search,
        col(Payer.search),
        *_NUMBERED,
        whole=(col(Charge.reference), col(Payment.special_reference)),
        most=most,
    )


def _sums_of(listed: Select[Any], *asked: ColumnElement[bool]) -> Select[Any]:
    """How many payments a list has, and what they come to, by currency."""
    succeeded = col(Payment.status) == PaymentStatus.SUCCEEDED
    by_money = col(Payment.way) != Way.ON_ACCOUNT
    first = first_rows(
        listed.with_only_columns(
            col(Payment.currency),
            case((and_(succeeded, by_money), col(Payment.amount_minor))).label("succeeded_minor"),
            case((by_money, col(Payment.refunded_minor))).label("refunded_minor"),
            maintain_column_froms=True,
        ).where(*asked)
    ).c
    return (
        select(
            first.currency,
            func.count().label("payments"),
            summed(first.succeeded_minor).label("succeeded_minor"),
            summed(first.refunded_minor).label("refunded_minor"),
        )
        .group_by(first.currency)
        .order_by(first.currency)
    )


def _sums_of_few(listed: Select[Any]) -> Select[Any]:
    """`_sums_of` with `all_payments`, which is all that is said of more than are counted: they are
    counted by an index, and each would have to be read to be added up."""
    how_many = counted(listed, col(Payment.id)).cte("how_many")
    (payments,) = how_many.c
    sums = _sums_of(listed, select(payments <= COUNTED).scalar_subquery()).subquery()
    return (
        select(payments.label("all_payments"), *sums.c)
        .select_from(how_many)
        .outerjoin(sums, true())
        .order_by(sums.c.currency)
    )


def payments_listed(actor: Principal, filters: PaymentFilter, sort: PaymentSort) -> Select[Any]:
    """The dashboard's list as a file has it: a `Payment`, its `Charge`, its `Payer` and the
    `refund_status`; of a search no more than a file may hold and some more."""
    listed = _narrow(actor, filters).order_by(*_SORTING.by(sort))
    if not words_of(filters.search):
        return listed
    keys = _keys_found(listed, filters.search, MAX_ROWS)
    return listed.where(is_found(col(Payment.id), keys))


async def get_payment(session: AsyncSession, actor: Principal, payment_id: UUID) -> PaymentDetail:
    """An attempt that the actor may see.

    Raises `NotFound`.
    """
    statement = _rows().add_columns(refundable())
    row = (
        await session.execute(statement.where(col(Payment.id) == payment_id, visible(actor)))
    ).first()
    if row is None:
        raise NotFound
    return PaymentDetail(
        **_row(row),
        refundable_minor=row[-1],
        lines=[TaxedLine.model_validate(line) for line in row.Charge.lines],
        vat_minor=row.Charge.vat_minor,
        vat_percent=row.Charge.vat_percent,
        vat_included=row.Charge.vat_included,
        purchase_order=row.Charge.purchase_order,
        documents=await list_documents(session, row.Charge.id),
        can_refund=may_refund(actor, row.Payment.status),
        transaction_id=row.Payment.provider_transaction,
        refunds=await list_refunds(session, actor, col(Refund.payment_id) == payment_id),
    )


def _rows() -> Select[Any]:
    statement = (
        select(Payment, Charge, Payer, newest_status().label("refund_status"))
        # Each has its charge: where nothing is asked of it, counting need not look at it.
        .outerjoin(Charge, col(Charge.id) == col(Payment.charge_id))
        .outerjoin(Payer, _PAYS)
    )
    return cast(Select[Any], statement)


def _narrow(actor: Principal, filters: PaymentFilter) -> Select[Any]:
    statement = _rows().where(visible(actor))
    if filters.status:
        statement = statement.where(is_one_of(col(Payment.status), filters.status))
    if filters.way:
        statement = statement.where(is_one_of(col(Payment.way), filters.way))
    if filters.purpose:
        statement = statement.where(col(Charge.purpose) == filters.purpose)
    if filters.payer_profile_id:
        statement = statement.where(col(Charge.payer_profile_id) == filters.payer_profile_id)
    if filters.organization_id:
        statement = statement.where(col(Charge.organization_id) == filters.organization_id)
    if filters.amount_from is not None:
        statement = statement.where(col(Payment.amount_minor) >= filters.amount_from)
    if filters.amount_to is not None:
        statement = statement.where(col(Payment.amount_minor) <= filters.amount_to)
    days = within(col(Payment.created_at), filters.created_from, filters.created_to)
    return statement.where(*days)


def _row(row: Row[Any]) -> dict[str, Any]:
    payment, charge, payer = row.Payment, row.Charge, row.Payer
    return {
        **PaymentRead.model_validate(payment).model_dump(),
        "reference": charge.reference,
        "purpose": charge.purpose,
        "subject_id": charge.subject_id,
        "title_en": charge.title_en,
        "title_ar": charge.title_ar,
        "charge_status": charge.status,
        "refund_status": row.refund_status,
        "organization_id": charge.organization_id,
        "payer_profile_id": charge.payer_profile_id,
        "payer_name_en": payer.name_en if payer else None,
        "payer_name_ar": payer.name_ar if payer else None,
        "payer_email": payer.email if payer else None,
    }
