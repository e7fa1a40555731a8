"""Applications: an organization's own, and all that were submitted for admins."""

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
    AnnouncementNotOpen,
    AnnouncementOver,
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
from enrollment.guards import desk

router = APIRouter(prefix="/applications", tags=["applications"])

ApplicantDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)]
ReaderDep = Annotated[
    Principal,
    desk(Permission.VIEW_APPLICATIONS),
]
AssessorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_APPLICATIONS])
]
_CHANGE = (ApplicationNotFound, ApplicationLocked, ApplicationStale)


@router.post(
    "",
    responses=problems(*AUTH_PROBLEMS, AnnouncementUnknown, AnnouncementNotOpen, AnnouncementOver),
)
async def begin_application(
    session: Session, actor: ApplicantDep, body: ApplicationCreate
) -> ApplicationDetail:
    """The organization's application to an announcement: the one that it has, or a new draft."""
    return await service.begin_application(session, actor, body.announcement_id)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_applications(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[ApplicationFilter, Query()],
    page: Paging,
) -> ApplicationPage:
    """The organization's applications; for an admin all that were submitted."""
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
    """The same list as a file for spreadsheets, all of its rows."""
    return await export(database, actor, filters, file)


@router.get("/staff-members", responses=problems(*AUTH_PROBLEMS, AnnouncementUnknown))
async def list_application_staff(
    session: Session,
    actor: ApplicantDep,
    filters: Annotated[StaffFilter, Query()],
    page: Paging,
) -> StaffPage:
    """The organization's staff, with whom an application can name."""
    return await queries.list_staff(session, actor, filters, page)


@router.get("/{application_id}", responses=problems(*AUTH_PROBLEMS, ApplicationNotFound))
async def get_application(
    session: Session, actor: ReaderDep, application_id: UUID
) -> ApplicationDetail:
    """One application with everything in it."""
    return await queries.get_application(session, actor, application_id)


@router.put("/{application_id}", responses=problems(*AUTH_PROBLEMS, *_CHANGE, Invalid))
async def update_application(
    session: Session, actor: ApplicantDep, application_id: UUID, body: ApplicationUpdate
) -> ApplicationDetail:
    """Store what the organization has entered so far."""
    return await service.update_application(session, actor, application_id, body)


@router.post(
    "/{application_id}/submit",
    responses=problems(*AUTH_PROBLEMS, *_CHANGE, AnnouncementNotOpen, AnnouncementOver, Invalid),
)
async def submit_application(
    session: Session, actor: ApplicantDep, application_id: UUID, body: VersionBody
) -> ApplicationDetail:
    """Submit it; where it costs something it waits for its payment first."""
    return await service.submit_application(session, actor, application_id, body.version)


@router.post("/{application_id}/withdraw", responses=problems(*AUTH_PROBLEMS, *_CHANGE))
async def withdraw_application(
    session: Session, actor: ApplicantDep, application_id: UUID, body: VersionBody
) -> ApplicationDetail:
    """Take it back before it is decided."""
    return await service.withdraw_application(session, actor, application_id, body.version)


@router.put("/{application_id}/assessment", responses=problems(*AUTH_PROBLEMS, ApplicationNotFound))
async def assess_application(
    session: Session, actor: AssessorDep, application_id: UUID, body: Assessment
) -> ApplicationDetail:
    """Shortlist and rate it, for the platform's own use."""
    return await service.assess_application(session, actor, application_id, body)
