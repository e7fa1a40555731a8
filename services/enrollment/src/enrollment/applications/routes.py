from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from enrollment.applications import queries, service
from enrollment.applications.errors import (
    AnnouncementClosed,
    AnnouncementNotOpen,
    AnnouncementUnknown,
    ApplicationLocked,
    ApplicationNotFound,
    ApplicationStale,
)
from enrollment.applications.export import export_applications as export
from enrollment.applications.schemas import (
    ApplicationCreate,
    ApplicationDetail,
    ApplicationFilter,
    ApplicationPage,
    ApplicationUpdate,
    Assessment,
    StaffFilter,
    StaffPage,
    VersionBody,
)
from enrollment.guards import guard_dashboard

router = APIRouter(prefix="/applications", tags=["applications"])

ApplicantDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)]
ReaderDep = Annotated[
    Principal,
    guard_dashboard(Permission.VIEW_APPLICATIONS),
]
AssessorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_APPLICATIONS])
]
_CHANGE = (ApplicationNotFound, ApplicationLocked, ApplicationStale)


@router.post(
    "",
    responses=problems(
        *AUTH_PROBLEMS, AnnouncementUnknown, AnnouncementNotOpen, AnnouncementClosed
    ),
)
async def begin_application(
    session: Session, actor: ApplicantDep, body: ApplicationCreate
) -> ApplicationDetail:
    """Get the organization's application to an announcement, or create a draft."""
    return await service.begin_application(session, actor, body.announcement_id)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_applications(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[ApplicationFilter, Query()],
    page: Paging,
) -> ApplicationPage:
    """List the organization's applications; admins see all submitted ones."""
    return await queries.list_applications(session, actor, filters, page)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(*AUTH_PROBLEMS, TooManyRows, TooManyRequests),
)
async def export_applications(
    database: DatabaseDep,
    actor: ReaderDep,
    filters: Annotated[ApplicationFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the filtered list as a spreadsheet."""
    return await export(database, actor, filters, file)


@router.get("/staff-members", responses=problems(*AUTH_PROBLEMS, AnnouncementUnknown))
async def list_application_staff(
    session: Session,
    actor: ApplicantDep,
    filters: Annotated[StaffFilter, Query()],
    page: Paging,
) -> StaffPage:
    """List the organization's staff for selection."""
    return await queries.list_staff(session, actor, filters, page)


@router.get("/{application_id}", responses=problems(*AUTH_PROBLEMS, ApplicationNotFound))
async def get_application(
    session: Session, actor: ReaderDep, application_id: UUID
) -> ApplicationDetail:
    """Get one application with all details."""
    return await queries.get_application(session, actor, application_id)


@router.put("/{application_id}", responses=problems(*AUTH_PROBLEMS, *_CHANGE, Invalid))
async def update_application(
    session: Session, actor: ApplicantDep, application_id: UUID, body: ApplicationUpdate
) -> ApplicationDetail:
    """Save the organization's entries."""
    return await service.update_application(session, actor, application_id, body)


@router.post(
    "/{application_id}/submit",
    responses=problems(*AUTH_PROBLEMS, *_CHANGE, AnnouncementNotOpen, AnnouncementClosed, Invalid),
)
async def submit_application(
    session: Session, actor: ApplicantDep, application_id: UUID, body: VersionBody
) -> ApplicationDetail:
    """Submit it, or request the fee first if one is due."""
    return await service.submit_application(session, actor, application_id, body.version)


@router.post("/{application_id}/withdraw", responses=problems(*AUTH_PROBLEMS, *_CHANGE))
async def withdraw_application(
    session: Session, actor: ApplicantDep, application_id: UUID, body: VersionBody
) -> ApplicationDetail:
    """Withdraw it before the decision."""
    return await service.withdraw_application(session, actor, application_id, body.version)


@router.put("/{application_id}/assessment", responses=problems(*AUTH_PROBLEMS, ApplicationNotFound))
async def assess_application(
    session: Session, actor: AssessorDep, application_id: UUID, body: Assessment
) -> ApplicationDetail:
    """Shortlist and rate it for the platform's internal use."""
    return await service.assess_application(session, actor, application_id, body)
