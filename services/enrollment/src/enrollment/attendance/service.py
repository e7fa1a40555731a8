"""Marks attendance, by devices and by self check-in.

Offline devices send marks late, out of order and more than once. The latest by time of marking
wins, so any order gives the same result.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchMeeting
from contracts.enrollment import EnrollmentStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import audit
from kit.security import totp
from kit.security.auth import Principal
from kit.security.rate_limiter import RateLimiter
from sqlalchemy import and_, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.attendance.errors import CheckInClosed, SessionNotOpen, SessionUnknown
from enrollment.attendance.models import Attendance, AttendanceMark, CheckIn, MarkSource
from enrollment.attendance.queries import BatchAccess, get_batch_access, get_own_attendance
from enrollment.attendance.rules import ATTENDING, MARKABLE, compute_own_mark
from enrollment.attendance.schemas import (
    CheckInRead,
    MarkRefusal,
    MarksAnswer,
    MarkSet,
    OwnAttendance,
    PersonMark,
    RefusedMark,
)
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Timetable

CHECK_IN_LIMIT = RateLimiter(10, timedelta(minutes=10))
"""Codes that a candidate may try: of a million, three are valid at a time."""

_KEY = (col(AttendanceMark.session_id), col(AttendanceMark.enrollment_id))


async def set_marks(
    session: AsyncSession, actor: Principal, batch_id: UUID, marks: Sequence[MarkSet]
) -> MarksAnswer:
    """Store marks that are newer than the known ones.

    Refused marks are returned with a reason and do not stop the others. Corrections go to the audit
    trail. Raises `BatchUnknown`.
    """
    access = await get_batch_access(session, actor, batch_id)
    people = await _list_states(session, batch_id, {mark.enrollment_id for mark in marks})
    open_meetings = access.open_meetings()
    refused: dict[tuple[UUID, UUID], RefusedMark] = {}
    taken: dict[tuple[UUID, UUID], MarkSet] = {}
    # Latest mark last.
    for mark in sorted(marks, key=lambda mark: -mark.seconds_ago):
        key = mark.session_id, mark.enrollment_id
        if reason := _refusal(mark, access, open_meetings, people):
            refused[key] = RefusedMark(
                session_id=mark.session_id, enrollment_id=mark.enrollment_id, reason=reason
            )
        else:
            taken[key] = mark
    after = await _store_marks(session, actor, access, taken)
    return MarksAnswer(
        marks=[PersonMark.model_validate(row, from_attributes=True) for row in after.values()],
        refused=list(refused.values()),
    )


async def correct_marks(
    session: AsyncSession,
    actor: Principal,
    access: BatchAccess,
    enrollment_id: UUID,
    attendance: Mapping[UUID, Attendance],
) -> bool:
    """Correct a person's marks, even after the result is decided; tell if any mark changed."""
    marks = {
        (session_id, enrollment_id): MarkSet(
            session_id=session_id, enrollment_id=enrollment_id, attendance=each
        )
        for session_id, each in attendance.items()
    }
    before = await _lock_marks(session, marks)
    await _store_marks(session, actor, access, marks)
    return any(before.get(key) is not mark.attendance for key, mark in marks.items())


async def _store_marks(
    session: AsyncSession,
    actor: Principal,
    access: BatchAccess,
    marks: Mapping[tuple[UUID, UUID], MarkSet],
) -> dict[tuple[UUID, UUID], AttendanceMark]:
    """Store the allowed marks, record corrections and return the current marks."""
    before = await _lock_marks(session, marks)
    await _upsert(session, actor, access, marks)
    after = await _read_marks(session, marks)
    for key, row in after.items():
        _record_correction(session, access, key, before.get(key), row)
    return after


async def _list_states(
    session: AsyncSession, batch_id: UUID, enrollment_ids: set[UUID]
) -> dict[UUID, EnrollmentStatus]:
    """Lock the enrollments with a seat and return their states."""
    statement = (
        select(col(Enrollment.id), col(Enrollment.status))
        .where(
            col(Enrollment.batch_id) == batch_id,
            col(Enrollment.status).in_(ATTENDING),
            col(Enrollment.id).in_(enrollment_ids),
        )
        .order_by(col(Enrollment.id))
        .with_for_update(read=True)
    )
    return {row.id: row.status for row in await session.execute(statement)}


