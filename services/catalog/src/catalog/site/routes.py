"""What the app asks for once, when it starts, and the menu of categories."""

from fastapi import APIRouter
from kit.cache import CachedRoute
from kit.db import Session

from catalog.site import queries
from catalog.site.schemas import CategoryTree, SiteData

router = APIRouter(route_class=CachedRoute)


@router.get("/web", tags=["site"])
async def get_site_data(session: Session) -> SiteData:
    """Countries, settings, categories and the category menu, in one answer."""
    return await queries.get_site_data(session)


@router.get("/categories/tree", tags=["categories"])
async def get_category_tree(session: Session) -> CategoryTree:
    """Active main categories with their subcategories and counts of published trainings."""
    return await queries.get_category_tree(session)
