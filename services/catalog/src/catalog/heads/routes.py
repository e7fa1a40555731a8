"""The head of a page, which the web server writes into the HTML of each address."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, JSONResponse
from kit.database.db import Session

from catalog.batches.seat_changes.queries import SeatsRoute
from catalog.config import PublicUrl
from catalog.heads.schemas import Locale, Manifest
from catalog.heads.service import make_head, make_manifest


class ManifestResponse(JSONResponse):
    """JSON by the name that browsers know it by."""

    media_type = "application/manifest+json"


router = APIRouter(tags=["site"], route_class=SeatsRoute)


@router.get("/web/head", response_class=HTMLResponse)
async def get_page_head(
    session: Session,
    public_url: PublicUrl,
    path: Annotated[str, Query(max_length=300, pattern="^/")],
    locale: Locale = Locale.EN,
    named: bool = False,
) -> HTMLResponse:
    """Title, description, picture and structured data of the page at this path, as HTML; nothing
    when there is no such page. With `named` the address has its language, `?lang=`."""
    return HTMLResponse(await make_head(session, path, locale, public_url, named=named))


@router.get("/web/manifest", response_class=ManifestResponse)
async def get_manifest(session: Session, locale: Locale = Locale.EN) -> Manifest:
    """What a browser installs the app by, under the product's name."""
    return await make_manifest(session, locale)
