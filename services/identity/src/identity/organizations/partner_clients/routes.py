from typing import Annotated
from uuid import UUID

from contracts import ADMIN_ROLE, ProfileType
from fastapi import APIRouter
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.idempotency import renew_on_retry

from identity.organizations.partner_clients import queries, service
from identity.organizations.partner_clients.errors import (
    NoPreviousSecret,
    PartnerClientLimit,
    PartnerClientNotFound,
    PartnerClientRevoked,
    PartnerClientStale,
    PartnerPermissionNotHeld,
    SecretRotating,
)
from identity.organizations.partner_clients.schemas import (
    GrantableRead,
    PartnerClientCreate,
    PartnerClientIssued,
    PartnerClientRead,
    PartnerClientSort,
    PartnerClientUpdate,
)

router = APIRouter(
    prefix="/partner-clients", tags=["partner clients"], responses=problems(*AUTH_PROBLEMS)
)

ManagerDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF, staff_roles=[ADMIN_ROLE])
]


@router.get("")
async def list_partner_clients(
    session: Session,
    actor: ManagerDep,
    page: Paging,
    sort: PartnerClientSort = PartnerClientSort.CREATED_DESC,
) -> Page[PartnerClientRead]:
    """List the organization's clients, including revoked ones."""
    return await queries.list_clients(session, actor, page, sort)


@router.get("/permissions")
async def list_partner_permissions(actor: ManagerDep) -> list[GrantableRead]:
    """List the permissions that clients can have."""
    return queries.list_grantable(actor)


@router.post(
    "",
    status_code=201,
    responses=problems(Invalid, PartnerPermissionNotHeld, PartnerClientLimit, *AUTH_PROBLEMS),
)
@renew_on_retry(service.reissue_secret)
async def create_partner_client(
    body: PartnerClientCreate, session: Session, actor: ManagerDep
) -> PartnerClientIssued:
    """Create a client. Only this response contains its secret."""
    return await service.create_client(session, actor, body)


@router.get("/{client_id}", responses=problems(PartnerClientNotFound))
async def get_partner_client(
    client_id: UUID, session: Session, actor: ManagerDep
) -> PartnerClientRead:
    """Return a client of the organization."""
    return await queries.get_client(session, actor, client_id)


@router.put(
    "/{client_id}",
    responses=problems(
        Invalid,
        PartnerClientNotFound,
        PartnerClientRevoked,
        PartnerClientStale,
        PartnerPermissionNotHeld,
        *AUTH_PROBLEMS,
    ),
)
async def update_partner_client(
    client_id: UUID, body: PartnerClientUpdate, session: Session, actor: ManagerDep
) -> PartnerClientRead:
    """Update a client, which invalidates its tokens."""
    await service.update_client(session, actor, client_id, body)
    return await queries.get_client(session, actor, client_id)


@router.post(
    "/{client_id}/secrets",
    status_code=201,
    responses=problems(
        PartnerClientNotFound,
        PartnerClientRevoked,
        PartnerPermissionNotHeld,
        SecretRotating,
        *AUTH_PROBLEMS,
    ),
)
@renew_on_retry(service.reissue_secret)
async def rotate_partner_secret(
    client_id: UUID, session: Session, actor: ManagerDep
) -> PartnerClientIssued:
    """Issue a new secret. The previous one stays valid for 24 hours."""
    return await service.rotate_secret(session, actor, client_id)


@router.delete(
    "/{client_id}/secrets/previous",
    responses=problems(PartnerClientNotFound, PartnerClientRevoked, NoPreviousSecret),
)
async def end_previous_partner_secret(
    client_id: UUID, session: Session, actor: ManagerDep
) -> PartnerClientRead:
    """End the validity of the previous secret immediately."""
    await service.end_previous_secret(session, actor, client_id)
    return await queries.get_client(session, actor, client_id)


@router.post("/{client_id}/revoke", responses=problems(PartnerClientNotFound))
async def revoke_partner_client(
    client_id: UUID, session: Session, actor: ManagerDep
) -> PartnerClientRead:
    """Revoke a client permanently, with all its tokens."""
    await service.revoke_client(session, actor, client_id)
    return await queries.get_client(session, actor, client_id)
