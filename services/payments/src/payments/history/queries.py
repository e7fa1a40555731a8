"""Charges for their payers, payments for the dashboard and for those who made them."""

from collections.abc import Iterator, Sequence
from typing import Any, cast
from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from kit.core.errors import NotFound
from kit.database.db import AsyncSession, is_among, is_one_of
from kit.database.pages import (
    Page,
    PageMeta,
    PageQuery,
    Sorting,
    counted,
    fetch_page,
    rows_of,
)
from kit.database.search import SOUGHT, is_found, keys_found, words_of
from kit.domain.timezone import within
from kit.security.auth import Principal
from kit.spreadsheets.exports import MAX_ROWS
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Row,
    Select,
    Subquery,
    case,
    func,
    select,
    union_all,
)
from sqlmodel import col

from payments.charges.models import SETTLED, Charge
from payments.charges.queries import own, visible
from payments.charges.rules import TaxedLine
from payments.charges.schemas import ChargeRead
from payments.documents.queries import list_documents
from payments.history.filters.queries import (
    NUMBERED,
    PAYS,
    SUMMED,
    begins_mobile,
    is_spelt,
    sums_of,
    sums_of_few,
    visible_parts,
    walks_by,
)
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
from payments.payments.models import Payment
from payments.payments.schemas import PaymentRead
from payments.refunds.models import Refund
from payments.refunds.queries import list_refunds, may_refund, newest_status, refundable
from payments.replicas.models import Payer


def _sorting(payments: Any) -> Sorting[PaymentSort]:
    return Sorting(
        {
            PaymentSort.CREATED: payments.created_at,
            PaymentSort.AMOUNT: payments.amount_minor,
        },
        id=payments.id,
    )


