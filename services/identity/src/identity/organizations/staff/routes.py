from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, Problem, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from identity.accounts.invitations.errors import InvitationTooSoon
from identity.config import SettingsDep
from identity.organizations.onboarding.rules import require_organization
from identity.organizations.staff import export, queries, service
from identity.organizations.staff.errors import (
    PersonNotFound,
    StaffExists,
    StaffNotFound,
    StaffStateRefused,
)
from identity.organizations.staff.schemas import (
    PersonFound,
    PersonQuery,
    StaffCreate,
    StaffDetail,
    StaffFilter,
    StaffInvite,
    StaffRow,
    StaffSort,
    StaffUpdate,
)

router = APIRouter(prefix="/staff", tags=["staff"], responses=problems(*AUTH_PROBLEMS))

StaffViewerDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.VIEW_STAFF])
]
StaffAdderDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.ADD_STAFF])
]
StaffEditorDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.EDIT_STAFF])
]
MANAGING: tuple[type[Problem], ...] = (StaffNotFound, StaffStateRefused, *AUTH_PROBLEMS)


@router.get("")
async def list_staff(
    session: Session,
    actor: StaffViewerDep,
    page: Paging,
    filters: Annotated[StaffFilter, Query()],
    sort: StaffSort = StaffSort.CREATED_DESC,
) -> Page[StaffRow]:
    """List the caller's staff and trainers, including pending invitations."""
    return await queries.list_staff(session, require_organization(actor), page, filters, sort)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_staff(
    database: DatabaseDep,
    actor: StaffViewerDep,
    filters: Annotated[StaffFilter, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: StaffSort = StaffSort.CREATED_DESC,
) -> StreamingResponse:
    """Export all rows of the list as a spreadsheet."""
    organization_id = require_organization(actor)
    return await export.export_staff(database, actor, organization_id, filters, sort, file)


@router.post("", status_code=201, responses=problems(Invalid, TooManyRequests, *AUTH_PROBLEMS))
async def create_staff(body: StaffCreate, session: Session, actor: StaffAdderDep) -> StaffDetail:
    """Add a person without an account and mail an invitation to choose a password."""
    profile_id = await service.create_staff(session, actor, body)
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.post(
    "/people", responses=problems(Invalid, PersonNotFound, TooManyRequests, *AUTH_PROBLEMS)
)
async def get_person(body: PersonQuery, session: Session, actor: StaffAdderDep) -> PersonFound:
    """Return the shortened name of the person with exactly this email address or civil number."""
    with service.count_search(actor):
        return await queries.get_person(session, body.identifier)


@router.post(
    "/existing",
    status_code=201,
    responses=problems(Invalid, PersonNotFound, StaffExists, TooManyRequests, *AUTH_PROBLEMS),
)
async def invite_existing(body: StaffInvite, session: Session, actor: StaffAdderDep) -> StaffDetail:
    """Invite a person who has an account, with which they accept or decline."""
    profile_id = await service.invite_existing(session, actor, body)
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.get("/{profile_id}", responses=problems(StaffNotFound))
async def get_staff(profile_id: UUID, session: Session, actor: StaffViewerDep) -> StaffDetail:
    """Return a member of the caller's organization."""
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.put("/{profile_id}", responses=problems(Invalid, *MANAGING))
async def update_staff(
    profile_id: UUID, body: StaffUpdate, session: Session, actor: StaffEditorDep
) -> StaffDetail:
    """Grant or revoke the admin role."""
    await service.update_staff(session, actor, profile_id, body)
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.post("/{profile_id}/suspend", responses=problems(*MANAGING))
async def suspend_staff(profile_id: UUID, session: Session, actor: StaffEditorDep) -> StaffDetail:
    """Suspend a member, which immediately revokes the profile's rights."""
    await service.suspend_staff(session, actor, profile_id)
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.post("/{profile_id}/resume", responses=problems(*MANAGING))
async def resume_staff(profile_id: UUID, session: Session, actor: StaffEditorDep) -> StaffDetail:
    """Resume a suspended member."""
    await service.resume_staff(session, actor, profile_id)
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.post("/{profile_id}/invitation", responses=problems(InvitationTooSoon, *MANAGING))
async def send_staff_invitation(
    profile_id: UUID, session: Session, settings: SettingsDep, actor: StaffAdderDep
) -> StaffDetail:
    """Send the invitation again and revoke the previous link."""
    await service.invite_staff_again(session, settings, actor, profile_id)
    return await queries.get_staff(session, require_organization(actor), profile_id)


@router.delete("/{profile_id}", status_code=204, responses=problems(StaffNotFound, *AUTH_PROBLEMS))
async def remove_staff(profile_id: UUID, session: Session, actor: StaffEditorDep) -> None:
    """Remove a member from the organization. The person's account remains."""
    await service.remove_staff(session, actor, profile_id)
