"""The tables of announcements and of the documents that are attached to them."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from catalog.tables import Table, choice


class AnnouncementStatus(StrEnum):
    """`draft → submitted → published → closed`; `rejected`, or `returned`, which can be submitted
    again."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    REJECTED = "rejected"
    PUBLISHED = "published"
    CLOSED = "closed"
    """Published, and its window is over: this is never stored."""


OPEN = frozenset({AnnouncementStatus.DRAFT, AnnouncementStatus.RETURNED})
"""As long as it can be written and submitted."""

DELETABLE = OPEN | {AnnouncementStatus.REJECTED}
"""It was never published, and no approver decides about it now."""


class Announcement(Table, table=True):
    """What organizations and their staff are invited to apply for."""

    __tablename__ = "announcements"
    __table_args__ = (
        search_index("announcements"),
        Index("ix_announcements_status", "status", "closes_at", "id"),
        Index("ix_announcements_closes_at", "closes_at", "id"),
        Index("ix_announcements_updated_at", "updated_at", "id"),
        Index("ix_announcements_category", "category_id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    category_id: UUID = Field(foreign_key="categories.id")
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    description_en: str
    """Formatted, as `texts.rich` leaves it."""
    description_ar: str
    eligibility_en: str
    """Who may apply."""
    eligibility_ar: str
    fee_minor: int = Field(sa_type=Money)
    """What an application costs, in the currency's minor units; 0 is free."""
    currency: str
    staff_needed: int
    """How many staff members an application names."""
    opens_at: datetime = timestamp()
    closes_at: datetime = timestamp()
    """From then on it is closed."""
    status: AnnouncementStatus = choice(AnnouncementStatus, AnnouncementStatus.DRAFT)
    submission: int = 0
    """Counts its submissions."""
    submitted_by: UUID | None = None
    comment: str | None = None
    """What was said with the last decision."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """What is to be mended, each as `contracts.submissions.Remark`."""
    version: int = 1
    """Raised by every change; the sequence of its events, and what an edit must name."""
    updated_by: UUID
    """The user who wrote it last."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    search: str = search_field("title_en", "title_ar", "summary_en", "summary_ar")


class AnnouncementAttachment(Table, table=True):
    """A document of an announcement; what it is was found by its content."""

    __tablename__ = "announcement_attachments"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    announcement_id: UUID = Field(foreign_key="announcements.id", ondelete="CASCADE", index=True)
    name: str
    key: str
    """In the file store."""
    media_type: str
    size_bytes: int
    created_at: datetime = timestamp(default_now=True)


ANNOUNCEMENT_STATES = StateMachine(
    Announcement.status,
    {
        AnnouncementStatus.DRAFT: {AnnouncementStatus.SUBMITTED},
        AnnouncementStatus.SUBMITTED: {
            AnnouncementStatus.PUBLISHED,
            AnnouncementStatus.REJECTED,
            AnnouncementStatus.RETURNED,
        },
        AnnouncementStatus.RETURNED: {AnnouncementStatus.SUBMITTED},
        AnnouncementStatus.PUBLISHED: frozenset(),
        AnnouncementStatus.REJECTED: frozenset(),
        AnnouncementStatus.CLOSED: frozenset(),
    },
)
