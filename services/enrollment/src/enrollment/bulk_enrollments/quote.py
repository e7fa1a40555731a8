"""What a file comes to: what its page shows before it is confirmed, and what is then asked for."""

from typing import Any, NamedTuple
from uuid import UUID

from contracts.enrollment import ChargeLine
from contracts.people import RegistrationPayer
from kit.days import today
from kit.db import AsyncSession
from sqlalchemy import ColumnElement, Result, case, func, select
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkRow
from enrollment.bulk_enrollments.states import RowState
from enrollment.enrollments.rules import price_of_each
from enrollment.replicas.models import Batch, RegistrationTerms
from enrollment.seats.models import Seats
from enrollment.seats.rules import SEATS_LEFT

_place = func.row_number().over(partition_by=col(BulkRow.batch_id), order_by=col(BulkRow.number))

_rows = func.count().over(partition_by=col(BulkRow.batch_id))


def placed_rows(bulk_id: UUID) -> Any:
    """The valid rows, each with its place among those of its batch, the seats left there, and how
    many of them these rows get."""
    return (
        select(
            BulkRow,
            _place.label("place"),
            SEATS_LEFT.label("left"),
            func.least(_rows, SEATS_LEFT).label("seats"),
        )
        .join(Seats, col(Seats.batch_id) == col(BulkRow.batch_id))
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.state) == RowState.VALID)
        .cte("placed")
    )


def fits(placed: Any) -> ColumnElement[bool]:
    """Whether there is a seat for a row of `placed_rows`."""
    is_met: ColumnElement[bool] = placed.c.place <= placed.c.left
    return is_met


def unit_price(placed: Any) -> ColumnElement[int]:
    """What a seat costs for a row of `placed_rows`, joined with its batch: by how many the file
    gets there. Whoever waits would pay for one."""
    return case((fits(placed), price_of_each(placed.c.seats)), else_=col(Batch.price_minor))


class Quote(NamedTuple):
    """What would be charged if the file were confirmed now."""

    lines: list[ChargeLine]
    """One for each batch that is not free, in the order of their codes, then the fees."""
    currency: str
    """Empty where there is nothing to pay."""
    registration: RegistrationPayer

    @property
    def total_minor(self) -> int:
        """In minor units."""
        return total_of(self.lines)


def total_of(lines: list[ChargeLine]) -> int:
    """What lines come to, in minor units."""
    return sum(line.quantity * line.unit_minor for line in lines)


async def quote(session: AsyncSession, bulk_id: UUID) -> Quote:
    """What the seats of all valid rows for which one is left cost, and the registration fees of
    their people where the organization pays those."""
    placed = placed_rows(bulk_id)
    unit = unit_price(placed)
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
        .where(fits(placed), unit > 0)
        .group_by(col(Batch.id), unit)
        .order_by(col(Batch.code))
    )
    rows = found.all()
    lines = [ChargeLine.model_validate(row._mapping) for row in rows]  # noqa: SLF001
    currency = rows[0].currency if rows else ""
    terms = await session.get(RegistrationTerms, "global")
    payer = terms.payer if terms else RegistrationPayer.PERSON
    fee = terms.fee_on(today()) if terms and payer is RegistrationPayer.ORGANIZATION else 0
    if terms and fee:
        people = await _count_due(session, bulk_id)
        lines += fee_lines(people, fee)
        currency = currency or (terms.currency if people else "")
    return Quote(lines, currency, payer)


async def _count_due(session: AsyncSession, bulk_id: UUID) -> int:
    placed = placed_rows(bulk_id)
    counted = select(func.count(placed.c.profile_id.distinct())).where(
        fits(placed), placed.c.registration_due
    )
    return await session.scalar(counted) or 0


def fee_lines(people: int, fee_minor: int) -> list[ChargeLine]:
    """The line of the registration fees of so many people; none where there is no fee."""
    if not people or not fee_minor:
        return []
    return [
        ChargeLine(
            title_en="Candidate registration fee",
            title_ar="رسوم تسجيل متدرب",
            quantity=people,
            unit_minor=fee_minor,
        )
    ]
