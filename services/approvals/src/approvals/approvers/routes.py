from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from approvals.approvers import queries
from approvals.approvers.schemas import ApproverRead, RoleList

ViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_APPROVAL_LEVEL, Permission.VIEW_APPROVAL_SYSTEM],
    ),
]

router = APIRouter(tags=["approvers"])


@router.get("/approvers", responses=problems(*AUTH_PROBLEMS))
async def list_approvers(
    session: Session,
    _: ViewerDep,
    page: Paging,
    search: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[ApproverRead]:
    """List admins who may decide on requests, by name."""
    return await queries.list_approvers(session, page, search)


@router.get("/approvers/roles", responses=problems(*AUTH_PROBLEMS))
async def list_approver_roles(session: Session, _: ViewerDep) -> RoleList:
    """List the roles a level can be assigned to, by name."""
    roles = await queries.list_roles(session)
    return RoleList(data=[role for role in roles if role.approves])
