from collections.abc import AsyncIterator
from datetime import datetime
from uuid import UUID

from contracts.catalog import AnnouncementSubmitted, AnnouncementUpdated
from contracts.submissions import Snapshot, SubmittedField
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from sqlalchemy import select
from sqlmodel import col

from catalog.announcements.models import Announcement, AnnouncementStatus
from catalog.categories.models import Category
from catalog.texts.adapters.html import get_plain_text

_TEXTS = ("title", "summary", "eligibility")


def announcement_updated(announcement: Announcement) -> AnnouncementUpdated:
    """Create the event with a published announcement's state; its sequence is the version."""
    return AnnouncementUpdated(
        announcement_id=announcement.id,
        **announcement.model_dump(
            include={
                "title_en",
                "title_ar",
                "fee_minor",
                "currency",
                "staff_needed",
                "opens_at",
                "closes_at",
            }
        ),
    )


def announcement_submitted(
    announcement: Announcement, parent_id: UUID | None
) -> AnnouncementSubmitted:
    """Create the event that an announcement awaits approval; its sequence is the version.

    `parent_id` is the main category, if the announcement's category is a subcategory.
    """
    return AnnouncementSubmitted(
        announcement_id=announcement.id,
        submission=announcement.submission,
        name_en=announcement.title_en,
        name_ar=announcement.title_ar,
        submitted_by=announcement.submitted_by or announcement.updated_by,
        snapshot=build_snapshot(announcement),
        category_ids=(announcement.category_id, *([parent_id] if parent_id else ())),
    )


def build_snapshot(announcement: Announcement) -> Snapshot:
    """Snapshot the fields that approvers review; they cannot change while submitted."""
    texts = [
        SubmittedField(
            name=name,
            value=getattr(announcement, f"{name}_en"),
            value_ar=getattr(announcement, f"{name}_ar"),
        )
        for name in _TEXTS
    ]
    description = SubmittedField(
        name="description",
        value=get_plain_text(announcement.description_en),
        value_ar=get_plain_text(announcement.description_ar),
    )
    return Snapshot(fields=(*texts, description, *_terms(announcement)))


def _terms(announcement: Announcement) -> list[SubmittedField]:
    """Return the terms as approvers read them, identical in both languages."""
    values = {
        "fee_minor": f"{announcement.fee_minor / 100:,.2f} {announcement.currency}",
        "staff_needed": str(announcement.staff_needed),
        "opens_at": _format_time(announcement.opens_at),
        "closes_at": _format_time(announcement.closes_at),
    }
    return [SubmittedField(name=name, value=value) for name, value in values.items()]


def _format_time(at: datetime) -> str:
    return at.astimezone(RIYADH).strftime("%Y-%m-%d %H:%M")


async def iterate_announcements(
    session: AsyncSession,
) -> AsyncIterator[tuple[AnnouncementSubmitted | AnnouncementUpdated, int]]:
    """Yield the event and sequence of each announcement that is published or awaits approval."""
    published = (AnnouncementStatus.SUBMITTED, AnnouncementStatus.PUBLISHED)
    statement = (
        select(Announcement, col(Category.parent_id))
        .join(Category, col(Category.id) == col(Announcement.category_id))
        .where(col(Announcement.status).in_(published))
    )
    async for announcement, parent_id in await session.stream(statement):
        if announcement.status is AnnouncementStatus.PUBLISHED:
            yield announcement_updated(announcement), announcement.version
        else:
            yield announcement_submitted(announcement, parent_id), announcement.version
