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
        # Suspension takes away no seat: candidates attend their batches to the end.
        exempt=[Gate.SUSPENSION],
    ),
]


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_attendance(
    session: Session, actor: CandidateDep, enrollment_id: UUID
) -> OwnAttendance:
    """Get the candidate's attendance so far."""
    return await queries.get_own_attendance(session, actor, enrollment_id)


@router.post(
    "/check-ins",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, CheckInClosed, Invalid, TooManyRequests),
)
async def check_in(session: Session, actor: CandidateDep, body: CheckInCreate) -> OwnAttendance:
    """Check in to the session with the trainer's code; at most ten attempts in ten minutes."""
    with service.CHECK_IN_LIMIT.attempt(actor.profile_id):
        return await service.check_in(session, actor, body.enrollment_id, body.code)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def get_attendance_sheet(
    session: Session, actor: ReaderDep, batch_id: UUID
) -> AttendanceSheet:
    """Get a batch's sessions, people and marks, for its organization, its trainers and admins."""
    return await queries.get_sheet(session, actor, batch_id)


@router.put("/batches/{batch_id}/marks", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def set_attendance_marks(
    session: Session, actor: MarkerDep, batch_id: UUID, body: MarksSet
) -> MarksAnswer:
    """Set or correct marks; the latest by time of marking wins.

    Offline devices may send marks later and more than once.
    """
    return await service.set_marks(session, actor, batch_id, body.marks)


@router.post(
    "/batches/{batch_id}/sessions/{session_id}/check-in",
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, SessionUnknown, SessionNotOpen),
)
async def open_check_in(
    session: Session, actor: MarkerDep, batch_id: UUID, session_id: UUID
) -> CheckInRead:
    """Open self check-in with a code that changes every 30 seconds."""
    return await service.open_check_in(session, actor, batch_id, session_id)


@router.get(
    "/batches/{batch_id}/sessions/{session_id}/check-in",
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, CheckInClosed),
)
async def get_check_in(
    session: Session, actor: MarkerDep, batch_id: UUID, session_id: UUID
) -> CheckInRead:
    """Get the current code."""
    return await service.get_check_in(session, actor, batch_id, session_id)


@router.delete(
    "/batches/{batch_id}/sessions/{session_id}/check-in",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, BatchUnknown),
)
async def close_check_in(
    session: Session, actor: MarkerDep, batch_id: UUID, session_id: UUID
) -> None:
    """Close self check-in."""
    await service.close_check_in(session, actor, batch_id, session_id)
