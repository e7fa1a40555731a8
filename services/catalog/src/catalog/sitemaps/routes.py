"""robots.txt and sitemaps, which the gateway serves at the standard URLs."""

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
    """XML response."""

    media_type = "application/xml"


@router.get("/robots.txt", response_class=PlainTextResponse)
async def get_robots(public_url: PublicUrl) -> PlainTextResponse:
    """Return the paths that crawlers must skip, and the sitemap's URL."""
    return PlainTextResponse(service.make_robots(public_url))


@router.get("/sitemap.xml", response_class=Xml)
async def get_sitemap_index(session: Session, public_url: PublicUrl) -> Xml:
    """Return the index of sitemaps."""
    return Xml(await service.make_index(session, public_url))


@router.get("/sitemap-{kind}-{part}.xml", response_class=Xml, responses=problems(NotFound))
async def get_sitemap(
    session: Session,
    public_url: PublicUrl,
    kind: Kind,
    part: Annotated[int, Path(ge=1, le=10_000)],
) -> Xml:
    """Return one sitemap file of site pages, trainings or batches."""
    return Xml(await service.make_sitemap(session, kind, part, public_url))
