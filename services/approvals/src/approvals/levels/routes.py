from typing import Annotated
from uuid import UUID

from contracts import ContentType, Permission, ProfileType
from fastapi import APIRouter, Query, status
from kit.core.errors import problems
from kit.database.db import Session
from kit.database.pages import Page, PageQuery, page_query
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from approvals.levels import queries, service
from approvals.levels.errors import LevelInUse, LevelNotFound
from approvals.levels.schemas import (
    LevelApprovers,
    LevelCreate,
    LevelList,
    LevelOrder,
    LevelRead,
    LevelUpdate,
    OrganizationList,
)

ADMIN = ProfileType.ADMIN
ViewerDep = Annotated[Principal, guard(ADMIN, permissions=[Permission.VIEW_APPROVAL_LEVEL])]
CreatorDep = Annotated[Principal, guard(ADMIN, permissions=[Permission.CREATE_APPROVAL_LEVEL])]
EditorDep = Annotated[Principal, guard(ADMIN, permissions=[Permission.EDIT_APPROVAL_LEVEL])]
DeleterDep = Annotated[Principal, guard(ADMIN, permissions=[Permission.DELETE_APPROVAL_LEVEL])]
SorterDep = Annotated[Principal, guard(ADMIN, permissions=[Permission.SORT_APPROVAL_LEVEL])]
AssignerDep = Annotated[
    Principal,
    guard(ADMIN, permissions=[Permission.CREATE_APPROVAL_LEVEL, Permission.EDIT_APPROVAL_LEVEL]),
]

router = APIRouter(prefix="/approval-levels", tags=["approval levels"])


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_approval_levels(
    session: Session,
    _: ViewerDep,
    page: Annotated[PageQuery, page_query(100)],
    content_type: ContentType | None = None,
) -> Page[LevelRead]:
    """List levels by content type and position, with their approvers."""
    return await queries.list_levels(session, page, content_type)


@router.post("", status_code=status.HTTP_201_CREATED, responses=problems(*AUTH_PROBLEMS))
async def create_approval_level(session: Session, _: CreatorDep, body: LevelCreate) -> LevelRead:
    """Add a level after the existing ones of its content type."""
    return await service.create_level(session, body)


@router.put("/order", responses=problems(*AUTH_PROBLEMS))
async def order_approval_levels(session: Session, _: SorterDep, body: LevelOrder) -> LevelList:
    """Reorder the levels of a content type."""
    return LevelList(data=await service.order_levels(session, body))


@router.get("/organizations", responses=problems(*AUTH_PROBLEMS))
async def list_level_organizations(
    session: Session, _: ViewerDep, search: Annotated[str | None, Query(max_length=100)] = None
) -> OrganizationList:
    """List the first hundred organizations that approvers can be limited to, by name."""
    return OrganizationList(data=await queries.list_organizations(session, search))


@router.get("/{level_id}", responses=problems(*AUTH_PROBLEMS, LevelNotFound))
async def get_approval_level(session: Session, _: ViewerDep, level_id: UUID) -> LevelRead:
    """Get one level with its approvers."""
    return await queries.get_level(session, level_id)


@router.put("/{level_id}", responses=problems(*AUTH_PROBLEMS, LevelNotFound))
async def update_approval_level(
    session: Session, _: EditorDep, level_id: UUID, body: LevelUpdate
) -> LevelRead:
    """Change a level's name, rule or deadline for future submissions."""
    return await service.update_level(session, level_id, body)


@router.delete(
    "/{level_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(*AUTH_PROBLEMS, LevelNotFound, LevelInUse),
)
async def delete_approval_level(session: Session, _: DeleterDep, level_id: UUID) -> None:
    """Delete a level that no pending request still has to pass."""
    await service.delete_level(session, level_id)


@router.put("/{level_id}/approvers", responses=problems(*AUTH_PROBLEMS, LevelNotFound))
async def set_level_approvers(
    session: Session, _: AssignerDep, level_id: UUID, body: LevelApprovers
) -> LevelRead:
    """Replace the approvers of a level."""
    return await service.set_approvers(session, level_id, body)
