"""Enrolls the people of a confirmed file in one transaction.

Seats are locked first, ordered by batch as in single enrollments, so that none is taken
concurrently.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentChanged
from contracts.enrollment import EnrollmentStatus as EnrollmentState
from kit.core.errors import FieldProblem
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession
from kit.database.search import lock_documents
from kit.database.tables import sum_money
from kit.messaging import outbox
from sqlalchemy import (
    ColumnElement,
    Row,
    SQLColumnExpression,
    and_,
    case,
    exists,
    func,
    literal,
    null,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.bulk_enrollments.confirmation.queries import (
    build_unit_price,
    has_seat,
    select_placed_rows,
)
from enrollment.bulk_enrollments.confirmation.settlement.service import count_confirmed
from enrollment.bulk_enrollments.errors import SeatsShort
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import HAS_FREE_SEATS
from enrollment.bulk_enrollments.service import build_row_errors, build_row_update
from enrollment.bulk_enrollments.states import PLACED, RowState
from enrollment.enrollments.events import enrollment_changed_data
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.rules import build_initial_status, is_active_enrollment
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.seats.rules import PAYMENT_DUE_AT
from enrollment.seats.service import change_seats


async def lock_seats(session: AsyncSession, bulk: BulkEnrollment) -> Sequence[BulkEnrollment]:
    """Lock the seats of all batches and return the organization's prepaid seats in order of use."""
    bought = await db.lock_all(
        session,
        BulkEnrollment,
        col(BulkEnrollment.organization_id) == bulk.organization_id,
        HAS_FREE_SEATS,
        order_by=[col(BulkEnrollment.id)],
    )
    batches = select(col(BulkRow.batch_id)).where(
        col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.state) == RowState.VALID
    )
    await db.lock_all(
        session, Seats, col(Seats.batch_id).in_(batches), order_by=[col(Seats.batch_id)]
    )
    return bought


async def require_seats(session: AsyncSession, bulk_id: UUID) -> None:
    placed = select_placed_rows(bulk_id)
    rows = func.count().filter(placed.c.place > 0)
    short: Sequence[Row[Any]] = (
        await session.execute(
            select(col(Batch.code), rows.label("rows"), placed.c.left)
            .join(placed, placed.c.batch_id == col(Batch.id))
            .group_by(col(Batch.code), placed.c.left)
            .having(rows > placed.c.left)
            .order_by(col(Batch.code))
        )
    ).all()
    if short:
        raise SeatsShort(
            fields=[
                FieldProblem(
                    field=row.code,
                    code="batch.full",
                    message=f"There are seats for {row.left} of {row.rows} people.",
                )
                for row in short
            ]
        )


async def enroll_all(
    session: AsyncSession, bulk: BulkEnrollment, bought: Sequence[BulkEnrollment]
) -> int:
    """Create enrollments and events, count seats and amounts; return the number enrolled."""
    await lock_documents(session, "enrollment")
    enrolled = await _create_enrollments(session, bulk)
    hit("bulk_enrollments.enrolled")
    await _count_seats(session, bulk.id)
    await _count_assigned_seats(session, bulk.id, bought)
    await _store_amount_due(session, bulk)
    return enrolled