def _refusal(
    mark: MarkSet,
    access: BatchAccess,
    open_meetings: Mapping[UUID, BatchMeeting],
    people: Mapping[UUID, EnrollmentStatus],
) -> MarkRefusal | None:
    if mark.session_id not in access.meetings:
        return MarkRefusal.SESSION_UNKNOWN
    if mark.session_id not in open_meetings:
        return MarkRefusal.SESSION_NOT_OPEN
    if mark.enrollment_id not in people:
        return MarkRefusal.NOT_IN_BATCH
    if people[mark.enrollment_id] is not MARKABLE:
        return MarkRefusal.FINISHED
    return None


async def _lock_marks(
    session: AsyncSession, keys: Mapping[tuple[UUID, UUID], object]
) -> dict[tuple[UUID, UUID], Attendance | None]:
    rows = await session.execute(
        select(*_KEY, col(AttendanceMark.attendance))
        .where(tuple_(*_KEY).in_(list(keys)))
        .order_by(*_KEY)
        .with_for_update()
    )
    return {(row.session_id, row.enrollment_id): row.attendance for row in rows}


async def _read_marks(
    session: AsyncSession, keys: Mapping[tuple[UUID, UUID], object]
) -> dict[tuple[UUID, UUID], AttendanceMark]:
    statement = select(AttendanceMark).where(tuple_(*_KEY).in_(list(keys))).order_by(*_KEY)
    rows = await session.scalars(statement.execution_options(populate_existing=True))
    return {(row.session_id, row.enrollment_id): row for row in rows}


async def _upsert(
    session: AsyncSession,
    actor: Principal,
    access: BatchAccess,
    marks: Mapping[tuple[UUID, UUID], MarkSet],
) -> None:
    if not marks:
        return
    table = AttendanceMark.__table__  # type: ignore[attr-defined]
    rows: list[dict[str, Any]] = [
        {
            "session_id": mark.session_id,
            "enrollment_id": mark.enrollment_id,
            "attendance": mark.attendance,
            "source": mark.source,
            "marked_at": access.now - timedelta(seconds=mark.seconds_ago),
            "marked_by": actor.user_id,
        }
        # Sorted, so that concurrent transactions lock in the same order.
        for _, mark in sorted(marks.items())
    ]
    statement = insert(table).values(rows)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=["session_id", "enrollment_id"],
            set_={
                name: statement.excluded[name]
                for name in ("attendance", "source", "marked_at", "marked_by")
            },
            where=table.c.marked_at <= statement.excluded.marked_at,
        )
    )


def _record_correction(
    session: AsyncSession,
    access: BatchAccess,
    key: tuple[UUID, UUID],
    before: Attendance | None,
    row: AttendanceMark,
) -> None:
    """Record a correction. First marks are not recorded: there are too many."""
    if before is None or before is row.attendance:
        return
    session_id, enrollment_id = key
    audit.record(
        session,
        "attendance",
        f"{session_id}:{enrollment_id}",
        {"attendance": before},
        {"attendance": row.attendance},
        organization_id=access.batch.organization_id,
    )


async def open_check_in(
    session: AsyncSession, actor: Principal, batch_id: UUID, session_id: UUID
) -> CheckInRead:
    """Open self check-in until it is closed or the session ends; opening it again changes nothing.

    Raises `BatchUnknown`, `SessionUnknown` and `SessionNotOpen`.
    """
    access = await get_batch_access(session, actor, batch_id)
    meeting = access.meetings.get(session_id)
    if meeting is None:
        raise SessionUnknown
    if session_id not in access.open_meetings() or meeting.ends_at <= access.now:
        raise SessionNotOpen
    fresh = {
        "batch_id": batch_id,
        "secret": totp.create_secret(),
        "opened_at": access.now,
        "closed_at": None,
    }
    table = CheckIn.__table__  # type: ignore[attr-defined]
    await session.execute(
        insert(table)
        .values(session_id=session_id, **fresh)
        .on_conflict_do_update(
            index_elements=["session_id"], set_=fresh, where=table.c.closed_at.is_not(None)
        )
    )
    return await get_check_in(session, actor, batch_id, session_id)


