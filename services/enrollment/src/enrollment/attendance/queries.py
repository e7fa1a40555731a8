"""Reads attendance: a batch's sheet, and a candidate's own marks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.catalog import BatchMeeting, BatchStatus
from contracts.enrollment import EnrollmentStatus
from contracts.profiles import ProfileType
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import Row, func, select
from sqlmodel import col

from enrollment.attendance.models import Attendance, AttendanceMark, CheckIn
from enrollment.attendance.rules import ATTENDING, count_sessions, is_open
from enrollment.attendance.schemas import (
    AttendanceCounts,
    AttendanceSheet,
    AttendedSession,
    AttendingPerson,
    MarkRead,
    OwnAttendance,
)
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch, Profile, Timetable


@dataclass(frozen=True, slots=True)
class BatchAccess:
    """A batch with its sessions, as the caller may mark or read it."""

    batch: Batch
    meetings: dict[UUID, BatchMeeting]
    """By start, earliest first."""
    now: datetime
    editable: bool

    def open_meetings(self) -> dict[UUID, BatchMeeting]:
        """Return the sessions that can be marked now; empty if the batch is cancelled."""
        if self.batch.status is BatchStatus.CANCELLED:
            return {}
        return {each.id: each for each in self.meetings.values() if is_open(each, self.now)}


async def get_batch_access(session: AsyncSession, actor: Principal, batch_id: UUID) -> BatchAccess:
    """Return the batch for its organization, its trainers, or admins, who only read.

    Raises `BatchUnknown`, also outside the caller's scope.
    """
    found = await session.execute(
        select(Batch, col(Timetable.sessions), func.now())
        .outerjoin(Timetable, col(Timetable.batch_id) == col(Batch.id))
        .where(col(Batch.id) == batch_id)
    )
    row = found.one_or_none()
    if row is None:
        raise BatchUnknown
    batch, stored, now = row
    meetings = [BatchMeeting.model_validate(each) for each in stored or ()]
    if actor.profile_type is ProfileType.TRAINER:
        is_visible = any(meeting.trainer_id == actor.profile_id for meeting in meetings)
    else:
        is_visible = actor.scope in (None, batch.organization_id)
    if not is_visible:
        raise BatchUnknown
    return BatchAccess(
        batch, {each.id: each for each in meetings}, now, editable=not actor.is_admin
    )


async def get_sheet(session: AsyncSession, actor: Principal, batch_id: UUID) -> AttendanceSheet:
    """Return everything needed to mark a batch offline.

    Raises `BatchUnknown`.
    """
    access = await get_batch_access(session, actor, batch_id)
    people = await list_people(session, batch_id)
    marks = await list_marks(session, access, batch_id)
    open_ids = await _list_open_check_ins(session, batch_id, access)
    finished = is_finished(people)
    can_be_marked = access.open_meetings()
    counted = Counter(
        (mark.session_id, mark.attendance) for each in marks.values() for mark in each
    )
    return AttendanceSheet(
        batch_id=batch_id,
        code=access.batch.code,
        title_en=access.batch.title_en,
        title_ar=access.batch.title_ar,
        city_en=access.batch.city_en,
        city_ar=access.batch.city_ar,
        editable=access.editable and not finished,
        finished=finished,
        sessions=[
            AttendedSession(
                **meeting.model_dump(
                    include={"id", "title_en", "title_ar", "starts_at", "ends_at"}
                ),
                open=meeting.id in can_be_marked,
                check_in_open=meeting.id in open_ids,
                counts=_build_counts(counted, meeting.id, len(people)),
            )
            for meeting in access.meetings.values()
        ],
        people=[_person(row, marks.get(row.enrollment_id, [])) for row in people],
    )


def is_finished(people: Sequence[Row[*tuple[Any, ...]]]) -> bool:
    """Tell if results are decided, so that no person is without a result."""
    return bool(people) and all(row.status is EnrollmentStatus.COMPLETED for row in people)


async def get_own_attendance(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> OwnAttendance:
    """Return the caller's marks in a batch.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment.
    """
    found = await session.execute(
        select(col(Enrollment.batch_id), col(Timetable.sessions), func.now())
        .outerjoin(Timetable, col(Timetable.batch_id) == col(Enrollment.batch_id))
        .where(
            col(Enrollment.id) == enrollment_id,
            col(Enrollment.candidate_profile_id) == actor.profile_id,
        )
    )
    row = found.one_or_none()
    if row is None:
        raise EnrollmentNotFound
    meetings = [BatchMeeting.model_validate(each) for each in row.sessions or ()]
    marks = await session.execute(
        select(*_MARK).where(
            col(AttendanceMark.enrollment_id) == enrollment_id,
            col(AttendanceMark.attendance).is_not(None),
            col(AttendanceMark.session_id).in_([meeting.id for meeting in meetings]),
        )
    )
    own = [MarkRead.model_validate(each, from_attributes=True) for each in marks]
    attended, counted = count_sessions(mark.attendance for mark in own)
    runs = [meeting.id for meeting in meetings if row.now < meeting.ends_at]
    open_ids = await session.scalars(
        _OPEN_CHECK_INS.where(col(CheckIn.session_id).in_(runs)).limit(1)
    )
    return OwnAttendance(
        marks=own, attended=attended, counted=counted, check_in_open=open_ids.first() is not None
    )


_SHOWN = ("enrollment_id", "name_en", "name_ar", "image_url")
_MARK: tuple[Any, ...] = (
    col(AttendanceMark.session_id),
    col(AttendanceMark.attendance),
    col(AttendanceMark.source),
    col(AttendanceMark.marked_at),
)
_OPEN_CHECK_INS = select(col(CheckIn.session_id)).where(col(CheckIn.closed_at).is_(None))


async def list_people(
    session: AsyncSession, batch_id: UUID, *, lock: bool = False
) -> Sequence[Row[*tuple[Any, ...]]]:
    """List people with a seat by name: `enrollment_id`, `status`, names and picture.

    `lock` keeps their enrollments locked until the transaction ends.
    """
    if lock:
        await db.lock_all(
            session,
            Enrollment,
            col(Enrollment.batch_id) == batch_id,
            col(Enrollment.status).in_(ATTENDING),
            order_by=[col(Enrollment.id)],
        )
    person: tuple[Any, ...] = (
        col(Enrollment.id).label("enrollment_id"),
        col(Enrollment.status),
        func.coalesce(col(Profile.name_en), "").label("name_en"),
        func.coalesce(col(Profile.name_ar), "").label("name_ar"),
        col(Profile.image_url),
    )
    rows = await session.execute(
        select(*person)
        .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
        .where(col(Enrollment.batch_id) == batch_id, col(Enrollment.status).in_(ATTENDING))
        .order_by(col(Profile.name_en), col(Enrollment.id))
    )
    return rows.all()


async def list_marks(
    session: AsyncSession, access: BatchAccess, batch_id: UUID
) -> dict[UUID, list[MarkRead]]:
    """List these people's marks in the batch's sessions, by enrollment."""
    rows = await session.execute(
        select(col(AttendanceMark.enrollment_id), *_MARK)
        .join(Enrollment, col(Enrollment.id) == col(AttendanceMark.enrollment_id))
        .where(
            col(Enrollment.batch_id) == batch_id,
            col(Enrollment.status).in_(ATTENDING),
            col(AttendanceMark.attendance).is_not(None),
            col(AttendanceMark.session_id).in_(access.meetings),
        )
    )
    marks: dict[UUID, list[MarkRead]] = defaultdict(list)
    for row in rows:
        marks[row.enrollment_id].append(MarkRead.model_validate(row, from_attributes=True))
    return marks


async def _list_open_check_ins(
    session: AsyncSession, batch_id: UUID, access: BatchAccess
) -> set[UUID]:
    rows = await session.scalars(_OPEN_CHECK_INS.where(col(CheckIn.batch_id) == batch_id))
    running = {each.id for each in access.meetings.values() if access.now < each.ends_at}
    return running.intersection(rows)


def _build_counts(
    counted: Counter[tuple[UUID, Attendance | None]], session_id: UUID, people: int
) -> AttendanceCounts:
    by_mark = {mark.value: counted[session_id, mark] for mark in Attendance}
    return AttendanceCounts(**by_mark, unmarked=people - sum(by_mark.values()))


def _person(row: Row[*tuple[Any, ...]], marks: Iterable[MarkRead]) -> AttendingPerson:
    own = list(marks)
    attended, counted = count_sessions(mark.attendance for mark in own)
    shown = {name: getattr(row, name) for name in _SHOWN}
    return AttendingPerson(**shown, marks=own, attended=attended, counted=counted)
