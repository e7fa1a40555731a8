from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.database.pages import Page, PageQuery, page_query
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.cache import CachedRoute

from catalog.categories import queries, service
from catalog.categories.errors import (
    HasSubcategories,
    StaleCategories,
    UsedByAnnouncements,
    UsedBySubcategories,
    UsedByTrainings,
)
from catalog.categories.schemas import CategoryRead, CategoryUpdate, CategoryWrite

router = APIRouter(prefix="/categories", tags=["categories"], route_class=CachedRoute)
admin_router = APIRouter(prefix="/categories", tags=["categories"])

CreatorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.CREATE_CATEGORY])
]
EditorDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_CATEGORY])]


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
    """List categories in their order."""
    return await queries.list_categories(
        session,
        page,
        name=name,
        parent_id=parent_id,
        main=parent_categories,
        sub=subcategories,
        active=active,
    )


@router.get("/{category_id}", responses=problems(NotFound))
async def get_category(session: Session, category_id: UUID) -> CategoryRead:
    """Return a category."""
    return await queries.get_category(session, category_id)


@admin_router.post("", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_category(session: Session, _: CreatorDep, body: CategoryWrite) -> CategoryRead:
    """Create a main category or a subcategory."""
    return await service.create_category(session, body)


@admin_router.put(
    "/{category_id}",
    responses=problems(*AUTH_PROBLEMS, NotFound, HasSubcategories, StaleCategories),
)
async def update_category(
    session: Session, _: EditorDep, category_id: UUID, body: CategoryUpdate
) -> CategoryRead:
    """Change a category."""
    return await service.update_category(session, category_id, body)


@admin_router.delete(
    "/{category_id}",
    status_code=204,
    responses=problems(
        *AUTH_PROBLEMS, NotFound, UsedBySubcategories, UsedByTrainings, UsedByAnnouncements
    ),
)
async def delete_category(session: Session, _: EditorDep, category_id: UUID) -> None:
    """Delete a category without subcategories and trainings."""
    await service.delete_category(session, category_id)
