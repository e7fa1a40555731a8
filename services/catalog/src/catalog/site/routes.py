"""What the app asks for once, when it starts."""

from fastapi import APIRouter
from kit.cache import CachedRoute
from kit.db import Session

from catalog.site import service
from catalog.site.schemas import SiteData

router = APIRouter(tags=["site"], route_class=CachedRoute)


@router.get("/web")
async def get_site_data(session: Session) -> SiteData:
    """Countries, settings, categories and the category menu, in one answer."""
    return await service.site_data(session)
