"""What is published of announcements."""

from collections.abc import AsyncIterator, Mapping

from contracts.catalog import AnnouncementSubmitted
from contracts.submissions import Snapshot, SubmittedField
from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from catalog.announcements.models import Announcement, AnnouncementStatus
from catalog.texts.rich import plain_text

_TEXTS = ("title", "summary", "eligibility")
_VALUES = ("fee_minor", "staff_needed", "opens_at", "closes_at")


def announcement_submitted(announcement: Announcement) -> AnnouncementSubmitted:
    """An announcement that waits for its approval; its sequence is the version."""
    return AnnouncementSubmitted(
        announcement_id=announcement.id,
        submission=announcement.submission,
        name_en=announcement.title_en,
        name_ar=announcement.title_ar,
        submitted_by=announcement.submitted_by or announcement.updated_by,
        snapshot=snapshot_of(announcement),
    )


def snapshot_of(announcement: Announcement) -> Snapshot:
    """All that approvers decide on; while it is submitted nobody changes it."""
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
        value=plain_text(announcement.description_en),
        value_ar=plain_text(announcement.description_ar),
    )
    values = announcement.model_dump(mode="json", include=set(_VALUES))
    return Snapshot(fields=(*texts, description, *_fields(values)))


def _fields(values: Mapping[str, object]) -> list[SubmittedField]:
    return [SubmittedField(name=name, value=str(values[name])) for name in _VALUES]


async def every_submission(
    session: AsyncSession,
) -> AsyncIterator[tuple[AnnouncementSubmitted, int]]:
    """The event of each announcement that waits for its approval, with its sequence."""
    waiting = select(Announcement).where(col(Announcement.status) == AnnouncementStatus.SUBMITTED)
    async for announcement in await session.stream_scalars(waiting):
        yield announcement_submitted(announcement), announcement.version
