"""Processes bulk enrollments of test clients without side effects.

The check is the real one. From confirmation on only the bulk enrollment and its rows change: no
seats, accounts, messages or charges. Payment is simulated.
"""

from datetime import datetime

from contracts.enrollment import BulkEnrollmentStatus as Status
from kit.database.db import AsyncSession
from sqlalchemy import case, func, literal, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import col

from enrollment.bulk_enrollments.confirmation.queries import (
    build_unit_price,
    has_seat,
    select_placed_rows,
)
from enrollment.bulk_enrollments.errors import BulkRefused, TestModeMismatch
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import FEE_PAYMENT_TIME
from enrollment.bulk_enrollments.schemas import BulkQuote
from enrollment.bulk_enrollments.service import build_row_errors, build_row_update, claim_next
from enrollment.bulk_enrollments.states import PLACED, RowState
from enrollment.replicas.models import Batch
from enrollment.seats.rules import PAYMENT_DUE_AT


async def simulate_confirmation(
    session: AsyncSession, bulk: BulkEnrollment, quoted: BulkQuote
) -> int:
    """Set the rows' simulated states and the amount due; return the number of people placed."""
    bulk.amount_minor, bulk.currency = quoted.total_minor, quoted.currency
    bulk.payment_due_at = await _get_due_at(session, bulk) if bulk.amount_minor else None
    placed = select_placed_rows(bulk.id)
    state = case(
        (has_seat(placed), RowState.ENROLLED.value),
        (col(Batch.waiting_list), RowState.WAITLISTED.value),
        else_=RowState.FAILED.value,
    )
    has_place = or_(has_seat(placed), col(Batch.waiting_list))
    states = await session.scalars(
        build_row_update(
            bulk.id,
            col(BulkRow.number) == placed.c.number,
            col(Batch.id) == placed.c.batch_id,
        )
        .values(
            state=state,
            errors=case(
                (has_place, literal([], JSONB)),
                else_=build_row_errors("batch", "batch.full"),
            ),
            admitted=True,
        )
        .returning(col(BulkRow.state))
    )
    return sum(each in PLACED for each in states)


async def _get_due_at(session: AsyncSession, bulk: BulkEnrollment) -> datetime:
    """Return the earliest payment deadline of its seats, or the one for fees."""
    placed = select_placed_rows(bulk.id)
    of_seats = func.min(PAYMENT_DUE_AT).filter(build_unit_price(placed) > 0)
    found = await session.execute(
        select(func.coalesce(of_seats, func.now() + FEE_PAYMENT_TIME))
        .select_from(placed)
        .join(Batch, col(Batch.id) == placed.c.batch_id)
        .where(has_seat(placed))
    )
    return found.scalar_one()


async def advance_next_test(session: AsyncSession) -> int:
    """Advance the next confirmed test and return the number advanced."""
    bulk = await claim_next(
        session,
        col(BulkEnrollment.status) == Status.PROCESSING,
        col(BulkEnrollment.test).is_(True),
        by=col(BulkEnrollment.confirmed_at),
    )
    if bulk is None:
        return 0
    if bulk.amount_minor:
        await change_status(session, bulk, Status.AWAITING_PAYMENT)
    else:
        await _finish(session, bulk)
    return 1


async def simulate_payment(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Simulate the payment of a locked test.

    Raises `TestModeMismatch` if it is real, and `BulkRefused` unless it awaits payment.
    """
    if not bulk.test:
        raise TestModeMismatch
    if bulk.status is not Status.AWAITING_PAYMENT:
        raise BulkRefused
    await _finish(session, bulk)


async def _finish(session: AsyncSession, bulk: BulkEnrollment) -> None:
    enrolled = select(func.count()).where(
        col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.state) == RowState.ENROLLED
    )
    bulk.confirmed = await session.scalar(enrolled) or 0
    await change_status(session, bulk, Status.FINISHED)
