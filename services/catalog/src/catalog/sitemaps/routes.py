"""robots.txt and the sitemaps, which the gateway shows at the addresses that crawlers know."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from fastapi.responses import PlainTextResponse, Response
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.web.cache import CachedRoute

from catalog.config import PublicUrl
from catalog.sitemaps import service

router = APIRouter(prefix="/web", tags=["site"], route_class=CachedRoute)

Kind = Literal["pages", "trainings", "batches"]


class Xml(Response):
    """An answer in XML."""

    media_type = "application/xml"


@router.get("/robots.txt", response_class=PlainTextResponse)
async def get_robots(public_url: PublicUrl) -> PlainTextResponse:
    """What crawlers are to leave out, and where the sitemap is."""
    return PlainTextResponse(service.robots(public_url))


@router.get("/sitemap.xml", response_class=Xml)
async def get_sitemap_index(session: Session, public_url: PublicUrl) -> Xml:
    """The sitemaps there are."""
    return Xml(await service.make_index(session, public_url))


@router.get("/sitemap-{kind}-{part}.xml", response_class=Xml, responses=problems(NotFound))
async def get_sitemap(
    session: Session,
    public_url: PublicUrl,
    kind: Kind,
    part: Annotated[int, Path(ge=1, le=10_000)],
) -> Xml:
    """A part of the addresses of the site's pages, of trainings or of batches."""
    return Xml(await service.make_sitemap(session, kind, part, public_url))
