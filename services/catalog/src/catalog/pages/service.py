"""Write drafts of pages, publish and restore versions."""

from datetime import datetime
from typing import Any

from kit.core.errors import Invalid, NotFound
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.security.auth import Principal
from sqlalchemy import func, select
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.pages.errors import DraftExists, NotScheduled
from catalog.pages.models import PageSlug, PageVersion
from catalog.pages.queries import get_version
from catalog.pages.schemas import DraftUpdate, PageContent, PublishRequest, VersionRead
from catalog.trainings.errors import StaleEdit

CONTENT = frozenset(PageContent.model_fields)


async def update_draft(
    session: AsyncSession, actor: Principal, slug: PageSlug, body: DraftUpdate
) -> VersionRead:
    """Create or change the page's draft.

    Raises `StaleEdit` if another user has changed, created or published it.
    """
    draft = await _lock_draft(session, slug)
    if body.version != (draft.version if draft else 0):
        raise StaleEdit
    content = body.model_dump(mode="json", include=set(CONTENT))
    if draft is None:
        return await _create_draft(session, actor, slug, content)
    draft.sqlmodel_update(content)
    return await _save(session, actor, draft)


async def restore_version(
    session: AsyncSession, actor: Principal, slug: PageSlug, number: int
) -> VersionRead:
    """Copy an older version's content into a draft.

    Raises `NotFound`, `DraftExists`.
    """
    if await _lock_draft(session, slug):
        raise DraftExists
    version = await _get(session, slug, number)
    return await _create_draft(session, actor, slug, version.model_dump(include=set(CONTENT)))


async def publish_draft(
    session: AsyncSession, actor: Principal, slug: PageSlug, body: PublishRequest
) -> VersionRead:
    """Publish the draft, now or at a future time.

    Raises `NotFound` without a draft, `StaleEdit`, and `Invalid` for a past time.
    """
    draft = await _lock_draft(session, slug)
    if draft is None:
        raise NotFound
    if draft.version != body.version:
        raise StaleEdit
    draft.publish_at = await _publication_time(session, body.publish_at)
    return await _save(session, actor, draft)


async def withdraw_version(
    session: AsyncSession, actor: Principal, slug: PageSlug, number: int
) -> VersionRead:
    """Withdraw a scheduled version, which becomes the draft again.

    Raises `NotFound`, `NotScheduled`, `DraftExists`.
    """
    draft = await _lock_draft(session, slug)
    version = await _get(session, slug, number)
    if version.publish_at is None or version.publish_at <= await db.now(session):
        raise NotScheduled
    if draft is not None:
        raise DraftExists
    version.publish_at = None
    return await _save(session, actor, version)


async def delete_draft(session: AsyncSession, slug: PageSlug) -> None:
    """Discard the draft.

    Raises `NotFound`.
    """
    draft = await _lock_draft(session, slug)
    if draft is None:
        raise NotFound
    await session.delete(draft)


async def _create_draft(
    session: AsyncSession, actor: Principal, slug: PageSlug, content: dict[str, Any]
) -> VersionRead:
    newest = await session.scalar(
        select(func.max(col(PageVersion.number))).where(col(PageVersion.slug) == slug)
    )
    draft = PageVersion(slug=slug, number=(newest or 0) + 1, version=0, **content)
    session.add(draft)
    return await _save(session, actor, draft)


async def _save(session: AsyncSession, actor: Principal, version: PageVersion) -> VersionRead:
    version.version += 1
    version.updated_by = actor.user_id
    version.updated_at = await db.now(session)
    await session.flush()
    # For scheduled versions too: responses cached now may outlive the publication time.
    if version.publish_at is not None:
        await publish_catalogue_changed(session, "pages")
    return await get_version(session, version.slug, version.number)


async def _lock_draft(session: AsyncSession, slug: PageSlug) -> PageVersion | None:
    """Lock the page's draft, so that no other transaction can create or change one."""
    await advisory_lock(session, f"page:{slug}")
    return await session.scalar(
        select(PageVersion).where(
            col(PageVersion.slug) == slug, col(PageVersion.publish_at).is_(None)
        )
    )


async def _get(session: AsyncSession, slug: PageSlug, number: int) -> PageVersion:
    found = await session.scalar(
        select(PageVersion).where(col(PageVersion.slug) == slug, col(PageVersion.number) == number)
    )
    if found is None:
        raise NotFound
    return found


async def _publication_time(session: AsyncSession, asked: datetime | None) -> datetime:
    now = await db.now(session)
    if asked is not None and asked < now:
        raise Invalid.field("publish_at", "time.in_past", "Choose a time in the future.")
    return asked or now
