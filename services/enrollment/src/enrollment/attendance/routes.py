"""Attendance: the sheet of those who hold a batch, and candidates who mark themselves."""

from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Gate, Principal, guard

from enrollment.attendance import queries, service
from enrollment.attendance.errors import CheckInClosed, SessionNotOpen, SessionUnknown
from enrollment.attendance.schemas import (
    AttendanceSheet,
    CheckInCreate,
    CheckInRead,
    MarksAnswer,
    MarksSet,
    OwnAttendance,
)
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.routes import CandidateDep
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/attendance", tags=["attendance"])

ReaderDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.TRAINER,
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_BATCH_CANDIDATES],
    ),
]
MarkerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.TRAINER,
        # Whoever has a seat is to lose nothing by a suspension: their batches run to their end.
        exempt=[Gate.SUSPENSION],
    ),
]


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_attendance(
    session: Session, actor: CandidateDep, enrollment_id: UUID
) -> OwnAttendance:
    """How the candidate attended a batch so far."""
    return await queries.get_own(session, actor, enrollment_id)


@router.post(
    "/check-ins",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, CheckInClosed, Invalid, TooManyRequests),
)
async def check_in(session: Session, actor: CandidateDep, body: CheckInCreate) -> OwnAttendance:
    """Mark oneself in the session whose code the trainer shows: ten attempts in ten minutes."""
    with service.CHECK_INS.attempt(actor.profile_id):
        return await service.check_in(session, actor, body.enrollment_id, body.code)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def get_attendance_sheet(
    session: Session, actor: ReaderDep, batch_id: UUID
) -> AttendanceSheet:
    """A batch's sessions, people and marks, for its organization, its trainers and admins."""
    return await queries.get_sheet(session, actor, batch_id)


@router.put("/batches/{batch_id}/marks", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def set_attendance_marks(
    session: Session, actor: MarkerDep, batch_id: UUID, body: MarksSet
) -> MarksAnswer:
    """Mark people, and correct marks. Of one person and session the mark that was pressed last
    holds, so what a device kept without a network can be sent at any time, and twice."""
    return await service.set_marks(session, actor, batch_id, body.marks)


@router.post(
    "/batches/{batch_id}/sessions/{session_id}/check-in",
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, SessionUnknown, SessionNotOpen),
)
async def open_check_in(
    session: Session, actor: MarkerDep, batch_id: UUID, session_id: UUID
) -> CheckInRead:
    """Let candidates mark themselves by a code that changes every 30 seconds."""
    return await service.open_check_in(session, actor, batch_id, session_id)


@router.get(
    "/batches/{batch_id}/sessions/{session_id}/check-in",
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, CheckInClosed),
)
async def get_check_in(
    session: Session, actor: MarkerDep, batch_id: UUID, session_id: UUID
) -> CheckInRead:
    """The code that is shown now."""
    return await service.get_check_in(session, actor, batch_id, session_id)


@router.delete(
    "/batches/{batch_id}/sessions/{session_id}/check-in",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, BatchUnknown),
)
async def close_check_in(
    session: Session, actor: MarkerDep, batch_id: UUID, session_id: UUID
) -> None:
    """Let nobody mark themselves any more."""
    await service.close_check_in(session, actor, batch_id, session_id)
