"""URLs of the public pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from contracts.app_routes import AppRoute
from kit.database.db import AsyncSession
from sqlalchemy import Select, func, select
from sqlmodel import col

from catalog.announcements.models import Announcement
from catalog.announcements.queries import IS_LISTED
from catalog.batches.models import Batch
from catalog.batches.rules import IS_COMING
from catalog.heads.queries import TEXTS
from catalog.pages.models import PageVersion
from catalog.pages.queries import IS_PUBLISHED
from catalog.replicas.models import Organization
from catalog.trainings.models import Training
from catalog.trainings.queries import IS_PUBLIC

CHUNK = 10_000
"""Pages per file, each in two languages. The protocol's limit is 50,000 URLs."""


class Entry(NamedTuple):
    """Page with its last modification."""

    path: str
    changed_at: datetime | None = None


async def list_site_pages(session: AsyncSession) -> list[Entry]:
    """List the home page, lists, forms, content pages, organizations with trainings, and open
    announcements."""
    rows = await session.execute(
        select(col(PageVersion.slug), func.max(col(PageVersion.publish_at)))
        .where(IS_PUBLISHED)
        .group_by(col(PageVersion.slug))
        .order_by(col(PageVersion.slug))
    )
    pages = [Entry(f"/{slug}", changed_at) for slug, changed_at in rows]
    organizations = [
        Entry(AppRoute.PROVIDER.format(id=id_)) for id_ in await session.scalars(_PROVIDERS)
    ]
    announcements = [
        Entry(AppRoute.ANNOUNCEMENT.format(id=id_), changed_at)
        for id_, changed_at in await session.execute(_ANNOUNCEMENTS)
    ]
    return [Entry("/"), *(Entry(path) for path in TEXTS), *pages, *organizations, *announcements]


async def list_trainings(session: AsyncSession, part: int) -> list[Entry]:
    """List a chunk of the public trainings, numbered from 1."""
    rows = await _part(session, _TRAININGS, part)
    return [Entry(AppRoute.TRAINING.format(id=id_), changed_at) for id_, changed_at in rows]


async def list_batches(session: AsyncSession, part: int) -> list[Entry]:
    """List a chunk of the batches open for enrollment, numbered from 1."""
    rows = await _part(session, _BATCHES, part)
    return [
        Entry(AppRoute.BATCH.format(id=training, batch_id=id_), changed)
        for training, id_, changed in rows
    ]


async def count_parts(session: AsyncSession) -> dict[str, int]:
    """Count the sitemap files of trainings and batches."""
    return {
        "trainings": await _count(session, _TRAININGS),
        "batches": await _count(session, _BATCHES),
    }


async def _part(
    session: AsyncSession, statement: Select[*tuple[Any, ...]], part: int
) -> Sequence[Any]:
    found = await session.execute(statement.limit(CHUNK).offset((part - 1) * CHUNK))
    return found.all()


async def _count(session: AsyncSession, statement: Select[*tuple[Any, ...]]) -> int:
    rows = statement.order_by(None).subquery()
    count = await session.scalar(select(func.count()).select_from(rows))
    return -(-(count or 0) // CHUNK)


_ANNOUNCEMENTS = (
    select(col(Announcement.id), col(Announcement.updated_at))
    .where(IS_LISTED)
    .order_by(col(Announcement.id))
)
_TRAININGS = (
    select(col(Training.id), col(Training.updated_at))
    .join(Organization, col(Organization.id) == col(Training.organization_id))
    .where(IS_PUBLIC)
    .order_by(col(Training.id))
)
_PROVIDERS = (
    select(col(Organization.id))
    .join(Training, col(Training.organization_id) == col(Organization.id))
    .where(IS_PUBLIC)
    .group_by(col(Organization.id))
    .order_by(col(Organization.id))
)
_BATCHES = (
    select(col(Batch.training_id), col(Batch.id), col(Batch.updated_at))
    .join(Training, col(Training.id) == col(Batch.training_id))
    .join(Organization, col(Organization.id) == col(Training.organization_id))
    .where(IS_PUBLIC, IS_COMING)
    .order_by(col(Batch.id))
)
