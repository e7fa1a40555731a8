from typing import Annotated

from fastapi import APIRouter, Path
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS
from kit.web.cache import CachedRoute

from catalog.pages import queries, service
from catalog.pages.errors import DraftExists, NotScheduled
from catalog.pages.models import PageSlug
from catalog.pages.schemas import (
    DraftUpdate,
    PageList,
    PageRead,
    PublishRequest,
    VersionRead,
    VersionRow,
)
from catalog.settings.routes import SettingsAdminDep
from catalog.trainings.errors import StaleEdit

router = APIRouter(prefix="/pages", tags=["pages"], route_class=CachedRoute)
admin_router = APIRouter(prefix="/pages", tags=["pages"])

Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/{slug}", responses=problems(NotFound))
async def get_page(session: Session, slug: PageSlug) -> PageRead:
    """Return the public version of a page."""
    return await queries.get_page(session, slug)


@admin_router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_pages(session: Session, _: SettingsAdminDep) -> PageList:
    """List all pages with their public and scheduled versions."""
    return await queries.list_pages(session)


@admin_router.get("/{slug}/versions", responses=problems(*AUTH_PROBLEMS))
async def list_page_versions(
    session: Session, _: SettingsAdminDep, slug: PageSlug, page: Paging
) -> Page[VersionRow]:
    """List the versions of a page, newest first."""
    return await queries.list_versions(session, slug, page)


@admin_router.get("/{slug}/versions/{number}", responses=problems(*AUTH_PROBLEMS, NotFound))
async def get_page_version(
    session: Session, _: SettingsAdminDep, slug: PageSlug, number: Number
) -> VersionRead:
    """Return one version with its content."""
    return await queries.get_version(session, slug, number)


@admin_router.put("/{slug}/draft", responses=problems(*AUTH_PROBLEMS, StaleEdit))
async def update_page_draft(
    session: Session, actor: SettingsAdminDep, slug: PageSlug, body: DraftUpdate
) -> VersionRead:
    """Create or change the page's draft; the public version does not change."""
    return await service.update_draft(session, actor, slug, body)


@admin_router.delete("/{slug}/draft", status_code=204, responses=problems(*AUTH_PROBLEMS, NotFound))
async def delete_page_draft(session: Session, _: SettingsAdminDep, slug: PageSlug) -> None:
    """Discard the draft."""
    await service.delete_draft(session, slug)


@admin_router.post("/{slug}/draft/publish", responses=problems(*AUTH_PROBLEMS, NotFound, StaleEdit))
async def publish_page_draft(
    session: Session, actor: SettingsAdminDep, slug: PageSlug, body: PublishRequest
) -> VersionRead:
    """Publish the draft, now or at a future time."""
    return await service.publish_draft(session, actor, slug, body)


@admin_router.post(
    "/{slug}/versions/{number}/withdraw",
    responses=problems(*AUTH_PROBLEMS, NotFound, NotScheduled, DraftExists),
)
async def withdraw_page_version(
    session: Session, actor: SettingsAdminDep, slug: PageSlug, number: Number
) -> VersionRead:
    """Withdraw a scheduled version, which becomes the draft again."""
    return await service.withdraw_version(session, actor, slug, number)


@admin_router.post(
    "/{slug}/versions/{number}/restore",
    responses=problems(*AUTH_PROBLEMS, NotFound, DraftExists),
)
async def restore_page_version(
    session: Session, actor: SettingsAdminDep, slug: PageSlug, number: Number
) -> VersionRead:
    """Copy this version's content into a draft."""
    return await service.restore_version(session, actor, slug, number)
