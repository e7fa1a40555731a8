"""Loads demo enrollments. Idempotent, so it may run at every start.

It runs before the services, without replicas of batches and people. Lists show enrollments once
their batch is replicated.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from contracts.enrollment import EnrollmentResult
from contracts.enrollment import EnrollmentStatus as Status
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.domain.demo import demo_id
from kit.domain.demo.enrollments import (
    CANCELLED_AFTER,
    PAYMENT_WINDOW,
    DemoBatch,
    DemoEnrollment,
    demo_batches,
)
from kit.messaging import outbox
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.enrollments.events import charge_requested, enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.seats.models import Seats

_REASONS = (
    "A valid heavy equipment licence is required; yours has expired.",
    "يتطلب هذا البرنامج خبرة لا تقل عن سنة في المجال.",
    "Please attach your employer's letter and ask again.",
)
"""Reasons for rejections."""
_CHARGED = {Status.CONFIRMED, Status.COMPLETED, Status.CANCELLED, Status.EXPIRED}
"""States whose charges are in payments' demo data, unless free. For pending payments an event
requests the charge.
"""


class _Batch:
    """Batch data for events, before the batch is replicated."""

    def __init__(self, batch: DemoBatch, now: datetime) -> None:
        training = batch.training
        self.code = batch.key
        self.title_en, self.title_ar = training.title_en, training.title_ar
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        # 9:00 in Riyadh, when sessions begin.
        self.starts_at = midnight + timedelta(days=batch.starts_in, hours=6)


async def load_demo(session: AsyncSession) -> int:
    """Load the enrollments of batches that have none; return the number added."""
    await advisory_lock(session, "demo")
    now = await db.now(session)
    known = set(await session.scalars(select(col(Enrollment.id))))
    count = 0
    for batch in demo_batches():
        described = _Batch(batch, now)
        rows = list(_enrollments(batch, now))
        if known.isdisjoint(row.id for row in rows) and await _take_seats(session, rows):
            events = [event for row in rows for event in _events(batch, row, described)]
            await outbox.publish_rows(session, events)
            session.add_all(rows)
            count += len(rows)
    return count


def _enrollments(batch: DemoBatch, now: datetime) -> Iterator[Enrollment]:
    for planned in batch.enrollments:
        status, username = planned.status, planned.username
        created_at, updated_at = _times(batch, planned, now)
        enrollment_id = demo_id("enrollment", f"{batch.key}:{username}")
        is_charged = batch.price > 0 and status in _CHARGED
        yield Enrollment(
            id=enrollment_id,
            batch_id=demo_id("batch", batch.key),
            training_id=demo_id("training", batch.key.rpartition("-")[0]),
            organization_id=demo_id("organization", batch.training.organization),
            candidate_profile_id=demo_id("profile", username),
            candidate_user_id=demo_id("user", username),
            status=status,
            result=EnrollmentResult(planned.result) if planned.result else None,
            price_minor=batch.price * 100,
            currency="SAR",
            payment_due_at=(
                updated_at + PAYMENT_WINDOW if status is Status.PENDING_PAYMENT else None
            ),
            charge_id=demo_id("charge", f"enrollment:{enrollment_id}") if is_charged else None,
            reason=(
                _REASONS[planned.position % len(_REASONS)] if status is Status.REJECTED else None
            ),
            created_at=created_at,
            updated_at=updated_at,
        )


def _times(batch: DemoBatch, planned: DemoEnrollment, now: datetime) -> tuple[datetime, datetime]:
    """Return the creation time and the time of the last transition; open enrollments are recent."""
    index = planned.position
    made = batch.enrolled_at(planned, now)
    match planned.status:
        case Status.PENDING_PAYMENT:
            made = now - timedelta(hours=2 + 3 * (index % 4), minutes=batch.starts_in)
            return (made - timedelta(hours=20) if batch.with_acceptance else made), made
        case Status.REQUESTED | Status.WAITLISTED:
            apart = timedelta(hours=5 * index, minutes=17 * index % 60)
            made = now - timedelta(days=2, hours=batch.starts_in) + apart / 4
            return made, made
        case Status.CANCELLED:
            return made, made + CANCELLED_AFTER
        case Status.EXPIRED:
            return made, made + PAYMENT_WINDOW
        case Status.COMPLETED:
            return made, now + timedelta(days=batch.starts_in + 12)
    return made, made + timedelta(minutes=11 + index)


async def _take_seats(session: AsyncSession, rows: list[Enrollment]) -> bool:
    """Count the rows as taken seats; return False without a change if a known capacity is too
    small.

    An unknown capacity is set to the number taken, until the batch's event arrives.
    """
    taken = sum(row.status in HOLDS_SEAT for row in rows)
    waiting = sum(row.status is Status.WAITLISTED for row in rows)
    statement = insert(Seats).values(
        batch_id=rows[0].batch_id,
        capacity=taken,
        taken=taken,
        surplus=0,
        waiting=waiting,
        version=1,
    )
    counted = await session.execute(
        statement.on_conflict_do_update(
            index_elements=["batch_id"],
            set_={
                "taken": col(Seats.taken) + taken,
                "waiting": col(Seats.waiting) + waiting,
                "version": col(Seats.version) + 1,
            },
            where=col(Seats.taken) + taken <= col(Seats.capacity),
        ).returning(col(Seats.version))
    )
    return counted.first() is not None


def _events(batch: DemoBatch, row: Enrollment, described: _Batch) -> Iterator[dict[str, Any]]:
    """Build the events of the last transition and of the amount due."""
    previous = _previous(row.status, batch)
    event = enrollment_changed(row, described, previous)
    yield outbox.build_row(event, sequence=row.version, time=row.updated_at)
    if row.status is Status.PENDING_PAYMENT:
        yield outbox.build_row(charge_requested(row, described), sequence=row.version)


def _previous(status: Status, batch: DemoBatch) -> Status | None:
    first = Status.REQUESTED if batch.with_acceptance else None
    match status:
        case Status.REQUESTED | Status.WAITLISTED:
            return None
        case Status.COMPLETED:
            return Status.CONFIRMED
        case Status.REJECTED | Status.PENDING_PAYMENT:
            return first
    return Status.PENDING_PAYMENT if batch.price else first
