"""Sum settled payments of a period, net of refunds."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from contracts.payments import ChargePurpose
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from kit.database.tables import sum_money
from kit.domain import timezone
from kit.security.auth import Principal
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    Interval,
    Row,
    Select,
    SQLColumnExpression,
    and_,
    case,
    cast,
    false,
    func,
    literal,
    select,
    true,
    union_all,
)
from sqlmodel import col

from payments.charges.models import Charge
from payments.payments.models import Payment
from payments.refunds.models import Refund, RefundStatus
from payments.revenue.errors import EndsFirst, TooLong
from payments.revenue.schemas import (
    RevenueBy,
    RevenueFilter,
    RevenuePage,
    RevenuePageMeta,
    RevenueRow,
    RevenueSum,
)

_WEEKS = 12
"""Default period in weeks, including the current one."""
_YEARS = 2
"""Longest period in years."""
_DAY = literal(timedelta(days=1), Interval)


def resolve_period(filters: RevenueFilter) -> tuple[date, date]:
    """Return the first and last requested day.

    Raises `EndsFirst`, `TooLong`.
    """
    last = filters.last or timezone.today()
    first = filters.first or _sunday(last) - timedelta(weeks=_WEEKS - 1)
    if first > last:
        raise EndsFirst.for_field("to" if filters.last else "from")
    if last >= first + timedelta(days=366 * _YEARS):
        raise TooLong.for_field("from")
    return first, last


def _sunday(day: date) -> date:
    return day - timedelta(days=day.isoweekday() % 7)


async def list_revenue(
    session: AsyncSession, actor: Principal, page: PageQuery, filters: RevenueFilter
) -> RevenuePage:
    """List revenue sums and their totals.

    All sums are read at once: there are few, and each needs all payments of the period. Raises
    `EndsFirst`, `TooLong`.
    """
    rows = (await session.execute(select_revenue(actor, filters))).all()
    first, last = resolve_period(filters)
    shown = rows[page.offset : page.offset + page.page_size]
    return RevenuePage(
        data=[RevenueRow.model_validate(row) for row in shown],
        meta=RevenuePageMeta(
            **page.meta(len(rows)).model_dump(),
            first_day=first,
            last_day=last,
            sums=_sum_by_currency(rows),
        ),
    )


def _sum_by_currency(rows: Sequence[Row[Any]]) -> list[RevenueSum]:
    sums: dict[str, RevenueSum] = {}
    for row in rows:
        empty = RevenueSum(currency=row.currency, paid_minor=0, refunded_minor=0, net_minor=0)
        total = sums.setdefault(row.currency, empty)
        total.paid_minor += row.paid_minor
        total.refunded_minor += row.refunded_minor
        total.net_minor += row.net_minor
    return [sums[currency] for currency in sorted(sums)]


def select_revenue(actor: Principal, filters: RevenueFilter) -> Select[Any]:
    """Select payments and refunds of the period, grouped by currency and the requested key.

    Payments count on the day they settled a charge, refunds on the day they completed, so past
    weeks stay unchanged. Money that settled nothing, and its refund, is excluded. Charges do not
    know their training, so `training` groups by the title in both languages. Batches of one
    training are grouped; a renamed training appears twice.

    An organization sees payments for seats in its own trainings. Bulk enrollments can span
    organizations, so they count for none.

    Raises `EndsFirst`, `TooLong`.
    """
    first, last = resolve_period(filters)
    paid = _money(
        col(Charge.paid_at), paid=col(Charge.amount_minor), refunded=literal(0, BigInteger)
    ).where(~col(Charge.waived), *timezone.filter_days(col(Charge.paid_at), first, last))
    refunded = (
        _money(col(Refund.done_at), paid=literal(0, BigInteger), refunded=col(Refund.amount_minor))
        .join(Refund, col(Refund.charge_id) == col(Charge.id))
        .join(Payment, col(Payment.id) == col(Charge.payment_id))
        .where(
            col(Refund.status) == RefundStatus.DONE,
            col(Refund.transaction_id) == col(Payment.transaction_id),
            *timezone.filter_days(col(Refund.done_at), first, last),
        )
    )
    money = union_all(paid.where(_is_revenue(actor)), refunded.where(_is_revenue(actor))).subquery(
        "money"
    )
    came, went = sum_money(money.c.paid), sum_money(money.c.refunded)
    groups: dict[RevenueBy, list[ColumnElement[Any]]] = {
        RevenueBy.WEEK: [_get_week_start(money.c.at).label("week")],
        RevenueBy.TRAINING: [money.c.title_en, money.c.title_ar],
        RevenueBy.ORGANIZATION: [money.c.organization_id],
    }
    by = groups[filters.by]
    largest = by[0].desc() if filters.by is RevenueBy.WEEK else (came - went).desc()
    return (
        select(
            *by,
            money.c.currency,
            came.label("paid_minor"),
            went.label("refunded_minor"),
            (came - went).label("net_minor"),
        )
        .group_by(*by, money.c.currency)
        .order_by(largest, *by, money.c.currency)
    )


def _money(
    at: SQLColumnExpression[datetime | None],
    *,
    paid: ColumnElement[int] | SQLColumnExpression[int],
    refunded: ColumnElement[int] | SQLColumnExpression[int],
) -> Select[Any]:
    of_one = col(Charge.purpose) == ChargePurpose.ENROLLMENT
    statement = select(
        at.label("at"),
        paid.label("paid"),
        refunded.label("refunded"),
        col(Charge.currency),
        col(Charge.title_en),
        col(Charge.title_ar),
        case((of_one, col(Charge.organization_id))).label("organization_id"),
    ).select_from(Charge)
    # A bill's charges already counted when they were paid on account.
    return statement.where(col(Charge.purpose) != ChargePurpose.ACCOUNT_BILL)


def _is_revenue(actor: Principal) -> ColumnElement[bool]:
    """Match charges whose payments the actor may see as revenue."""
    if actor.is_admin:
        return true()
    if actor.organization_id is None:
        return false()
    return and_(
        col(Charge.purpose) == ChargePurpose.ENROLLMENT,
        col(Charge.organization_id) == actor.organization_id,
    )


def _get_week_start(at: ColumnElement[datetime]) -> ColumnElement[date]:
    """Return the Sunday that starts the week in Riyadh; PostgreSQL's weeks start on Monday."""
    here = func.timezone(timezone.RIYADH.key, at)
    return cast(func.date_trunc("week", here + _DAY) - _DAY, Date)