_SORTING = _sorting(Payment)
_IS_FOR = col(Charge.id) == col(Payment.charge_id)


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
    documents, documents_due = await list_documents(session, charge_id)
    settling = next((payment for payment in payments if payment.id == charge.payment_id), None)
    return ChargeDetail(
        **ChargeRead.model_validate(charge).model_dump(),
        payments=[PaymentRead.model_validate(payment) for payment in payments],
        refunds=await list_refunds(session, actor, col(Refund.charge_id) == charge_id),
        receipt=_receipt(charge, payer, settling),
        documents_due=documents_due,
        documents=documents,
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
    if words_of(filters.search):
        return await _search(session, actor, page, filters, sort)
    if parts := visible_parts(actor):
        rows = select(in_parts(parts, filters, select(*SUMMED)))
        sums = (await session.execute(sums_of(rows))).all()
        meta = page.capped_meta(sum(each.payments for each in sums))
        return await _page(session, rows_in_parts(parts, filters, sort, page), meta, sums)
    listed = _narrow(actor, filters).order_by(*_SORTING.by(sort))
    found = (await session.execute(sums_of_few(listed))).all()
    meta = page.capped_meta(found[0].all_payments)
    sums = [each for each in found if each.currency]
    return await _page(session, rows_of(listed, page, col(Payment.id)), meta, sums)


async def _search(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: PaymentFilter,
    sort: PaymentSort,
) -> PaymentPage:
    number, found = await _find(session, actor, filters)
    meta = page.capped_meta(number, SOUGHT)
    sums: Sequence[Any] = []
    if meta.capped:
        # Walked in its order, in which what many have is soon met.
        chosen = _narrow(actor, filters).where(walks_by(filters.search))
    else:
        is_found = is_among(col(Payment.id), found)
        chosen = _rows().where(is_found)
        sums = (await session.execute(sums_of(select(*SUMMED).where(is_found)))).all()
    listed = chosen.order_by(*_SORTING.by(sort))
    return await _page(session, rows_of(listed, page, col(Payment.id)), meta, sums)


async def _page(
    session: AsyncSession, rows: Select[Any], meta: PageMeta, sums: Sequence[Any]
) -> PaymentPage:
    return PaymentPage(
        data=[PaymentRow(**_row(row)) for row in await session.execute(rows)],
        meta=PaymentPageMeta(
            **meta.model_dump(),
            sums=[] if meta.capped else [PaymentSum.model_validate(each) for each in sums],
        ),
    )


async def _find(
    session: AsyncSession, actor: Principal, filters: PaymentFilter
) -> tuple[int, Sequence[UUID]]:
    """How many are found, and which, unless they are more than are counted."""
    if (begins := begins_mobile(filters.search)) is not None:
        # Few digits are those of many numbers, which trigrams would gather one by one. A reference,
        # which would be meant alone, is never made of digits.
        begun_by = _narrow(actor, filters).where(begins)
        begun = await session.scalar(counted(begun_by, col(Payment.id), SOUGHT)) or 0
        if begun > SOUGHT:
            return begun, []
    (key,) = keys_sought(actor, filters).subquery().c
    # Some come twice.
    number = func.count(key.distinct())
    keys_of_few = case((number <= SOUGHT, func.array_agg(key.distinct())))
    how_many, found = (await session.execute(select(number, keys_of_few))).one()
    return how_many, found or []


def keys_sought(
    actor: Principal, filters: PaymentFilter, most: int = SOUGHT
) -> CompoundSelect[Any]:
    """The keys of what is found; some may come twice. Of more than `most` that many and more."""
    sought = _narrow(actor, filters), col(Payment.id), filters.search, col(Payer.search)
    if is_spelt(filters.search):
        return keys_found(*sought, most=most)
    whole = col(Charge.reference), col(Payment.special_reference)
    return keys_found(*sought, *NUMBERED, whole=whole, most=most)


def in_parts(
    parts: Sequence[ColumnElement[bool]], filters: PaymentFilter, rows: Select[Any]
) -> Subquery:
    """What is selected of payments, from one of `visible_parts` after the other."""
    rows = rows.where(*_asked(filters))
    if filters.purpose:
        rows = rows.join(Charge, _IS_FOR)
    return union_all(*(rows.where(part) for part in parts)).subquery()


def rows_in_parts(
    parts: Sequence[ColumnElement[bool]],
    filters: PaymentFilter,
    sort: PaymentSort,
    page: PageQuery,
) -> Select[Any]:
    """The page's rows, as by `rows_of`. The first rows of each part are read in the order of an
    index, and the first of all are among them."""
    sorted_by = col(Payment.created_at), col(Payment.amount_minor), col(Payment.id)
    first: Select[Any] = select(*sorted_by)  # type: ignore[assignment]
    first = first.order_by(*_SORTING.by(sort)).limit(page.offset + page.page_size)
    either = in_parts(parts, filters, first).c
    keys = select(either.id).order_by(*_sorting(either).by(sort))
    is_on_page = col(Payment.id).in_(keys.limit(page.page_size).offset(page.offset))
    return _rows().where(is_on_page).order_by(*_SORTING.by(sort))


def payments_listed(actor: Principal, filters: PaymentFilter, sort: PaymentSort) -> Select[Any]:
    """The dashboard's list as a file has it: a `Payment`, its `Charge`, its `Payer` and the
    `refund_status`; of a search no more than a file may hold and some more."""
    listed = _narrow(actor, filters).order_by(*_SORTING.by(sort))
    if not words_of(filters.search):
        return listed
    keys = keys_sought(actor, filters, MAX_ROWS)
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
    documents, documents_due = await list_documents(session, row.Charge.id)
    return PaymentDetail(
        **_row(row),
        refundable_minor=row[-1],
        lines=[TaxedLine.model_validate(line) for line in row.Charge.lines],
        vat_minor=row.Charge.vat_minor,
        vat_percent=row.Charge.vat_percent,
        vat_included=row.Charge.vat_included,
        purchase_order=row.Charge.purchase_order,
        documents_due=documents_due,
        documents=documents,
        can_refund=may_refund(actor, row.Payment.status),
        transaction_id=row.Payment.provider_transaction,
        refunds=await list_refunds(session, actor, col(Refund.payment_id) == payment_id),
    )


def _rows() -> Select[Any]:
    statement = (
        select(Payment, Charge, Payer, newest_status().label("refund_status"))
        # Each has its charge: where nothing is asked of it, counting need not look at it.
        .outerjoin(Charge, _IS_FOR)
        .outerjoin(Payer, PAYS)
    )
    return cast(Select[Any], statement)


def _narrow(actor: Principal, filters: PaymentFilter) -> Select[Any]:
    return _rows().where(visible(actor), *_asked(filters))


def _asked(filters: PaymentFilter) -> Iterator[ColumnElement[bool]]:
    """The conditions of a list besides its words; the purpose alone is one on the charge."""
    if filters.status:
        yield is_one_of(col(Payment.status), filters.status)
    if filters.way:
        yield is_one_of(col(Payment.way), filters.way)
    if filters.purpose:
        yield col(Charge.purpose) == filters.purpose
    if filters.payer_profile_id:
        yield col(Payment.payer_profile_id) == filters.payer_profile_id
    if filters.organization_id:
        yield col(Payment.organization_id) == filters.organization_id
    if filters.amount_from is not None:
        yield col(Payment.amount_minor) >= filters.amount_from
    if filters.amount_to is not None:
        yield col(Payment.amount_minor) <= filters.amount_to
    yield from within(col(Payment.created_at), filters.created_from, filters.created_to)


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
