"""An organization's ledger, derived from charges, payments and refunds.

A charge is a debit when it opens and a credit when it closes unpaid, so past months never change. A
refund's credit note reduces the amount owed. A charge paid on account stays owed until its bill is
paid. Payments on account and bills therefore appear without an amount. Money counts once accepted:
payments under review and second payments of an order are excluded.
"""

from datetime import date, datetime, timedelta
from typing import Any, cast
from uuid import UUID

from contracts.payments import ChargePurpose, DocumentKind
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from kit.domain.timezone import add_month, get_day_start, today
from kit.security.auth import Principal
from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    DateTime,
    Select,
    SQLColumnExpression,
    String,
    Uuid,
    and_,
    case,
    false,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import is_owed_by_organization
from payments.config import PaymentMethod
from payments.documents.models import Document
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund, RefundStatus
from payments.statements.schemas import (
    EntryKind,
    StatementEntry,
    StatementFilter,
    StatementPage,
    StatementPageMeta,
    StatementSum,
)

_ORDER = {kind.value: position for position, kind in enumerate(EntryKind)}
_MOMENT = timedelta(microseconds=1)
_NOTHING = literal(0, BigInteger)


async def get_statement(
    session: AsyncSession, actor: Principal, page: PageQuery, filters: StatementFilter
) -> StatementPage:
    """Return a page of the requested statement.

    Raises `NotFound` for another organization's statement.
    """
    listed = select_statement(actor, filters)
    sums = (await session.execute(_select_sums(listed))).all()
    rows = await session.execute(listed.limit(page.page_size).offset(page.offset))
    meta = page.meta(sum(each.entries for each in sums))
    return StatementPage(
        data=[StatementEntry.model_validate(row) for row in rows],
        meta=StatementPageMeta(
            **meta.model_dump(), sums=[StatementSum.model_validate(each) for each in sums]
        ),
    )


def select_statement(actor: Principal, filters: StatementFilter) -> Select[Any]:
    """Select the statement's rows with the columns of `StatementEntry`.

    Raises `NotFound` for another organization's statement.
    """
    first, after = _get_month_bounds(resolve_month(filters))
    ledger = _ledger(resolve_organization(actor, filters))
    change = ledger.c.debit_minor - ledger.c.credit_minor
    balance = func.sum(change).over(
        partition_by=ledger.c.currency, order_by=_chronological(ledger.c)
    )
    entries = (
        select(ledger, _cast_to_integer(balance).label("balance_minor"))
        .where(ledger.c.at < after)
        .cte("until_month_ends")
    )
    opening = func.sum(change).filter(ledger.c.at < first)
    rows = union_all(
        _balance(ledger, EntryKind.OPENING, first, after, opening),
        select(entries).where(entries.c.at >= first),
        _balance(ledger, EntryKind.CLOSING, after - _MOMENT, after, func.sum(change)),
    ).subquery("entries")
    statement = (
        select(
            rows,
            col(Charge.reference),
            col(Charge.title_en),
            col(Charge.title_ar),
            col(Charge.purchase_order),
        )
        .outerjoin(Charge, col(Charge.id) == rows.c.charge_id)
        .order_by(rows.c.currency, *_chronological(rows.c))
    )
    return cast(Select[Any], statement)


def resolve_organization(actor: Principal, filters: StatementFilter) -> UUID | None:
    """Return the requested organization; None if an admin names none.

    Raises `NotFound` for another organization.
    """
    asked = filters.organization_id
    if actor.is_admin:
        return asked
    if asked not in (None, actor.organization_id):
        raise NotFound
    return actor.organization_id


def resolve_month(filters: StatementFilter) -> date:
    """Return the first day of the requested month, in Riyadh."""
    return date.fromisoformat(f"{filters.month}-01") if filters.month else today().replace(day=1)


def _get_month_bounds(first: date) -> tuple[datetime, datetime]:
    """Return the start of a month in Riyadh and of the next one."""
    return get_day_start(first), get_day_start(add_month(first))


def _chronological(columns: Any) -> tuple[ColumnElement[Any], ...]:
    return columns.at, case(_ORDER, value=columns.kind), columns.id


def _balance(
    ledger: CTE, kind: EntryKind, at: datetime, after: datetime, balance: ColumnElement[Any]
) -> Select[Any]:
    """Select a row per currency with the balance at a time."""
    currency = ledger.c.currency
    named = select(
        func.concat(kind.value, ":", currency).label("id"),
        literal(kind.value, String).label("kind"),
        literal(at, DateTime(timezone=True)).label("at"),
        sql_cast(null(), Uuid).label("charge_id"),
        sql_cast(null(), Uuid).label("payment_id"),
        currency,
        _NOTHING.label("debit_minor"),
        _NOTHING.label("credit_minor"),
        sql_cast(null(), String).label("document"),
        _cast_to_integer(balance).label("balance_minor"),
    )
    return cast(Select[Any], named.where(ledger.c.at < after).group_by(currency))