async def get_check_in(
    session: AsyncSession, actor: Principal, batch_id: UUID, session_id: UUID
) -> CheckInRead:
    """Return the current code for the trainer to show.

    Raises `BatchUnknown` and `CheckInClosed`.
    """
    access = await get_batch_access(session, actor, batch_id)
    check_in = await session.get(CheckIn, session_id, populate_existing=True)
    meeting = access.meetings.get(session_id)
    if (
        check_in is None
        or meeting is None
        or check_in.closed_at is not None
        or meeting.ends_at <= access.now
    ):
        raise CheckInClosed
    checked_in = await session.scalar(
        select(func.count()).where(
            col(AttendanceMark.session_id) == session_id,
            col(AttendanceMark.source) == MarkSource.SELF,
        )
    )
    timestamp = access.now.timestamp()
    return CheckInRead(
        session_id=session_id,
        code=totp.compute_code(check_in.secret, timestamp),
        seconds_left=totp.seconds_left(timestamp),
        checked_in=checked_in or 0,
    )


async def close_check_in(
    session: AsyncSession, actor: Principal, batch_id: UUID, session_id: UUID
) -> None:
    """Close self check-in.

    Raises `BatchUnknown`.
    """
    access = await get_batch_access(session, actor, batch_id)
    is_it = and_(col(CheckIn.session_id) == session_id, col(CheckIn.batch_id) == batch_id)
    check_in = await db.lock(session, CheckIn, is_it)
    if check_in is not None and check_in.closed_at is None:
        check_in.closed_at = access.now


async def check_in(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, code: str
) -> OwnAttendance:
    """Mark the caller as present, or late, in the session with this code.

    The trainer's marks win. Raises `EnrollmentNotFound` outside the caller's seats,
    `CheckInClosed`, and `Invalid` for a code not valid now.
    """
    enrollment = await db.lock(
        session,
        Enrollment,
        col(Enrollment.id) == enrollment_id,
        col(Enrollment.candidate_profile_id) == actor.profile_id,
        col(Enrollment.status) == MARKABLE,
        share=True,
    )
    if enrollment is None:
        raise EnrollmentNotFound
    meeting = await _find_meeting(session, enrollment.batch_id, code)
    now = await db.now(session)
    table = AttendanceMark.__table__  # type: ignore[attr-defined]
    values = {
        "attendance": compute_own_mark(meeting, now),
        "source": MarkSource.SELF,
        "marked_at": now,
        "marked_by": actor.user_id,
    }
    await session.execute(
        insert(table)
        .values(session_id=meeting.id, enrollment_id=enrollment_id, **values)
        .on_conflict_do_update(
            index_elements=["session_id", "enrollment_id"],
            set_=values,
            where=table.c.attendance.is_(None),
        )
    )
    return await get_own_attendance(session, actor, enrollment_id)


async def _find_meeting(session: AsyncSession, batch_id: UUID, code: str) -> BatchMeeting:
    found = await session.execute(
        select(CheckIn, col(Timetable.sessions), func.now())
        .join(Timetable, col(Timetable.batch_id) == col(CheckIn.batch_id))
        .where(col(CheckIn.batch_id) == batch_id, col(CheckIn.closed_at).is_(None))
    )
    running = [
        (row.CheckIn, meeting, row.now)
        for row in found
        for meeting in map(BatchMeeting.model_validate, row.sessions)
        if meeting.id == row.CheckIn.session_id and row.now < meeting.ends_at
    ]
    if not running:
        raise CheckInClosed
    for check_in, meeting, now in running:
        if totp.matching_step(check_in.secret, code, now.timestamp()) is not None:
            return meeting
    raise Invalid.field("code", "check_in_code.invalid", "Enter the code that's on the screen now.")
