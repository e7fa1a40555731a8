"""Data that the app loads at its start, and the category menu."""

from typing import Annotated

from fastapi import APIRouter, Query
from kit.database.db import Session
from kit.web.cache import CachedRoute

from catalog.site import queries
from catalog.site.schemas import CategoryTree, SiteData, SitePart

router = APIRouter(route_class=CachedRoute)


@router.get("/web", tags=["site"], response_model_exclude_unset=True)
async def get_site_data(
    session: Session, part: Annotated[frozenset[SitePart], Query()] = frozenset(SitePart)
) -> SiteData:
    """Return countries, settings, categories and the category menu at once, or only the given
    parts."""
    return await queries.get_site_data(session, part)


@router.get("/categories/tree", tags=["categories"])
async def get_category_tree(session: Session) -> CategoryTree:
    """Return active main categories with their subcategories and counts of published trainings."""
    return await queries.get_category_tree(session)
