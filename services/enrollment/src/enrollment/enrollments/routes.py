"""A candidate's own enrollments."""

from typing import Annotated
from uuid import UUID

from contracts.profiles import ProfileType
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, OptionalUser, Principal, guard
from kit.db import DatabaseDep, Session
from kit.errors import Unauthorized, problems
from kit.pages import Paging

from enrollment.batches.service import BatchUnknown
from enrollment.enrollments import eligibility, queries, service
from enrollment.enrollments.enroll import enroll
from enrollment.enrollments.problems import (
    AlreadyEnrolled,
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentNotFound,
    EnrollmentNotOpen,
    TransitionRefused,
)
from enrollment.enrollments.schemas import (
    EligibilityRead,
    EnrollmentCreate,
    EnrollmentFilter,
    EnrollmentPage,
    EnrollmentRead,
)
from enrollment.seats.service import SeatsFull

router = APIRouter(prefix="/enrollments", tags=["enrollments"])

Candidate = Annotated[Principal, guard(ProfileType.CANDIDATE)]


@router.post(
    "",
    status_code=201,
    responses=problems(
        *AUTH_PROBLEMS,
        BatchUnknown,
        SeatsFull,
        AlreadyEnrolled,
        EnrollmentNotOpen,
        EnrollmentClosed,
        BatchStarted,
        BatchCancelled,
    ),
)
async def create_enrollment(
    database: DatabaseDep, actor: Candidate, body: EnrollmentCreate
) -> EnrollmentRead:
    """Enroll in a batch; its `next_step` says what the candidate does or waits for."""
    return await enroll(database, actor, body)


@router.get("/eligibility", responses=problems(Unauthorized, BatchUnknown))
async def read_eligibility(
    session: Session, actor: OptionalUser, batch_id: UUID
) -> EligibilityRead:
    """What the enroll step shows, to visitors too; the gates are not looked at."""
    return await eligibility.read_eligibility(session, actor, batch_id)


@router.get("/mine", responses=problems(*AUTH_PROBLEMS))
async def list_my_enrollments(
    session: Session,
    actor: Candidate,
    wanted: Annotated[EnrollmentFilter, Query()],
    page: Paging,
) -> EnrollmentPage:
    """The caller's enrollments."""
    return await queries.list_own(session, actor, wanted, page)


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def read_my_enrollment(
    session: Session, actor: Candidate, enrollment_id: UUID
) -> EnrollmentRead:
    """One enrollment of the caller."""
    return await queries.read_enrollment(session, actor, enrollment_id)


@router.post(
    "/{enrollment_id}/cancel",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused, BatchStarted),
)
async def cancel_enrollment(
    session: Session, actor: Candidate, enrollment_id: UUID
) -> EnrollmentRead:
    """Cancel before the start; paid in full back up to `refundable_until`, later not at all."""
    return await service.cancel_own(session, actor, enrollment_id)
