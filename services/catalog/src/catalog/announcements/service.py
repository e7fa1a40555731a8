from dataclasses import dataclass
from uuid import UUID

from contracts.submissions import Remark
from fastapi import UploadFile
from kit.core.errors import Invalid, NotFound
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.documents.attachments import read_document, store_document
from kit.documents.media import MediaStore, adopt, discard
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import func, select
from sqlmodel import col
from structlog import get_logger

from catalog.announcements.errors import (
    AnnouncementFull,
    AnnouncementKept,
    AnnouncementLocked,
    AnnouncementNotPublished,
)
from catalog.announcements.events import announcement_submitted, announcement_updated
from catalog.announcements.models import (
    ANNOUNCEMENT_STATES,
    DELETABLE,
    OPEN,
    Announcement,
    AnnouncementAttachment,
    AnnouncementStatus,
)
from catalog.announcements.queries import find_attachment, get_managed_announcement
from catalog.announcements.schemas import (
    AnnouncementCreate,
    AnnouncementDetail,
    AnnouncementUpdate,
)
from catalog.answers.events import publish_catalogue_changed
from catalog.categories.models import Category
from catalog.trainings.errors import StaleEdit

log = get_logger(__name__)
MAX_ATTACHMENTS = 10


@dataclass(frozen=True, slots=True)
class Decided:
    """Decision of the approvals service about a submission."""

    number: int
    status: AnnouncementStatus
    comment: str | None
    remarks: tuple[Remark, ...] = ()


async def create_announcement(
    session: AsyncSession, actor: Principal, body: AnnouncementCreate
) -> AnnouncementDetail:
    """Create a draft.

    Raises `Invalid` for an unknown category, or a window that ends before it starts.
    """
    _check_window(body)
    announcement = Announcement(**body.model_dump(), version=0, updated_by=actor.user_id)
    return await _save(session, actor, announcement)


async def update_announcement(
    session: AsyncSession, actor: Principal, announcement_id: UUID, body: AnnouncementUpdate
) -> AnnouncementDetail:
    """Change a draft or a returned announcement.

    Raises `NotFound`, `AnnouncementLocked`, `StaleEdit`, and `Invalid` for an unknown category, or
    a window that ends before it starts.
    """
    _check_window(body)
    announcement = await _lock_open(session, announcement_id)
    _check_version(announcement, body.version)
    announcement.sqlmodel_update(body.model_dump(exclude={"version"}))
    return await _save(session, actor, announcement)


async def submit_announcement(
    session: AsyncSession, actor: Principal, announcement_id: UUID, version: int
) -> AnnouncementDetail:
    """Submit the current version of an announcement for approval.

    Raises `NotFound`, `AnnouncementLocked`, `StaleEdit`, and `Invalid` for a window that is over.
    """
    announcement = await _lock_open(session, announcement_id)
    _check_version(announcement, version)
    if announcement.closes_at <= await db.now(session):
        raise Invalid.field("closes_at", "time.in_past", "Choose a time in the future.")
    ANNOUNCEMENT_STATES.transition(announcement, AnnouncementStatus.SUBMITTED)
    announcement.submission += 1
    announcement.submitted_by = actor.user_id
    announcement.comment = None
    announcement.remarks = []
    saved = await _save(session, actor, announcement)
    category = await session.get_one(Category, announcement.category_id)
    event = announcement_submitted(announcement, category.parent_id)
    await outbox.publish(session, event, sequence=announcement.version)
    return saved


async def decide_announcement(
    session: AsyncSession, announcement_id: UUID, decided: Decided
) -> None:
    """Apply a decision; approval publishes the announcement.

    Decisions about another submission are stale and ignored.
    """
    announcement = await db.lock(session, Announcement, col(Announcement.id) == announcement_id)
    if (
        announcement is None
        or announcement.status is not AnnouncementStatus.SUBMITTED
        or announcement.submission != decided.number
    ):
        log.info("decision ignored", announcement=str(announcement_id), submission=decided.number)
        return
    ANNOUNCEMENT_STATES.transition(announcement, decided.status)
    announcement.comment = decided.comment
    announcement.remarks = [remark.model_dump() for remark in decided.remarks]
    await _raise_version(session, announcement)
    if decided.status is AnnouncementStatus.PUBLISHED:
        await _publish(session, announcement)
    # Invalidates its cached head and sitemap entry.
    await publish_catalogue_changed(session, "announcements")


