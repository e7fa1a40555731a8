from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.organizations.organizations import queries
from identity.organizations.organizations.schemas import OrganizationName

router = APIRouter(
    prefix="/organizations", tags=["organizations"], responses=problems(*AUTH_PROBLEMS)
)

ChooserDep = Annotated[
    Principal,
    guard(
        ProfileType.ADMIN,
        # Lists of all of these can be filtered by organization.
        permissions=[
            Permission.VIEW_ENROLLMENTS,
            Permission.VIEW_CANDIDATES,
            Permission.VIEW_PAYMENTS,
            Permission.VIEW_CERTIFICATES,
            Permission.VIEW_TRAININGS,
            Permission.VIEW_BATCH,
            Permission.CREATE_BULK_ENROLLMENTS,
            Permission.MANAGE_APPLICATION_SETTINGS,
        ],
    ),
]


@router.get("/names")
async def list_organization_names(
    session: Session,
    _: ChooserDep,
    page: Paging,
    search: Annotated[str | None, Query(max_length=100)] = None,
    organization_id: UUID | None = None,
) -> Page[OrganizationName]:
    """List approved organizations for a picker, by words of a name or by ID."""
    return await queries.list_names(session, page, search, organization_id)