def _select_sums(listed: Select[Any]) -> Select[Any]:
    rows = listed.order_by(None).subquery()
    c = rows.c

    def balance(kind: EntryKind) -> ColumnElement[int]:
        return _cast_to_integer(func.sum(c.balance_minor).filter(c.kind == kind.value))

    sums = select(
        c.currency,
        func.count().label("entries"),
        balance(EntryKind.OPENING).label("opening_minor"),
        _cast_to_integer(func.sum(c.debit_minor)).label("debit_minor"),
        _cast_to_integer(func.sum(c.credit_minor)).label("credit_minor"),
        balance(EntryKind.CLOSING).label("closing_minor"),
    )
    return cast(Select[Any], sums.group_by(c.currency).order_by(c.currency))


def _cast_to_integer(amount: ColumnElement[Any]) -> ColumnElement[int]:
    """Cast a sum to bigint, with 0 for no rows; PostgreSQL sums bigint to numeric."""
    return sql_cast(func.coalesce(amount, 0), BigInteger)


def _ledger(organization_id: UUID | None) -> CTE:
    """Build the CTE of all entries of an organization, unordered."""
    whose = false() if organization_id is None else is_owed_by_organization(organization_id)
    # Referenced several times, so PostgreSQL reads the charges only once.
    owed = aliased(Charge, select(Charge).where(whose, col(Charge.amount_minor) > 0).cte("owed"))
    amount = col(owed.amount_minor)

    def entry(
        kind: EntryKind | ColumnElement[str],
        of: type[Charge | Payment | Refund],
        at: SQLColumnExpression[Any],
        payment_id: SQLColumnExpression[Any],
        *,
        debit: SQLColumnExpression[Any] = _NOTHING,
        credit: SQLColumnExpression[Any] = _NOTHING,
        document: SQLColumnExpression[Any] | None = None,
    ) -> Select[Any]:
        named = literal(kind.value, String) if isinstance(kind, EntryKind) else kind
        number = sql_cast(null(), String) if document is None else document
        columns: tuple[ColumnElement[Any], ...] = (
            func.concat(named, ":", col(of.id)).label("id"),
            named.label("kind"),
            at.label("at"),
            col(owed.id).label("charge_id"),
            payment_id.label("payment_id"),
            col(owed.currency).label("currency"),
            debit.label("debit_minor"),
            credit.label("credit_minor"),
            number.label("document"),
        )
        return cast(Select[Any], select(*columns).select_from(owed))

    settled_by = col(owed.payment_id)
    is_bill = col(owed.purpose) == ChargePurpose.ACCOUNT_BILL
    charged = entry(EntryKind.CHARGE, owed, col(owed.created_at), settled_by, debit=amount)
    billed = entry(EntryKind.BILL, owed, col(owed.created_at), settled_by)
    closed = entry(EntryKind.CLOSED, owed, col(owed.closed_at), settled_by, credit=amount)
    reinstated = entry(EntryKind.REINSTATED, owed, col(owed.paid_at), settled_by, debit=amount)

    on_account = col(Payment.way) == PaymentMethod.ON_ACCOUNT
    kinds = {
        PaymentMethod.BANK_TRANSFER.value: EntryKind.TRANSFER.value,
        PaymentMethod.ON_ACCOUNT.value: EntryKind.ON_ACCOUNT.value,
    }
    accepted = col(Payment.status) == PaymentStatus.SUCCEEDED
    settles = settled_by == col(Payment.id)
    receipt = and_(
        col(Document.charge_id) == col(owed.id),
        col(Document.kind) == DocumentKind.RECEIPT,
        settles,
    )
    paid = entry(
        sql_cast(case(kinds, value=col(Payment.way), else_=EntryKind.PAYMENT.value), String),
        Payment,
        col(Payment.completed_at),
        col(Payment.id),
        credit=case((on_account, _NOTHING), else_=col(Payment.received_minor)),
        document=col(Document.number),
    )
    at, returned, payment_id = col(Refund.done_at), col(Refund.amount_minor), col(Refund.payment_id)
    noted = entry(
        EntryKind.CREDIT_NOTE,
        Refund,
        at,
        payment_id,
        credit=returned,
        document=col(Document.number),
    )
    refunded = entry(EntryKind.REFUND, Refund, at, payment_id, debit=returned)

    def of_refunds(entries: Select[Any]) -> Select[Any]:
        return (
            entries.join(Refund, col(Refund.charge_id) == col(owed.id))
            .join(Payment, col(Payment.id) == payment_id)
            .where(
                col(Refund.status) == RefundStatus.DONE,
                col(Refund.transaction_id) == col(Payment.transaction_id),
                accepted,
            )
        )

    return union_all(
        charged.where(~is_bill),
        billed.where(is_bill),
        closed.where(col(owed.closed_at).is_not(None)),
        reinstated.where(col(owed.late)),
        paid.join(Payment, col(Payment.charge_id) == col(owed.id))
        .outerjoin(Document, receipt)
        .where(accepted),
        of_refunds(noted)
        .outerjoin(Document, col(Document.refund_id) == col(Refund.id))
        .where(settles, ~is_bill),
        of_refunds(refunded).where(~on_account),
    ).cte("ledger")
