"""Read the public and other versions of pages."""

from typing import Any

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from sqlalchemy import ARRAY, ColumnElement, Select, Text, case, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.pages.models import PageSlug, PageVersion
from catalog.pages.schemas import (
    PageList,
    PageRead,
    PageRow,
    VersionRead,
    VersionRow,
    VersionStatus,
)

_OTHER = aliased(PageVersion)
_NEWEST_FIRST = (col(PageVersion.publish_at).desc(), col(PageVersion.number).desc())
IS_PUBLISHED = col(PageVersion.publish_at) <= func.now()
"""Published; the newest such version of a page is the public one."""
_PUBLIC_NUMBER = (
    select(col(_OTHER.number))
    .where(col(_OTHER.slug) == col(PageVersion.slug), col(_OTHER.publish_at) <= func.now())
    .order_by(col(_OTHER.publish_at).desc(), col(_OTHER.number).desc())
    .limit(1)
    .correlate(PageVersion)
    .scalar_subquery()
)
_STATUS: ColumnElement[str] = case(
    (col(PageVersion.publish_at).is_(None), VersionStatus.DRAFT),
    (col(PageVersion.publish_at) > func.now(), VersionStatus.SCHEDULED),
    (col(PageVersion.number) == _PUBLIC_NUMBER, VersionStatus.PUBLISHED),
    else_=VersionStatus.REPLACED,
)
_ROW = (
    col(PageVersion.slug),
    col(PageVersion.number),
    _STATUS.label("status"),
    col(PageVersion.title_en),
    col(PageVersion.title_ar),
    col(PageVersion.publish_at),
    col(PageVersion.version),
    col(PageVersion.updated_by),
    col(PageVersion.updated_at),
)
_CONTENT = (
    col(PageVersion.summary_en),
    col(PageVersion.summary_ar),
    col(PageVersion.blocks),
)
_ORDER = {slug: place for place, slug in enumerate(PageSlug)}


async def get_page(session: AsyncSession, slug: PageSlug) -> PageRead:
    """Return the public version of a page.

    Raises `NotFound`.
    """
    found = await session.scalar(
        select(PageVersion)
        .where(col(PageVersion.slug) == slug, IS_PUBLISHED)
        .order_by(*_NEWEST_FIRST)
        .limit(1)
    )
    if found is None:
        raise NotFound
    values = found.model_dump(include=set(PageRead.model_fields))
    return PageRead.model_validate(values | {"published_at": found.publish_at}, extra="ignore")


async def list_pages(session: AsyncSession) -> PageList:
    """List all pages with their public and scheduled versions, in one query."""
    rows = await session.execute(
        select(
            col(PageVersion.slug),
            func.count().label("versions"),
            func.max(col(PageVersion.updated_at)).label("updated_at"),
            func.max(col(PageVersion.publish_at)).filter(IS_PUBLISHED).label("published_at"),
            func.min(col(PageVersion.publish_at)).filter(~IS_PUBLISHED).label("scheduled_at"),
            func.bool_or(col(PageVersion.publish_at).is_(None)).label("has_draft"),
            _title("title_en"),
            _title("title_ar"),
        ).group_by(col(PageVersion.slug))
    )
    pages = [PageRow.model_validate(row, from_attributes=True) for row in rows]
    return PageList(data=sorted(pages, key=lambda page: _ORDER[page.slug]))


async def list_versions(session: AsyncSession, slug: PageSlug, page: PageQuery) -> Page[VersionRow]:
    """List the versions of a page, newest first."""
    query = ListQuery([], [col(PageVersion.number).desc()], page=page)
    rows, meta = await query.fetch(session, _versions(slug), col(PageVersion.id))
    data = [VersionRow.model_validate(row, from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


async def get_version(session: AsyncSession, slug: PageSlug, number: int) -> VersionRead:
    """Return one version with its content.

    Raises `NotFound`.
    """
    statement = _versions(slug, *_CONTENT).where(col(PageVersion.number) == number)
    row = (await session.execute(statement)).one_or_none()
    if row is None:
        raise NotFound
    return VersionRead.model_validate(row, from_attributes=True, extra="ignore")


def _versions(slug: PageSlug, *more: Any) -> Select[*tuple[Any, ...]]:
    return select(*_ROW, *more).where(col(PageVersion.slug) == slug)


def _title(name: str) -> ColumnElement[str]:
    """Select the title of a page's newest version."""
    titles = func.array_agg(
        aggregate_order_by(getattr(PageVersion, name), col(PageVersion.number).desc()),
        type_=ARRAY(Text),
    )
    return titles[1].label(name)