async def close_announcement(
    session: AsyncSession, actor: Principal, announcement_id: UUID, version: int
) -> AnnouncementDetail:
    """Close a published announcement before its window ends.

    Raises `NotFound`, `AnnouncementNotPublished`, `StaleEdit`.
    """
    announcement = await _lock(session, announcement_id)
    now = await db.now(session)
    if announcement.status is not AnnouncementStatus.PUBLISHED or announcement.closes_at <= now:
        raise AnnouncementNotPublished
    _check_version(announcement, version)
    announcement.closes_at = now
    await publish_catalogue_changed(session, "announcements")
    saved = await _save(session, actor, announcement)
    await _publish(session, announcement)
    return saved


async def delete_announcement(session: AsyncSession, announcement_id: UUID) -> None:
    """Delete an announcement that was never published, with its documents.

    Raises `NotFound`, `AnnouncementKept`.
    """
    announcement = await _lock(session, announcement_id)
    if announcement.status not in DELETABLE:
        raise AnnouncementKept
    its = col(AnnouncementAttachment.announcement_id) == announcement_id
    keys = await session.scalars(select(col(AnnouncementAttachment.key)).where(its))
    await discard(session, keys.all())
    await session.delete(announcement)


async def create_attachment(
    session: AsyncSession,
    media: MediaStore,
    actor: Principal,
    announcement_id: UUID,
    file: UploadFile,
    name: str,
) -> AnnouncementDetail:
    """Attach a document to a draft or a returned announcement.

    Raises `NotFound`, `AnnouncementLocked`, `AnnouncementFull`, and `Invalid` for the field
    `file`.
    """
    document = await read_document(file, actor.user_id)
    key = await store_document(media, document, "announcements")
    announcement = await _lock_open(session, announcement_id)
    await _check_room(session, announcement_id)
    session.add(
        AnnouncementAttachment(
            announcement_id=announcement_id,
            name=name,
            key=key,
            media_type=document.media_type,
            size_bytes=len(document.content),
        )
    )
    await adopt(session, [key])
    return await _save(session, actor, announcement)


async def delete_attachment(
    session: AsyncSession, actor: Principal, announcement_id: UUID, attachment_id: UUID
) -> AnnouncementDetail:
    """Delete a document of a draft or a returned announcement.

    Raises `NotFound`, `AnnouncementLocked`.
    """
    announcement = await _lock_open(session, announcement_id)
    attachment = await find_attachment(session, announcement_id, attachment_id, public=False)
    await session.delete(attachment)
    await discard(session, [attachment.key])
    return await _save(session, actor, announcement)


def _check_window(body: AnnouncementCreate) -> None:
    if body.closes_at <= body.opens_at:
        raise Invalid.field(
            "closes_at",
            "announcement.closes_before_opening",
            "Choose a closing time after the opening time.",
        )


async def _check_room(session: AsyncSession, announcement_id: UUID) -> None:
    attached = await session.scalar(
        select(func.count()).where(col(AnnouncementAttachment.announcement_id) == announcement_id)
    )
    if (attached or 0) >= MAX_ATTACHMENTS:
        raise AnnouncementFull


async def _save(
    session: AsyncSession, actor: Principal, announcement: Announcement
) -> AnnouncementDetail:
    session.add(announcement)
    announcement.updated_by = actor.user_id
    with as_field_problems():
        await _raise_version(session, announcement)
    return await get_managed_announcement(session, announcement.id)


async def _publish(session: AsyncSession, announcement: Announcement) -> None:
    event = announcement_updated(announcement)
    await outbox.publish(session, event, sequence=announcement.version)


async def _raise_version(session: AsyncSession, announcement: Announcement) -> None:
    announcement.version += 1
    announcement.updated_at = await db.now(session)
    await session.flush()


def _check_version(announcement: Announcement, version: int) -> None:
    if announcement.version != version:
        raise StaleEdit


async def _lock_open(session: AsyncSession, announcement_id: UUID) -> Announcement:
    announcement = await _lock(session, announcement_id)
    if announcement.status not in OPEN:
        raise AnnouncementLocked
    return announcement


async def _lock(session: AsyncSession, announcement_id: UUID) -> Announcement:
    announcement = await db.lock(session, Announcement, col(Announcement.id) == announcement_id)
    if announcement is None:
        raise NotFound
    return announcement
