from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from catalog.categories.errors import StaleCategories
from catalog.taxonomy import queries, service
from catalog.taxonomy.schemas import CategoryUsage, OrderedCategories, OrderWrite

router = APIRouter(prefix="/categories", tags=["categories"])

ViewerDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_CATEGORY])]
EditorDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_CATEGORY])]


@router.put("/order", responses=problems(*AUTH_PROBLEMS, StaleCategories))
async def update_category_order(
    session: Session, _: EditorDep, body: OrderWrite
) -> OrderedCategories:
    """Reorder main categories, or the subcategories of one."""
    return await service.update_order(session, body)


@router.get("/{category_id}/usage", responses=problems(*AUTH_PROBLEMS, NotFound))
async def get_category_usage(session: Session, _: ViewerDep, category_id: UUID) -> CategoryUsage:
    """Count a category's dependents, which prevent its deletion."""
    return await queries.get_usage(session, category_id)
