"""Enrolls candidates, and accepts, rejects and cancels enrollments.

Concurrent enrollments contend for the batch's row in `seats`, so its lock must be short. Each way
to enroll is one precompiled statement that checks, counts, inserts and writes events, and commits
by itself. It updates the seats first, and no foreign key references them, to shorten the lock.

A statement returns no row if its condition fails. The reason is then read without a lock; if the
obstacle is gone, the statements run once more.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import asyncpg
from contracts.catalog import BatchStatus
from contracts.enrollment import ChargeRequested, EnrollmentChanged
from contracts.enrollment import EnrollmentStatus as Status
from contracts.payments import RefundReason
from kit.database.db import AsyncSession, Database, new_id
from kit.database.raw import RawStatement, compile_statement
from kit.messaging import outbox
from kit.messaging.envelope import traceparent
from kit.security.auth import Principal
from kit.telemetry.request_id import REQUEST_ID
from sqlalchemy import (
    ColumnElement,
    SQLColumnExpression,
    Text,
    Uuid,
    and_,
    bindparam,
    case,
    false,
    insert,
    literal,
    null,
    select,
    true,
    update,
)
from sqlalchemy.sql.expression import HasCTE
from sqlmodel import col

from enrollment.enrollments import queries
from enrollment.enrollments.cancellation.rules import refundable_until
from enrollment.enrollments.eligibility.queries import raise_obstacle
from enrollment.enrollments.errors import (
    AlreadyEnrolled,
    BatchStarted,
    EnrollmentContended,
    TransitionRefused,
)
from enrollment.enrollments.events import charge_requested_data, enrollment_changed_data
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.queries import build_enrollment_read, select_columns
from enrollment.enrollments.rules import (
    BATCH,
    CANDIDATE,
    MAY_ENROLL,
    OBSTACLES,
    build_initial_status,
)
from enrollment.enrollments.schemas import EnrollmentCreate, EnrollmentRead
from enrollment.enrollments.settlement.service import refund_enrollment
from enrollment.enrollments.states import (
    CANCELLABLE,
    CANCELLABLE_BY_ORGANIZATION,
    get_initial_status,
)
from enrollment.enrollments.transitions.service import (
    audited,
    lock_enrollment,
    transition_enrollment,
)
from enrollment.enrollments.waiting_list.service import offer_seats
from enrollment.replicas.models import Batch, Organization, Profile
from enrollment.seats.errors import SeatsFull
from enrollment.seats.models import Seats
from enrollment.seats.rules import PAYMENT_DUE_AT

_ENROLLMENT = bindparam("enrollment", type_=Uuid)
_USER = bindparam("user", type_=Uuid)
_EVENT = bindparam("event", type_=Uuid)
_CHARGE_EVENT = bindparam("charge_event", type_=Uuid)
_TRACE = bindparam("trace", type_=Text)

_MAY_ENROLL = and_(col(Seats.batch_id) == BATCH, col(Batch.id) == BATCH, MAY_ENROLL)
_IS_FULL = OBSTACLES[SeatsFull]
_NEXT_VERSION = col(Seats.version) + 1


def _select_initial_values(
    status: ColumnElement[str], position: SQLColumnExpression[Any]
) -> list[ColumnElement[Any]]:
    """Select the batch and the initial values of the enrollment."""
    return [
        *(getattr(Batch, name) for name in Batch.model_fields),
        status.label("enrollment_status"),
        position.label("waiting_position"),
        PAYMENT_DUE_AT.label("due_at"),
        refundable_until(col(Batch.price_minor)).label("refundable_until"),
    ]


def _compile_enrollment(way: HasCTE) -> RawStatement:
    """Compile the statement that inserts the enrollment and its events from the row of `way`.

    It returns the columns of `build_enrollment_read`, or no row.
    """
    seat = way.cte("seat")
    is_owed = seat.c.enrollment_status == Status.PENDING_PAYMENT.value
    values: dict[str, ColumnElement[Any]] = {
        "id": _ENROLLMENT,
        "batch_id": seat.c.id,
        "training_id": seat.c.training_id,
        "organization_id": seat.c.organization_id,
        "candidate_profile_id": CANDIDATE,
        "candidate_user_id": _USER,
        "status": seat.c.enrollment_status,
        "price_minor": seat.c.price_minor,
        "currency": seat.c.currency,
        "payment_due_at": case((is_owed, seat.c.due_at)),
        "version": literal(1),
    }
    made = (
        insert(Enrollment)
        .from_select(list(values), select(*values.values()), include_defaults=False)
        .returning(*(getattr(Enrollment, name) for name in Enrollment.model_fields))
        .cte("made")
    )
    rows = made.join(seat, true())
    changed = outbox.build_event_insert(
        rows,
        EnrollmentChanged,
        enrollment_changed_data(made.c, seat.c, None),
        id_=_EVENT,
        sequence=made.c.version,
        trace=_TRACE,
    )
    charge = outbox.build_event_insert(
        rows,
        ChargeRequested,
        charge_requested_data(made.c, seat.c),
        id_=_CHARGE_EVENT,
        sequence=made.c.version,
        trace=_TRACE,
        where=is_owed,
    )
    return compile_statement(
        select(
            *select_columns(made.c, seat.c),
            false().label("has_started"),
            seat.c.refundable_until,
            seat.c.waiting_position,
            null().label("charge_reference"),
            null().label("charge_status"),
            null().label("refund_requested_at"),
        )
        .select_from(
            rows.outerjoin(Profile, col(Profile.id) == made.c.candidate_profile_id).outerjoin(
                Organization, col(Organization.id) == made.c.organization_id
            )
        )
        .add_cte(changed.cte("changed"), charge.cte("charge"))
    )


TAKE_SEAT = _compile_enrollment(
    update(Seats)
    .where(_MAY_ENROLL, ~col(Batch.requires_acceptance), ~_IS_FULL)
    .values(taken=col(Seats.taken) + 1, version=_NEXT_VERSION)
    .returning(*_select_initial_values(build_initial_status(col(Batch.price_minor)), null()))
)
"""Take a seat without acceptance; the enrollment is confirmed or awaits payment."""

REQUEST = _compile_enrollment(
    select(*_select_initial_values(literal(Status.REQUESTED.value), null())).where(
        _MAY_ENROLL, col(Batch.requires_acceptance), ~_IS_FULL
    )
)
"""Request acceptance; no seat is taken until the organization accepts."""

JOIN_WAITING_LIST = _compile_enrollment(
    update(Seats)
    .where(_MAY_ENROLL, _IS_FULL, col(Batch.waiting_list))
    .values(waiting=col(Seats.waiting) + 1, version=_NEXT_VERSION)
    .returning(*_select_initial_values(literal(Status.WAITLISTED.value), col(Seats.waiting)))
)
"""Append the candidate to the waiting list of a full batch."""


async def enroll(database: Database, actor: Principal, body: EnrollmentCreate) -> EnrollmentRead:
    """Enroll the caller, or add them to the waiting list if requested.

    Raises `BatchUnknown`, the first obstacle of `eligibility`, or `EnrollmentContended` if
    enrolling fails twice without an obstacle.
    """
    for _ in range(2):
        row = await _try_enroll(database, actor, body)
        if row is not None:
            return build_enrollment_read(row, actor)
        async with database.transaction() as session:
            await raise_obstacle(session, actor, body.batch_id)
    raise EnrollmentContended


async def _try_enroll(
    database: Database, actor: Principal, body: EnrollmentCreate
) -> Mapping[str, Any] | None:
    """Run the statements until one enrolls the caller."""
    ways = [TAKE_SEAT, REQUEST] + ([JOIN_WAITING_LIST] if body.join_waiting_list else [])
    try:
        async with database.raw_connection() as connection:
            for statement in ways:
                row: Mapping[str, Any] | None = await statement.fetch_row(
                    connection,
                    enrollment=new_id(),
                    batch=body.batch_id,
                    candidate=actor.profile_id,
                    user=actor.user_id,
                    event=new_id(),
                    charge_event=new_id(),
                    trace=traceparent(),
                    request_id=REQUEST_ID.get(),
                )
                if row is not None:
                    return row
    except asyncpg.UniqueViolationError as error:
        # A concurrent duplicate request has enrolled the candidate.
        raise AlreadyEnrolled from error
    return None


async def accept_request(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> EnrollmentRead:
    """Accept a request: it is confirmed if free, else awaits payment.

    Raises `SeatsFull`, leaving the request open: the organization may raise the capacity or reject
    it.
    """
    enrollment, batch, has_started, _ = await lock_enrollment(
        session, col(Enrollment.id) == enrollment_id, col(Enrollment.organization_id) == actor.scope
    )
    # The sweep will cancel the requests of a cancelled batch.
    if enrollment.status is not Status.REQUESTED or batch.status is BatchStatus.CANCELLED:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    to = get_initial_status(owed=enrollment.price_minor > 0)
    await _decide(session, enrollment, batch, to)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def reject_request(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, reason: str
) -> EnrollmentRead:
    """Reject a request with a reason for the candidate, who may request again."""
    enrollment, batch, *_ = await lock_enrollment(
        session, col(Enrollment.id) == enrollment_id, col(Enrollment.organization_id) == actor.scope
    )
    if enrollment.status is not Status.REQUESTED:
        raise TransitionRefused
    await _decide(session, enrollment, batch, Status.REJECTED, reason=reason)
    await offer_seats(session, batch)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def cancel_own(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> EnrollmentRead:
    """Cancel the caller's enrollment before the start, refund by the batch's terms and offer the
    seat.
    """
    enrollment, batch, has_started, kept_percent = await lock_enrollment(
        session,
        col(Enrollment.id) == enrollment_id,
        col(Enrollment.candidate_profile_id) == actor.profile_id,
    )
    was = enrollment.status
    if was not in CANCELLABLE:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    await _decide(session, enrollment, batch, Status.CANCELLED)
    if was is Status.CONFIRMED:
        await refund_enrollment(
            session, enrollment, RefundReason.CANCELLED_BY_CANDIDATE, kept_percent=kept_percent
        )
    await offer_seats(session, batch)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def cancel_by_organization(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, reason: str
) -> EnrollmentRead:
    """Cancel an enrollment before the start, refund in full and offer the seat.

    The candidate reads the reason.
    """
    enrollment, batch, has_started, _ = await lock_enrollment(
        session, col(Enrollment.id) == enrollment_id, col(Enrollment.organization_id) == actor.scope
    )
    was = enrollment.status
    if was not in CANCELLABLE_BY_ORGANIZATION:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    await _decide(session, enrollment, batch, Status.CANCELLED, reason=reason)
    if was is Status.CONFIRMED:
        await refund_enrollment(session, enrollment, RefundReason.CANCELLED_BY_ORGANIZATION)
    await offer_seats(session, batch)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def _decide(
    session: AsyncSession,
    enrollment: Enrollment,
    batch: Batch,
    to: Status,
    *,
    reason: str | None = None,
) -> None:
    """Transition an enrollment by a person's decision and record it in the audit trail."""
    with audited(session, enrollment, enrollment.organization_id):
        await transition_enrollment(session, enrollment, batch, to, reason=reason)
