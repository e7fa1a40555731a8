from typing import Any, TypeVar
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.database.search import contains_words
from sqlalchemy import ColumnElement, Row, Select, and_, case, func, or_, select, true
from sqlmodel import col

from catalog.announcements.models import (
    Announcement,
    AnnouncementAttachment,
    AnnouncementStatus,
)
from catalog.announcements.schemas import (
    AnnouncementCard,
    AnnouncementDetail,
    AnnouncementFile,
    AnnouncementFilters,
    AnnouncementRead,
    AnnouncementSort,
    CategoryName,
    ManagedAnnouncementFilters,
    PublicAnnouncementFilters,
)
from catalog.categories.models import Category

Card = TypeVar("Card", bound=AnnouncementCard)

SORTING = Sorting(
    {
        AnnouncementSort.CLOSES_AT: col(Announcement.closes_at),
        AnnouncementSort.UPDATED_AT: col(Announcement.updated_at),
    },
    id=col(Announcement.id),
)
IS_PUBLIC = col(Announcement.status) == AnnouncementStatus.PUBLISHED
"""Published; its window may be in the future, open or over."""
IS_CLOSED = col(Announcement.closes_at) <= func.now()
IS_LISTED = and_(IS_PUBLIC, ~IS_CLOSED)
"""Included in the public list."""
_HAS_OPENED = col(Announcement.opens_at) <= func.now()
STATUS: ColumnElement[str] = case(
    (and_(IS_PUBLIC, IS_CLOSED), AnnouncementStatus.CLOSED),
    else_=col(Announcement.status),
)


async def list_announcements(
    session: AsyncSession,
    page: PageQuery,
    filters: PublicAnnouncementFilters,
    sort: AnnouncementSort,
) -> Page[AnnouncementCard]:
    """List published announcements whose window is not over."""
    condition = and_(IS_LISTED, _HAS_OPENED) if filters.open_now else IS_LISTED
    return await _list(session, page, filters, sort, condition)


async def list_managed_announcements(
    session: AsyncSession,
    page: PageQuery,
    filters: ManagedAnnouncementFilters,
    sort: AnnouncementSort,
) -> Page[AnnouncementCard]:
    """List announcements of all states, or of one."""
    return await _list(session, page, filters, sort, _has_status(filters.status))


async def get_announcement(session: AsyncSession, announcement_id: UUID) -> AnnouncementRead:
    """Return a published announcement, even if its window is over.

    Raises `NotFound`.
    """
    return await _get(session, AnnouncementRead, announcement_id, IS_PUBLIC)


async def get_managed_announcement(
    session: AsyncSession, announcement_id: UUID
) -> AnnouncementDetail:
    """Return an announcement in any state, with the approvers' comments.

    Raises `NotFound`.
    """
    return await _get(session, AnnouncementDetail, announcement_id)


async def find_attachment(
    session: AsyncSession, announcement_id: UUID, attachment_id: UUID, *, public: bool
) -> AnnouncementAttachment:
    """Return an attachment; with `public`, of a published announcement only.

    Raises `NotFound`.
    """
    statement = (
        select(AnnouncementAttachment)
        .join(Announcement, col(Announcement.id) == col(AnnouncementAttachment.announcement_id))
        .where(
            col(AnnouncementAttachment.id) == attachment_id, col(Announcement.id) == announcement_id
        )
    )
    if public:
        statement = statement.where(IS_PUBLIC)
    found = await session.scalar(statement)
    if found is None:
        raise NotFound
    return found


def _has_status(status: AnnouncementStatus | None) -> ColumnElement[bool]:
    match status:
        case None:
            return true()
        case AnnouncementStatus.PUBLISHED:
            return IS_LISTED
        case AnnouncementStatus.CLOSED:
            return and_(IS_PUBLIC, IS_CLOSED)
        case _:
            return col(Announcement.status) == status


async def _list(
    session: AsyncSession,
    page: PageQuery,
    filters: AnnouncementFilters,
    sort: AnnouncementSort,
    condition: ColumnElement[bool],
) -> Page[AnnouncementCard]:
    conditions = [condition]
    if filters.category_id:
        conditions.append(col(Announcement.category_id).in_(_select_branch(filters.category_id)))
    search = contains_words(filters.search, col(Announcement.search))
    query = ListQuery(conditions, SORTING.by(sort), search, page)
    rows, meta = await query.fetch(session, _announcements(), col(Announcement.id))
    return Page(data=[_read(AnnouncementCard, row) for row in rows], meta=meta)


def _select_branch(category_id: UUID) -> Select[UUID]:
    """Select the category and its subcategories."""
    return select(col(Category.id)).where(
        or_(col(Category.id) == category_id, col(Category.parent_id) == category_id)
    )


async def _get(
    session: AsyncSession, kind: type[Card], announcement_id: UUID, *conditions: ColumnElement[bool]
) -> Card:
    statement = _announcements().where(col(Announcement.id) == announcement_id, *conditions)
    row = (await session.execute(statement)).one_or_none()
    if row is None:
        raise NotFound
    return _read(kind, row, attachments=await _list_attachments(session, announcement_id))


async def _list_attachments(session: AsyncSession, announcement_id: UUID) -> list[AnnouncementFile]:
    rows = await session.scalars(
        select(AnnouncementAttachment)
        .where(col(AnnouncementAttachment.announcement_id) == announcement_id)
        .order_by(col(AnnouncementAttachment.created_at), col(AnnouncementAttachment.id))
    )
    return [_read_file(row) for row in rows]


def _read_file(row: AnnouncementAttachment) -> AnnouncementFile:
    url = f"/api/v1/announcements/{row.announcement_id}/attachments/{row.id}"
    return AnnouncementFile.model_validate(row.model_dump() | {"url": url})


def _announcements() -> Select[*tuple[Any, ...]]:
    return select(Announcement, Category, STATUS.label("shown")).join(
        Category, col(Category.id) == col(Announcement.category_id)
    )


def _read(kind: type[Card], row: Row[Any], **more: object) -> Card:
    category = CategoryName.model_validate(row.Category, from_attributes=True)
    return kind.model_validate(
        row.Announcement.model_dump() | {"status": row.shown, "category": category} | more
    )
