from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, status
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from approvals.delegations import queries, service
from approvals.delegations.errors import DelegationEnded, DelegationNotFound
from approvals.delegations.schemas import DelegationCreate, DelegationList, DelegationRead

AdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_APPROVAL_SYSTEM])
]

router = APIRouter(prefix="/approvals/delegations", tags=["approvals"])


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_delegations(session: Session, actor: AdminDep) -> DelegationList:
    """List the caller's running and upcoming delegations, given and taken."""
    return await queries.list_delegations(session, actor)


@router.post("", status_code=status.HTTP_201_CREATED, responses=problems(*AUTH_PROBLEMS, Invalid))
async def create_delegation(
    session: Session, actor: AdminDep, body: DelegationCreate
) -> DelegationRead:
    """Delegate the caller's decisions for some days. The delegation ends automatically."""
    return await service.create_delegation(session, actor, body)


@router.delete(
    "/{delegation_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(*AUTH_PROBLEMS, DelegationNotFound, DelegationEnded),
)
async def end_delegation(session: Session, actor: AdminDep, delegation_id: UUID) -> None:
    """End a delegation the caller gave or took."""
    await service.end_delegation(session, actor, delegation_id)
