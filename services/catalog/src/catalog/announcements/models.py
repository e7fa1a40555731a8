"""Tables of announcements and their documents."""

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
    """`draft → submitted → published → closed`; or `rejected`, or `returned`, which can be
    submitted again."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    REJECTED = "rejected"
    PUBLISHED = "published"
    CLOSED = "closed"
    """Published with an expired window; derived, never stored."""


OPEN = frozenset({AnnouncementStatus.DRAFT, AnnouncementStatus.RETURNED})
"""States in which it can be changed and submitted."""

DELETABLE = OPEN | {AnnouncementStatus.REJECTED}
"""States before publication in which no approver is deciding."""


class Announcement(Table, table=True):
    """Call for applications to organizations and their staff."""

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
    """Rich text, sanitized by `texts.adapters.html`."""
    description_ar: str
    eligibility_en: str
    """Conditions for applying."""
    eligibility_ar: str
    fee_minor: int = Field(sa_type=Money)
    """Application fee in the currency's minor units; 0 is free."""
    currency: str
    staff_needed: int
    """Number of staff members in an application."""
    opens_at: datetime = timestamp()
    closes_at: datetime = timestamp()
    """Time from which it is closed."""
    status: AnnouncementStatus = choice(AnnouncementStatus, AnnouncementStatus.DRAFT)
    submission: int = 0
    """Number of submissions so far."""
    submitted_by: UUID | None = None
    comment: str | None = None
    """Comment of the last decision."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """Requested corrections, each a `contracts.submissions.Remark`."""
    version: int = 1
    """Incremented by every change; the sequence of its events, and checked by edits."""
    updated_by: UUID
    """User who changed it last."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    search: str = search_field("title_en", "title_ar", "summary_en", "summary_ar")


class AnnouncementAttachment(Table, table=True):
    """Document of an announcement; its type is detected from its content."""

    __tablename__ = "announcement_attachments"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    announcement_id: UUID = Field(foreign_key="announcements.id", ondelete="CASCADE", index=True)
    name: str
    key: str
    """Key in the file store."""
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
