"""Page metadata, which the web server inserts into the HTML of each URL."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, JSONResponse
from kit.database.db import Session

from catalog.batches.seat_changes.queries import SeatsRoute
from catalog.config import PublicUrl
from catalog.heads.schemas import Locale, Manifest
from catalog.heads.service import make_head, make_manifest


class ManifestResponse(JSONResponse):
    """JSON with the manifest's media type."""

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
    """Return title, description, picture and structured data of a page as HTML; empty if the page
    does not exist. With `named` the URL contains its language, `?lang=`."""
    return HTMLResponse(await make_head(session, path, locale, public_url, named=named))


@router.get("/web/manifest", response_class=ManifestResponse)
async def get_manifest(session: Session, locale: Locale = Locale.EN) -> Manifest:
    """Return the web app manifest with the product's name."""
    return await make_manifest(session, locale)
