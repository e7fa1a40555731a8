from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from identity.accounts.profiles.schemas import AddressWrite
from identity.administration.organizations import export, queries, service
from identity.administration.organizations.errors import NotSuspendable, NotSuspended
from identity.administration.organizations.schemas import (
    OrganizationDetail,
    OrganizationFilter,
    OrganizationRow,
    OrganizationSort,
    Suspension,
)
from identity.organizations.onboarding.errors import NotEditable, OrganizationNotFound
from identity.organizations.onboarding.schemas import ContactWrite, DetailsWrite

router = APIRouter(
    prefix="/organizations", tags=["organizations"], responses=problems(*AUTH_PROBLEMS)
)

OrganizationViewerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_ORGANIZATION])
]
EditorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_ORGANIZATION])
]
SuspenderDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.SUSPEND_ORGANIZATION])
]


@router.get("")
async def list_organizations(
    session: Session,
    _: OrganizationViewerDep,
    page: Paging,
    filters: Annotated[OrganizationFilter, Query()],
    sort: OrganizationSort = OrganizationSort.CREATED_DESC,
) -> Page[OrganizationRow]:
    """List all organizations with their status and number of expired documents."""
    return await queries.list_organizations(session, page, filters, sort)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_organizations(
    database: DatabaseDep,
    actor: OrganizationViewerDep,
    filters: Annotated[OrganizationFilter, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: OrganizationSort = OrganizationSort.CREATED_DESC,
) -> StreamingResponse:
    """Export all rows of the list as a spreadsheet."""
    return await export.export_organizations(database, actor, filters, sort, file)


@router.get("/{organization_id}", responses=problems(OrganizationNotFound))
async def get_organization(
    organization_id: UUID, session: Session, _: OrganizationViewerDep
) -> OrganizationDetail:
    """Return an organization with its details, documents and submissions."""
    return await queries.get_organization(session, organization_id)


@router.put(
    "/{organization_id}/details", responses=problems(Invalid, OrganizationNotFound, NotEditable)
)
async def update_details_of_organization(
    organization_id: UUID, body: DetailsWrite, session: Session, _: EditorDep
) -> OrganizationDetail:
    """Correct an organization's names and numbers, unless it is under review."""
    await service.update_organization(session, organization_id, body)
    return await queries.get_organization(session, organization_id)


@router.put(
    "/{organization_id}/contact", responses=problems(Invalid, OrganizationNotFound, NotEditable)
)
async def update_contact_of_organization(
    organization_id: UUID, body: ContactWrite, session: Session, _: EditorDep
) -> OrganizationDetail:
    """Correct an organization's contact, unless it is under review."""
    await service.update_organization(session, organization_id, body)
    return await queries.get_organization(session, organization_id)


@router.put(
    "/{organization_id}/address", responses=problems(Invalid, OrganizationNotFound, NotEditable)
)
async def update_address_of_organization(
    organization_id: UUID, body: AddressWrite, session: Session, _: EditorDep
) -> OrganizationDetail:
    """Correct an organization's address, unless it is under review."""
    await service.update_address(session, organization_id, body)
    return await queries.get_organization(session, organization_id)


@router.post(
    "/{organization_id}/suspend", responses=problems(Invalid, OrganizationNotFound, NotSuspendable)
)
async def suspend_organization(
    organization_id: UUID, body: Suspension, session: Session, _: SuspenderDep
) -> OrganizationDetail:
    """Make an approved organization read-only, with a reason for its members.

    It accepts no new enrollments until it is resumed; existing ones remain.
    """
    await service.suspend_organization(session, organization_id, body.reason)
    return await queries.get_organization(session, organization_id)


@router.post("/{organization_id}/resume", responses=problems(OrganizationNotFound, NotSuspended))
async def resume_organization(
    organization_id: UUID, session: Session, _: SuspenderDep
) -> OrganizationDetail:
    """Resume a suspended organization."""
    await service.resume_organization(session, organization_id)
    return await queries.get_organization(session, organization_id)
