"""Handles published batches whose times or place change."""

from uuid import UUID

from contracts.catalog import BatchStatus, BatchUpdated
from contracts.enrollment import EnrollmentMoved
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import func, update
from sqlmodel import col

from enrollment.enrollments.events import enrollment_moved_data
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.states import AFFECTED
from enrollment.replicas.models import Batch, Timetable


async def is_rescheduled(session: AsyncSession, event: BatchUpdated) -> bool:
    """Tell if the event changes the time or place of a published batch.

    The batch stays locked: otherwise two concurrent events would be compared with the same state.
    """
    batch = await db.lock(session, Batch, col(Batch.id) == event.batch_id)
    if batch is None or event.status is not BatchStatus.PUBLISHED:
        return False
    if (batch.starts_at, batch.ends_at) != (event.starts_at, event.ends_at):
        return True
    # Rows replicated before cities were published have no city.
    if batch.city_id is not None and batch.city_id != event.city_id:
        return True
    timetable = await session.get(Timetable, event.batch_id, populate_existing=True)
    if timetable is None or not timetable.sessions:
        return False
    sessions = [meeting.model_dump(mode="json") for meeting in event.sessions]
    return [_read_time_and_place(each) for each in timetable.sessions] != [
        _read_time_and_place(each) for each in sessions
    ]


def _read_time_and_place(meeting: dict[str, str]) -> list[str]:
    return [meeting[name] for name in ("starts_at", "ends_at", "venue_en", "venue_ar")]


async def mark_enrollments_moved(session: AsyncSession, batch_id: UUID) -> int:
    """Mark the affected enrollments as moved, publish the events and return their number.

    Their candidates may then cancel with a full refund.
    """
    moved = (
        update(Enrollment)
        .where(col(Enrollment.batch_id) == batch_id, col(Enrollment.status).in_(sorted(AFFECTED)))
        .values(moved=True, version=col(Enrollment.version) + 1)
        .returning(
            *(getattr(Enrollment, name) for name in Enrollment.model_fields),
            func.gen_random_uuid().label("event_id"),
        )
        .cte("moved")
    )
    statement = outbox.build_event_insert(
        moved.join(Batch, col(Batch.id) == moved.c.batch_id),
        EnrollmentMoved,
        enrollment_moved_data(moved.c, Batch),
        id_=moved.c.event_id,
        sequence=moved.c.version,
    )
    return await outbox.run_event_insert(session, statement)
