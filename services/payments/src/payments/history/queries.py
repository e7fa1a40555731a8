"""Queries of charges for their payers, and of payments for payers and the dashboard."""

from collections.abc import Iterator
from typing import Any, cast
from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from kit.core.errors import NotFound
from kit.database.db import AsyncSession, in_literals
from kit.database.pages import (
    MAX_SUMMED,
    WHOLE_LIST,
    ListQuery,
    Page,
    PageQuery,
    Sorting,
)
from kit.database.search import matches
from kit.database.tables import sum_money
from kit.domain.timezone import filter_days
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Row, Select, and_, any_, case, func, or_, select
from sqlmodel import col

from payments.charges.models import SETTLED, Charge
from payments.charges.queries import (
    get_viewed_organization,
    is_own,
    is_own_registration,
    is_visible,
)
from payments.charges.rules import TaxedLine
from payments.charges.schemas import ChargeRead
from payments.config import PaymentMethod
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
from payments.payments.models import Payment, PaymentStatus
from payments.payments.schemas import PaymentRead
from payments.refunds.models import Refund
from payments.refunds.queries import can_refund, list_refunds, select_newest_status, sum_refundable
from payments.replicas.models import Payer
from payments.tables import SearchKind

_SORTING = Sorting(
    {
        PaymentSort.CREATED: col(Payment.created_at),
        PaymentSort.AMOUNT: col(Payment.amount_minor),
    },
    id=col(Payment.id),
)
_BY_MONEY = col(Payment.way) != PaymentMethod.ON_ACCOUNT
_SUCCEEDED = and_(col(Payment.status) == PaymentStatus.SUCCEEDED, _BY_MONEY)
_SUMMED = (
    col(Payment.currency),
    case((_SUCCEEDED, col(Payment.amount_minor))).label("succeeded_minor"),
    case((_BY_MONEY, col(Payment.refunded_minor))).label("refunded_minor"),
)


async def list_charges(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    *,
    status: list[ChargeStatus],
    purpose: ChargePurpose | None,
) -> Page[ChargeRead]:
    """List charges the active profile owes or paid, newest first."""
    filters = [is_own(actor)]
    if status:
        filters.append(col(Charge.status).in_(status))
    if purpose:
        filters.append(col(Charge.purpose) == purpose)
    newest_first = col(Charge.created_at).desc(), col(Charge.id).desc()
    query = ListQuery(filters, newest_first, page=page)
    rows, meta = await query.fetch(session, select(Charge), col(Charge.id))
    return Page(data=[ChargeRead.model_validate(row[0]) for row in rows], meta=meta)


async def get_charge(session: AsyncSession, actor: Principal, charge_id: UUID) -> ChargeDetail:
    """Return a charge the actor may see.

    Raises `NotFound`.
    """
    found = (
        await session.execute(
            select(Charge, Payer)
            .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
            .where(col(Charge.id) == charge_id, is_visible(actor))
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
    """List the actor's payments and their organization's; admins see all."""
    query = build_payments_query(actor, filters, sort, page)
    sums = (await session.execute(_select_sums(query))).all()
    count = sum(each.payments for each in sums)
    rows = await session.execute(select_page(query))
    return PaymentPage(
        data=[PaymentRow(**_row(row)) for row in rows],
        meta=PaymentPageMeta(
            **page.capped_meta(count).model_dump(),
            sums=[PaymentSum.model_validate(each) for each in sums if count <= MAX_SUMMED],
        ),
    )


def select_payments(actor: Principal, filters: PaymentFilter, sort: PaymentSort) -> Select[Any]:
    """Select the export's rows: `Payment`, `Charge`, `Payer` and `refund_status`."""
    return build_payments_query(actor, filters, sort).select_all(_rows())


def build_payments_query(
    actor: Principal, filters: PaymentFilter, sort: PaymentSort, page: PageQuery = WHOLE_LIST
) -> ListQuery:
    return ListQuery(
        filters=[_is_visible_payment(actor), *_conditions(filters)],
        sort=_SORTING.by(sort),
        search=matches(col(Payment.charge_id), SearchKind.CHARGE, filters.search),
        page=page,
    )


def select_page(query: ListQuery) -> Select[Any]:
    return query.select_page(_rows(), col(Payment.id))


def _is_visible_payment(actor: Principal) -> ColumnElement[bool]:
    """Express `is_visible` in indexed columns of payments."""
    organization_id = get_viewed_organization(actor)
    if organization_id is None:
        return is_visible(actor)
    seen = [
        col(Payment.organization_id) == organization_id,
        col(Payment.payer_profile_id) == actor.profile_id,
    ]
    if (registration := is_own_registration(actor)) is not None:
        charges = select(col(Charge.id)).where(registration).correlate(None).scalar_subquery()
        seen.append(col(Payment.charge_id) == any_(func.array(charges)))
    return or_(*seen)


def _select_sums(query: ListQuery) -> Select[Any]:
    """Select the number and sums of the listed payments by currency."""
    first = query.select_first(_rows().with_only_columns(*_SUMMED), MAX_SUMMED).c
    return (
        select(
            first.currency,
            func.count().label("payments"),
            sum_money(first.succeeded_minor).label("succeeded_minor"),
            sum_money(first.refunded_minor).label("refunded_minor"),
        )
        .group_by(first.currency)
        .order_by(first.currency)
    )


async def get_payment(session: AsyncSession, actor: Principal, payment_id: UUID) -> PaymentDetail:
    """Return a payment the actor may see.

    Raises `NotFound`.
    """
    statement = _rows().add_columns(sum_refundable())
    row = (
        await session.execute(statement.where(col(Payment.id) == payment_id, is_visible(actor)))
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
        can_refund=can_refund(actor, row.Payment.status),
        transaction_id=row.Payment.provider_transaction,
        refunds=await list_refunds(session, actor, col(Refund.payment_id) == payment_id),
    )


def _rows() -> Select[Any]:
    statement = (
        select(Payment, Charge, Payer, select_newest_status().label("refund_status"))
        # Every payment has a charge: with an outer join, PostgreSQL can skip it for counts.
        .outerjoin(Charge, col(Charge.id) == col(Payment.charge_id))
        .outerjoin(Payer, col(Payer.profile_id) == col(Payment.payer_profile_id))
    )
    return cast(Select[Any], statement)


def _conditions(filters: PaymentFilter) -> Iterator[ColumnElement[bool]]:
    if filters.status:
        yield in_literals(col(Payment.status), filters.status)
    if filters.way:
        yield in_literals(col(Payment.way), filters.way)
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
    yield from filter_days(col(Payment.created_at), filters.created_from, filters.created_to)


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
