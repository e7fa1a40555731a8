from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.administration.permissions import queries, service
from identity.administration.permissions.errors import (
    OwnRole,
    PermissionNotHeld,
    RoleFixed,
    RoleHeld,
    RoleNotFound,
    RolesChanged,
)
from identity.administration.permissions.schemas import (
    MatrixUpdate,
    PermissionMatrix,
    RoleCreate,
    RoleRow,
    RoleSort,
    RoleUpdate,
)

router = APIRouter(tags=["roles"], responses=problems(*AUTH_PROBLEMS))

_MANAGING = (Permission.MANAGE_ROLES, Permission.MANAGE_PERMISSIONS)
# Viewers of users filter them by role.
RoleViewerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_USERS, *_MANAGING])
]
MatrixViewerDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=_MANAGING)]
RoleManagerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_ROLES])
]
PermissionManagerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_PERMISSIONS])
]


@router.get("/roles")
async def list_roles(
    session: Session,
    _: RoleViewerDep,
    page: Paging,
    search: Annotated[str | None, Query(max_length=100)] = None,
    sort: RoleSort = RoleSort.CREATED,
) -> Page[RoleRow]:
    """List roles with the numbers of their holders and permissions."""
    return await queries.list_roles(session, page, search, sort)


@router.post("/roles", status_code=201, responses=problems(Invalid, *AUTH_PROBLEMS))
async def create_role(body: RoleCreate, session: Session, actor: RoleManagerDep) -> RoleRow:
    """Create a role without permissions."""
    role_id = await service.create_role(session, actor, body)
    return await queries.get_role(session, role_id)


@router.get("/roles/{role_id}", responses=problems(RoleNotFound))
async def get_role(role_id: UUID, session: Session, _: RoleViewerDep) -> RoleRow:
    """Return a role; its permissions are in the matrix."""
    return await queries.get_role(session, role_id)


@router.put(
    "/roles/{role_id}",
    responses=problems(Invalid, RoleNotFound, RoleFixed, RolesChanged, *AUTH_PROBLEMS),
)
async def update_role(
    role_id: UUID, body: RoleUpdate, session: Session, actor: RoleManagerDep
) -> RoleRow:
    """Rename a role that is not a system role."""
    await service.update_role(session, actor, role_id, body)
    return await queries.get_role(session, role_id)


@router.delete(
    "/roles/{role_id}",
    status_code=204,
    responses=problems(RoleNotFound, RoleFixed, RoleHeld, *AUTH_PROBLEMS),
)
async def delete_role(role_id: UUID, session: Session, actor: RoleManagerDep) -> None:
    """Delete a role that is unused and not a system role."""
    await service.delete_role(session, actor, role_id)


@router.get("/permissions")
async def get_permission_matrix(session: Session, actor: MatrixViewerDep) -> PermissionMatrix:
    """Return the permissions of each role, by area."""
    return await queries.get_matrix(session, actor)


@router.put(
    "/permissions",
    responses=problems(
        Invalid,
        RoleNotFound,
        RoleFixed,
        OwnRole,
        PermissionNotHeld,
        RolesChanged,
        *AUTH_PROBLEMS,
    ),
)
async def update_permission_matrix(
    body: MatrixUpdate, session: Session, actor: PermissionManagerDep
) -> PermissionMatrix:
    """Change permissions of roles atomically. Fails if a role changed since it was read."""
    await service.update_matrix(session, actor, body)
    return await queries.get_matrix(session, actor)
