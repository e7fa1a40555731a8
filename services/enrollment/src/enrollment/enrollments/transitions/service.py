"""Transitions enrollments.

`transition_enrollment` keeps seats, charges and events consistent with the state.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from contracts.enrollment import EnrollmentStatus as Status
from kit.database.db import AsyncSession
from kit.messaging import audit, outbox
from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    String,
    Uuid,
    column,
    func,
    null,
    select,
    values,
)
from sqlmodel import col

from enrollment.enrollments.cancellation.rules import KEPT_PERCENT
from enrollment.enrollments.errors import EnrollmentNotFound, TransitionRefused
from enrollment.enrollments.events import charge_cancelled, charge_requested, enrollment_changed
from enrollment.enrollments.models import ENROLLMENT_STATES, Enrollment
from enrollment.enrollments.rules import HAS_STARTED
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.models import Batch
from enrollment.seats.rules import PAYMENT_DUE_AT
from enrollment.seats.service import change_seats


class LockedEnrollment(NamedTuple):
    """A locked enrollment with its batch."""

    enrollment: Enrollment
    batch: Batch
    has_started: bool
    kept_percent: int
    """Percentage of the price kept if the candidate cancels now."""


async def lock_enrollment(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> LockedEnrollment:
    """Lock the enrollment that meets the conditions.

    Raises `EnrollmentNotFound`.
    """
    # Not `db.lock`: the same query reads the batch and compares the database's clock.
    found = await session.execute(
        select(Enrollment, Batch, HAS_STARTED, KEPT_PERCENT)
        .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
        .where(*conditions)
        .with_for_update(of=Enrollment)
        .execution_options(populate_existing=True)
    )
    row = found.one_or_none()
    if row is None:
        raise EnrollmentNotFound
    return LockedEnrollment(*row)


@contextmanager
def audited(session: AsyncSession, enrollment: Enrollment, organization_id: UUID) -> Iterator[None]:
    """Record the change made in this context in the audit trail, for this organization."""

    def shown() -> dict[str, object]:
        return {"status": enrollment.status, "reason": enrollment.reason}

    before = shown()
    yield
    audit.record(
        session, "enrollment", enrollment.id, before, shown(), organization_id=organization_id
    )


async def transition_enrollment(
    session: AsyncSession,
    enrollment: Enrollment,
    batch: Batch,
    to: Status,
    *,
    reason: str | None = None,
    keeps_seat: bool = False,
) -> None:
    """Transition a locked enrollment and publish its events; `keeps_seat` keeps its seat for
    another person.

    Raises `TransitionRefused` for a disallowed transition and `SeatsFull` if no seat is left;
    nothing then changes.
    """
    was = enrollment.status
    if not ENROLLMENT_STATES.can_go(was, to):
        raise TransitionRefused
    seats = 0 if keeps_seat else (to in HOLDS_SEAT) - (was in HOLDS_SEAT)
    waiting = (to is Status.WAITLISTED) - (was is Status.WAITLISTED)
    if seats or waiting:
        await change_seats(session, batch.id, seats=seats, waiting=waiting)
    await session.execute(
        ENROLLMENT_STATES.transition_all(was, to)
        .where(col(Enrollment.id) == enrollment.id)
        .values(
            reason=reason,
            payment_due_at=_select_due_at(batch) if to is Status.PENDING_PAYMENT else null(),
            version=col(Enrollment.version) + 1,
            updated_at=func.now(),
        )
    )
    await session.refresh(enrollment)
    version = enrollment.version
    await outbox.publish(session, enrollment_changed(enrollment, batch, was), sequence=version)
    if to is Status.PENDING_PAYMENT:
        await outbox.publish(session, charge_requested(enrollment, batch), sequence=version)
    elif (
        was is Status.PENDING_PAYMENT
        # Payments itself reported expired charges as unpaid.
        and to not in (Status.CONFIRMED, Status.EXPIRED)
        and not enrollment.is_in_bulk
    ):
        await outbox.publish(session, charge_cancelled(enrollment), sequence=version)


def _select_due_at(batch: Batch) -> ScalarSelect[datetime]:
    return select(PAYMENT_DUE_AT).where(col(Batch.id) == batch.id).scalar_subquery()


async def complete_enrollments(
    session: AsyncSession, batch: Batch, results: Mapping[UUID, EnrollmentResult]
) -> None:
    """Complete confirmed enrollments with their results, by two statements for any number."""
    if not results:
        return
    given = values(column("id", Uuid), column("result", String), name="given").data(
        [(enrollment_id, result.value) for enrollment_id, result in results.items()]
    )
    rows = await session.scalars(
        ENROLLMENT_STATES.transition_all(Status.CONFIRMED, Status.COMPLETED)
        .where(col(Enrollment.id) == given.c.id, col(Enrollment.batch_id) == batch.id)
        .values(
            result=given.c.result,
            version=col(Enrollment.version) + 1,
            updated_at=func.now(),
        )
        .returning(Enrollment)
        .execution_options(populate_existing=True)
    )
    await outbox.publish_many(
        session,
        [
            (enrollment_changed(enrollment, batch, Status.CONFIRMED), enrollment.version)
            for enrollment in rows
        ],
    )


async def change_result(
    session: AsyncSession, enrollment: Enrollment, batch: Batch, result: EnrollmentResult
) -> None:
    """Replace the result of a locked, completed enrollment."""
    enrollment.result = result
    enrollment.version += 1
    await session.flush()
    event = enrollment_changed(enrollment, batch, Status.COMPLETED)
    await outbox.publish(session, event, sequence=enrollment.version)
