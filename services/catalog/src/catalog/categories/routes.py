"""Categories: everybody reads them, admins with the permission change them."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.cache import CachedRoute
from kit.db import Session
from kit.errors import NotFound, problems
from kit.pages import Page, PageQuery, page_query

from catalog.categories import service
from catalog.categories.schemas import CategoryRead, CategoryTree, CategoryWrite
from catalog.saving import UsedBySubcategories, UsedByTrainings

router = APIRouter(prefix="/categories", tags=["categories"], route_class=CachedRoute)
admin_router = APIRouter(prefix="/categories", tags=["categories"])

Creator = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.CREATE_CATEGORY])]
Editor = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_CATEGORY])]


@router.get("")
async def list_categories(
    session: Session,
    *,
    page: Annotated[PageQuery, page_query(default_size=100)],
    name: Annotated[str | None, Query(max_length=100)] = None,
    parent_id: UUID | None = None,
    parent_categories: Annotated[bool, Query(description="Only main categories")] = False,
    subcategories: Annotated[bool, Query(description="Only subcategories")] = False,
    active: bool | None = None,
) -> Page[CategoryRead]:
    """Categories in their order."""
    rows, total = await service.list_categories(
        session,
        page,
        name=name,
        parent_id=parent_id,
        main=parent_categories,
        sub=subcategories,
        active=active,
    )
    return Page(data=[service.read_category(row) for row in rows], meta=page.meta(total))


@router.get("/tree")
async def get_category_tree(session: Session) -> CategoryTree:
    """Active main categories with their subcategories and counts of published trainings."""
    return await service.category_tree(session)


@router.get("/{category_id}", responses=problems(NotFound))
async def get_category(session: Session, category_id: UUID) -> CategoryRead:
    """One category."""
    return service.read_category(await service.get_category(session, category_id))


@admin_router.post("", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_category(session: Session, _: Creator, body: CategoryWrite) -> CategoryRead:
    """Add a main category or a subcategory."""
    return service.read_category(await service.create_category(session, body))


@admin_router.put(
    "/{category_id}", responses=problems(*AUTH_PROBLEMS, NotFound, service.HasSubcategories)
)
async def update_category(
    session: Session, _: Editor, category_id: UUID, body: CategoryWrite
) -> CategoryRead:
    """Change a category."""
    return service.read_category(await service.update_category(session, category_id, body))


@admin_router.delete(
    "/{category_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedBySubcategories, UsedByTrainings),
)
async def delete_category(session: Session, _: Editor, category_id: UUID) -> None:
    """Delete a category without subcategories and trainings."""
    await service.delete_category(session, category_id)
