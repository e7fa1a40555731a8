"""The head of a page, which the web server writes into the HTML of each address."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse
from kit.cache import CachedRoute
from kit.db import Session

from catalog.config import PublicUrl
from catalog.heads.schemas import Locale
from catalog.heads.service import make_head

router = APIRouter(tags=["site"], route_class=CachedRoute)


@router.get("/web/head", response_class=HTMLResponse)
async def get_page_head(
    session: Session,
    public_url: PublicUrl,
    path: Annotated[str, Query(max_length=300, pattern="^/")],
    locale: Locale = Locale.EN,
) -> HTMLResponse:
    """Title, description, picture and structured data of the page at this path, as HTML; nothing
    when there is no such page."""
    return HTMLResponse(await make_head(session, path, locale, public_url))
