"""Routes for candidates, organizations and admins.

Candidate paths come first, so that `/enrollments/mine` does not match an enrollment's ID.
"""

from typing import Annotated
from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import TooManyRequests, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Caller, OptionalUser, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from kit.telemetry.admission import Essential
from starlette.responses import StreamingResponse

from enrollment.enrollments import queries, service
from enrollment.enrollments.clashes import queries as clashes
from enrollment.enrollments.eligibility import queries as eligibility
from enrollment.enrollments.errors import (
    AlreadyEnrolled,
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentContended,
    EnrollmentNotFound,
    EnrollmentNotOpen,
    EnrollmentPaused,
    TransitionRefused,
)
from enrollment.enrollments.export import export_enrollments as export
from enrollment.enrollments.schemas import (
    ClashCheck,
    ClashingBatch,
    ClashingPeople,
    EligibilityRead,
    EnrollmentCancel,
    EnrollmentCounts,
    EnrollmentCreate,
    EnrollmentFilter,
    EnrollmentPage,
    EnrollmentRead,
    EnrollmentReject,
)
from enrollment.enrollments.service import enroll
from enrollment.replicas.errors import BatchUnknown
from enrollment.seats.errors import SeatsFull

router = APIRouter(prefix="/enrollments", tags=["enrollments"])

CandidateDep = Annotated[Principal, guard(ProfileType.CANDIDATE)]
ViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_ENROLLMENTS],
    ),
]
OrganizationDep = Annotated[
    Principal,
    guard(ProfileType.ORGANIZATION, permissions=[Permission.VIEW_ENROLLMENTS_REQUESTS]),
]
ReaderDep = Annotated[
    Caller,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_ENROLLMENTS],
        partner=Permission.VIEW_ENROLLMENTS,
    ),
]
RequestReaderDep = Annotated[
    Caller,
    guard(
        ProfileType.ORGANIZATION,
        permissions=[Permission.VIEW_ENROLLMENTS_REQUESTS],
        partner=Permission.VIEW_ENROLLMENTS_REQUESTS,
    ),
]


@router.post(
    "",
    status_code=201,
    dependencies=[Essential],
    responses=problems(
        *AUTH_PROBLEMS,
        BatchUnknown,
        SeatsFull,
        AlreadyEnrolled,
        EnrollmentNotOpen,
        EnrollmentPaused,
        EnrollmentClosed,
        EnrollmentContended,
        BatchStarted,
        BatchCancelled,
    ),
)
async def create_enrollment(
    database: DatabaseDep, actor: CandidateDep, body: EnrollmentCreate
) -> EnrollmentRead:
    """Enroll in a batch; `next_step` tells the candidate what follows."""
    return await enroll(database, actor, body)


@router.get("/eligibility", responses=problems(Unauthorized, BatchUnknown))
async def get_eligibility(session: Session, actor: OptionalUser, batch_id: UUID) -> EligibilityRead:
    """Get the caller's obstacles to enrolling. Open to visitors; gates are not checked."""
    return await eligibility.get_eligibility(session, actor, batch_id)


@router.get("/clashes", responses=problems(*AUTH_PROBLEMS))
async def list_own_clashes(
    session: Session, actor: CandidateDep, batch_id: UUID
) -> list[ClashingBatch]:
    """List the caller's batches that overlap this one."""
    return await clashes.list_own_clashes(session, actor, batch_id)


@router.get("/mine", responses=problems(*AUTH_PROBLEMS))
async def list_my_enrollments(
    session: Session,
    actor: CandidateDep,
    filters: Annotated[EnrollmentFilter, Query()],
    page: Paging,
) -> EnrollmentPage:
    """List the caller's enrollments."""
    return await queries.list_own_enrollments(session, actor, filters, page)


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_enrollment(
    session: Session, actor: CandidateDep, enrollment_id: UUID
) -> EnrollmentRead:
    """Get one of the caller's enrollments."""
    return await queries.get_enrollment(session, actor, enrollment_id)


@router.post(
    "/{enrollment_id}/cancel",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused, BatchStarted),
)
async def cancel_enrollment(
    session: Session, actor: CandidateDep, enrollment_id: UUID
) -> EnrollmentRead:
    """Cancel before the start. Refunds are full until `refundable_until`; later `kept_percent` is
    kept.
    """
    return await service.cancel_own(session, actor, enrollment_id)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_enrollments(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[EnrollmentFilter, Query()],
    page: Paging,
) -> EnrollmentPage:
    """List the organization's enrollments; admins see all.

    Filter by status for rejected enrollments or pending payments.
    """
    return await queries.list_enrollments(session, actor, filters, page)


@router.get("/requests", responses=problems(*AUTH_PROBLEMS))
async def list_enrollment_requests(
    session: Session,
    actor: RequestReaderDep,
    filters: Annotated[EnrollmentFilter, Query()],
    page: Paging,
) -> EnrollmentPage:
    """List requests awaiting the organization's decision; the `status` filter is ignored."""
    requested = filters.model_copy(update={"status": [EnrollmentStatus.REQUESTED]})
    return await queries.list_enrollments(session, actor, requested, page)


@router.get("/counts", responses=problems(*AUTH_PROBLEMS))
async def get_enrollment_counts(session: Session, actor: ViewerDep) -> EnrollmentCounts:
    """Count the enrollments of the caller's list by state."""
    return await queries.count_enrollments(session, actor)


@router.post("/of-batch/{batch_id}/clashes", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def check_people_clashes(
    session: Session, actor: ViewerDep, batch_id: UUID, body: ClashCheck
) -> ClashingPeople:
    """Count the batch's people who would have another batch at these times; nothing is saved."""
    return await clashes.count_clashing_people(session, actor, batch_id, body.sessions)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(*AUTH_PROBLEMS, TooManyRows, TooManyRequests),
)
async def export_enrollments(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[EnrollmentFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the filtered list as a spreadsheet."""
    return await export(database, actor, filters, file)


@router.get("/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_enrollment(session: Session, actor: ReaderDep, enrollment_id: UUID) -> EnrollmentRead:
    """Get one enrollment of the organization."""
    return await queries.get_enrollment(session, actor, enrollment_id)


@router.post(
    "/{enrollment_id}/accept",
    responses=problems(
        *AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused, SeatsFull, BatchStarted
    ),
)
async def accept_enrollment(
    session: Session, actor: OrganizationDep, enrollment_id: UUID
) -> EnrollmentRead:
    """Accept a request; 409 `batch.full` leaves it open."""
    return await service.accept_request(session, actor, enrollment_id)


@router.post(
    "/{enrollment_id}/reject",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused),
)
async def reject_enrollment(
    session: Session, actor: OrganizationDep, enrollment_id: UUID, body: EnrollmentReject
) -> EnrollmentRead:
    """Reject a request; the candidate reads the reason."""
    return await service.reject_request(session, actor, enrollment_id, body.reason)


@router.post(
    "/{enrollment_id}/cancel-by-organization",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused, BatchStarted),
)
async def cancel_enrollment_by_organization(
    session: Session, actor: OrganizationDep, enrollment_id: UUID, body: EnrollmentCancel
) -> EnrollmentRead:
    """Cancel an enrollment before the start with a full refund; the candidate reads the reason."""
    return await service.cancel_by_organization(session, actor, enrollment_id, body.reason)
