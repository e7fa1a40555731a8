"""Places a file's rows in seats and quotes their price."""

from typing import Any
from uuid import UUID

from contracts.enrollment import ChargeLine
from contracts.people import RegistrationPayer
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from sqlalchemy import ColumnElement, Result, and_, case, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import HAS_FREE_SEATS
from enrollment.bulk_enrollments.schemas import BulkLine, BulkQuote
from enrollment.bulk_enrollments.states import RowState
from enrollment.bulk_enrollments.volume_prices.rules import build_seat_price
from enrollment.replicas.models import Batch, RegistrationTerms
from enrollment.seats.models import Seats
from enrollment.seats.rules import SEATS_LEFT

_File = aliased(BulkEnrollment)
_OF_BATCH: dict[str, Any] = {"partition_by": col(BulkRow.batch_id)}


def _select_prepaid_seats(bulk_id: UUID) -> Any:
    """Select the organization's free prepaid seats, oldest purchase first, with running totals for
    each batch.
    """
    own = select(col(_File.organization_id)).where(col(_File.id) == bulk_id).scalar_subquery()
    of_batch: dict[str, Any] = {"partition_by": col(BulkEnrollment.batch_id)}
    return (
        select(
            col(BulkEnrollment.id),
            col(BulkEnrollment.batch_id),
            col(BulkEnrollment.free_seats),
            col(BulkEnrollment.seat_price_minor),
            func.sum(col(BulkEnrollment.free_seats))
            .over(order_by=col(BulkEnrollment.id), **of_batch)
            .label("last"),
            func.sum(col(BulkEnrollment.free_seats)).over(**of_batch).label("all"),
        )
        .where(col(BulkEnrollment.organization_id) == own, HAS_FREE_SEATS)
        .cte("bought")
    )


def select_placed_rows(bulk_id: UUID) -> Any:
    """Select valid rows with their seats.

    A batch's first rows use prepaid seats. Others have a `place` among those needing a seat;
    `seats` is the number they get.
    """
    bought = _select_prepaid_seats(bulk_id)
    totals = (
        select(bought.c.batch_id, func.max(bought.c.all).label("free"))
        .group_by(bought.c.batch_id)
        .subquery()
    )
    rows = (
        select(
            BulkRow,
            func.row_number().over(order_by=col(BulkRow.number), **_OF_BATCH).label("nth"),
            func.count().over(**_OF_BATCH).label("rows"),
        )
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.state) == RowState.VALID)
        .cte("valid_rows")
    )
    free = func.coalesce(totals.c.free, 0)
    return (
        select(
            rows,
            bought.c.id.label("bought_id"),
            bought.c.seat_price_minor.label("paid_minor"),
            (rows.c.nth - free).label("place"),
            SEATS_LEFT.label("left"),
            func.least(func.greatest(rows.c.rows - free, 0), SEATS_LEFT).label("seats"),
        )
        .join(Seats, col(Seats.batch_id) == rows.c.batch_id)
        .outerjoin(totals, totals.c.batch_id == rows.c.batch_id)
        .outerjoin(
            bought,
            and_(
                bought.c.batch_id == rows.c.batch_id,
                rows.c.nth > bought.c.last - bought.c.free_seats,
                rows.c.nth <= bought.c.last,
            ),
        )
        .cte("placed")
    )


def has_seat(placed: Any) -> ColumnElement[bool]:
    """Tell if there is a seat for a row of `select_placed_rows`."""
    is_met: ColumnElement[bool] = placed.c.place <= placed.c.left
    return is_met


def build_unit_price(placed: Any) -> ColumnElement[int]:
    """Build the seat price for a row of `select_placed_rows`, joined with its batch.

    Prepaid seats cost nothing, others the volume price; rows without a seat have the single price.
    """
    return case(
        (placed.c.bought_id.is_not(None), 0),
        (has_seat(placed), build_seat_price(placed.c.seats)),
        else_=col(Batch.price_minor),
    )


def sum_lines(lines: list[ChargeLine]) -> int:
    """Sum the lines, in minor units."""
    return sum(line.quantity * line.unit_minor for line in lines)


async def quote(session: AsyncSession, bulk_id: UUID) -> BulkQuote:
    """Quote the seats of valid rows that fit, and registration fees the organization pays."""
    placed = select_placed_rows(bulk_id)
    unit = build_unit_price(placed)
    found: Result[Any] = await session.execute(
        select(
            col(Batch.code),
            col(Batch.title_en),
            col(Batch.title_ar),
            unit.label("unit_minor"),
            col(Batch.currency),
            func.count().label("quantity"),
        )
        .join(placed, placed.c.batch_id == col(Batch.id))
        .where(has_seat(placed), unit > 0)
        .group_by(col(Batch.id), unit)
        .order_by(col(Batch.code))
    )
    rows = found.all()
    lines = [ChargeLine.model_validate(row._mapping) for row in rows]  # noqa: SLF001
    currency = rows[0].currency if rows else ""
    terms = await session.get(RegistrationTerms, "global")
    payer = terms.payer if terms else RegistrationPayer.PERSON
    fee = terms.get_fee(today()) if terms and payer is RegistrationPayer.ORGANIZATION else 0
    if terms and fee:
        people = await _count_due(session, bulk_id)
        lines += build_fee_lines(people, fee)
        currency = currency or (terms.currency if people else "")
    return BulkQuote(
        lines=[BulkLine.model_validate(line, from_attributes=True) for line in lines],
        total_minor=sum_lines(lines),
        currency=currency,
        registration=payer,
    )


async def _count_due(session: AsyncSession, bulk_id: UUID) -> int:
    placed = select_placed_rows(bulk_id)
    counted = select(func.count(placed.c.profile_id.distinct())).where(
        has_seat(placed), placed.c.registration_due
    )
    return await session.scalar(counted) or 0


def build_fee_lines(people: int, fee_minor: int) -> list[ChargeLine]:
    """Build the line for registration fees; empty if there is no fee."""
    if not people or not fee_minor:
        return []
    return [
        ChargeLine(
            title_en="Candidate registration fee",
            title_ar="رسوم تسجيل المتدرب",
            quantity=people,
            unit_minor=fee_minor,
        )
    ]