async def _create_enrollments(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Create enrollments and events and return their number.

    Rows fail if enrolled concurrently elsewhere, or without seat and waiting list. If a conflicting
    enrollment has ended since, the statement runs once more.
    """
    placed = select_placed_rows(bulk.id)
    fit, owed = has_seat(placed), build_unit_price(placed)
    status = case(
        (fit, build_initial_status(owed)),
        else_=EnrollmentState.WAITLISTED.value,
    )
    is_owed = and_(fit, owed > 0)
    values: dict[str, SQLColumnExpression[Any]] = {
        "id": placed.c.enrollment_id,
        "batch_id": col(Batch.id),
        "training_id": col(Batch.training_id),
        "organization_id": col(Batch.organization_id),
        "candidate_profile_id": placed.c.profile_id,
        "candidate_user_id": placed.c.user_id,
        "status": status,
        "price_minor": func.coalesce(placed.c.paid_minor, owed),
        "currency": col(Batch.currency),
        "payment_due_at": case((is_owed, PAYMENT_DUE_AT)),
        # Waitlisted people leave the bulk enrollment and get seats individually. Prepaid seats
        # belong to the purchase that paid them.
        "bulk_enrollment_id": case(
            (fit, func.coalesce(placed.c.bought_id, placed.c.bulk_enrollment_id)), else_=null()
        ),
        "version": literal(1),
    }
    made = (
        insert(Enrollment)
        .from_select(
            list(values),
            select(*values.values())
            .join_from(placed, Batch, col(Batch.id) == placed.c.batch_id)
            .where(or_(fit, col(Batch.waiting_list)))
            .order_by(placed.c.number),
            include_defaults=False,
        )
        # Conflicts with active enrollments: seat requests do not wait for our lock.
        .on_conflict_do_nothing()
        .returning(
            *(getattr(Enrollment, name) for name in Enrollment.model_fields),
            func.gen_random_uuid().label("event_id"),
        )
        .cte("made")
    )
    changed = outbox.build_event_insert(
        made.join(Batch, col(Batch.id) == made.c.batch_id),
        EnrollmentChanged,
        enrollment_changed_data(made.c, Batch, None),
        id_=made.c.event_id,
        sequence=made.c.version,
    )
    enrolled = await outbox.run_event_insert(session, changed)
    await _fail_without_seat(session, bulk.id)
    if await session.scalar(select(exists().where(*_match_unenrolled(bulk.id), ~_has_another()))):
        enrolled += await outbox.run_event_insert(session, changed)
    await _mark_rows(session, bulk.id)
    return enrolled


def _match_unenrolled(bulk_id: UUID) -> list[ColumnElement[bool]]:
    """Match valid rows without an enrollment."""
    return [
        col(BulkRow.bulk_enrollment_id) == bulk_id,
        col(BulkRow.state) == RowState.VALID,
        ~exists().where(col(Enrollment.id) == col(BulkRow.enrollment_id)),
    ]


def _has_another() -> ColumnElement[bool]:
    return exists().where(is_active_enrollment(col(BulkRow.batch_id), col(BulkRow.profile_id)))


async def _fail_without_seat(session: AsyncSession, bulk_id: UUID) -> None:
    """Fail rows without seat and waiting list."""
    placed = select_placed_rows(bulk_id)
    await session.execute(
        build_row_update(
            bulk_id,
            *_match_unenrolled(bulk_id),
            ~_has_another(),
            col(BulkRow.number) == placed.c.number,
            col(Batch.id) == placed.c.batch_id,
            ~has_seat(placed),
            ~col(Batch.waiting_list),
        ).values(state=RowState.FAILED, errors=build_row_errors("batch", "batch.full"))
    )


async def _mark_rows(session: AsyncSession, bulk_id: UUID) -> None:
    """Set each valid row's final state."""
    state = case(
        (col(Enrollment.status) == EnrollmentState.WAITLISTED, RowState.WAITLISTED.value),
        else_=RowState.ENROLLED.value,
    )
    is_valid = col(BulkRow.state) == RowState.VALID
    is_enrolled = col(Enrollment.id) == col(BulkRow.enrollment_id)
    await session.execute(
        build_row_update(bulk_id, is_valid, is_enrolled).values(state=state, portion=null())
    )
    await session.execute(
        build_row_update(bulk_id, is_valid).values(
            state=RowState.FAILED,
            errors=case(
                (_has_another(), build_row_errors("civil_number", "enrollment.already_exists")),
                else_=build_row_errors("batch", "enrollment.conflict"),
            ),
        )
    )


async def _count_seats(session: AsyncSession, bulk_id: UUID) -> None:
    """Count the taken seats and the waiting list; prepaid seats are already counted."""
    holds = col(Enrollment.status).in_(sorted(HOLDS_SEAT))
    is_new = col(Enrollment.bulk_enrollment_id) == bulk_id
    counts = await session.execute(
        select(
            col(Enrollment.batch_id),
            func.count().filter(holds, is_new),
            func.count().filter(~holds),
        )
        .join(BulkRow, col(BulkRow.enrollment_id) == col(Enrollment.id))
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.state).in_(PLACED))
        .group_by(col(Enrollment.batch_id))
        .order_by(col(Enrollment.batch_id))
    )
    for batch_id, seats, waiting in counts.all():
        await change_seats(session, batch_id, seats=seats, waiting=waiting)


async def _count_assigned_seats(
    session: AsyncSession, bulk_id: UUID, bought: Sequence[BulkEnrollment]
) -> None:
    """Reduce the free prepaid seats by those now assigned."""
    if not bought:
        return
    found = await session.execute(
        select(col(Enrollment.bulk_enrollment_id), func.count())
        .join(BulkRow, col(BulkRow.enrollment_id) == col(Enrollment.id))
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            col(BulkRow.state) == RowState.ENROLLED,
            col(Enrollment.bulk_enrollment_id) != bulk_id,
        )
        .group_by(col(Enrollment.bulk_enrollment_id))
    )
    filled: dict[UUID | None, int] = {row[0]: row[1] for row in found}
    for seats in bought:
        seats.free_seats -= filled.get(seats.id, 0)


async def _store_amount_due(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Store the amount due and its deadline."""
    is_confirmed = col(Enrollment.status) == EnrollmentState.CONFIRMED
    found = await session.execute(
        select(
            sum_money(col(Enrollment.price_minor), ~is_confirmed),
            func.max(col(Enrollment.currency)),
            func.min(col(Enrollment.payment_due_at)),
        ).where(col(Enrollment.bulk_enrollment_id) == bulk.id)
    )
    amount, currency, due_at = found.one()
    bulk.amount_minor, bulk.currency = amount, currency or ""
    bulk.payment_due_at = due_at
    bulk.confirmed = await count_confirmed(session, bulk.id)
