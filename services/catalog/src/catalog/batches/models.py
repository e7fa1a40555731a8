from datetime import datetime
from enum import StrEnum
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from catalog.tables import Table, choice
from catalog.trainings.models import BatchLanguage


class BatchMode(StrEnum):
    """Mode of the sessions."""

    IN_PERSON = "in_person"
    ONLINE = "online"
    HYBRID = "hybrid"


_SEATS_LEFT = "CASE WHEN waiting > 0 THEN 0 ELSE greatest(capacity - seats_taken, 0) END"
"""As in `rules`."""


class Batch(Table, table=True):
    """Dated run of a training, of the same organization."""

    __tablename__ = "batches"
    __table_args__ = (
        UniqueConstraint("organization_id", "code"),
        CheckConstraint("capacity > 0", name="capacity_positive"),
        CheckConstraint("price_minor >= 0", name="price_not_negative"),
        CheckConstraint("price_10_minor BETWEEN 0 AND price_minor", name="price_10_lower"),
        CheckConstraint(
            "price_50_minor BETWEEN 0 AND coalesce(price_10_minor, price_minor)",
            name="price_50_lower",
        ),
        CheckConstraint("starts_at < ends_at", name="starts_before_end"),
        CheckConstraint("kept_percent BETWEEN 0 AND 100", name="kept_percent"),
        # Public list: published and not over, earliest first.
        Index(
            "ix_batches_public",
            "ends_at",
            "starts_at",
            "id",
            postgresql_where=text("status = 'published'"),
        ),
        Index("ix_batches_training_starts", "training_id", "starts_at"),
        Index("ix_batches_organization_starts", "organization_id", "starts_at"),
        # Dashboard's list for all organizations.
        Index("ix_batches_starts", "starts_at", "id"),
        Index("ix_batches_seats_left", text(f"({_SEATS_LEFT}) int4_ops"), "starts_at", "id"),
        Index("ix_batches_city", "city_id"),
        Index("ix_batches_trainer_starts", "trainer_id", "starts_at"),
        Index("ix_batches_changed_in", "changed_in"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    training_id: UUID = Field(foreign_key="trainings.id")
    organization_id: UUID = Field(foreign_key="organizations.id")
    code: str
    """Unique within the organization."""
    mode: BatchMode = choice(BatchMode)
    language: BatchLanguage = choice(BatchLanguage)
    city_id: UUID | None = Field(default=None, foreign_key="cities.id")
    """None for an online batch."""
    venue_en: str = ""
    venue_ar: str = ""
    trainer_id: UUID | None = Field(default=None, foreign_key="trainers.id")
    trainer_en: str = ""
    """Trainer's names, or free text from before trainers had profiles."""
    trainer_ar: str = ""
    starts_at: datetime = timestamp()
    """Start of the first session."""
    ends_at: datetime = timestamp()
    """End of the last session."""
    enrollment_opens_at: datetime = timestamp()
    enrollment_closes_at: datetime = timestamp()
    price_minor: int = Field(sa_type=Money)
    """Price per seat in minor units; 0 is free."""
    price_10_minor: int | None = Field(default=None, sa_type=Money)
    """Price per seat for organizations that take at least 10 seats; None: the single price."""
    price_50_minor: int | None = Field(default=None, sa_type=Money)
    """Price per seat from 50 seats; None: as from 10."""
    currency: str = Field(max_length=3)
    capacity: int
    minimum: int | None = None
    """Minimum number of candidates; None: any number."""
    requires_acceptance: bool = False
    """The organization accepts or rejects each enrollment before payment."""
    payment_window_minutes: int
    """Time for which an unpaid enrollment holds a seat."""
    waiting_list: bool = Field(default=True, sa_column_kwargs={"server_default": "true"})
    """True if candidates can join a waiting list when the batch is full."""
    free_cancellation_hours: int = Field(default=48, sa_column_kwargs={"server_default": "48"})
    """Hours before the start until which cancelling candidates get a full refund."""
    kept_percent: int = Field(default=100, sa_column_kwargs={"server_default": "100"})
    """Percentage of the price that the organization keeps on later cancellation."""
    status: BatchStatus = choice(BatchStatus, BatchStatus.DRAFT)
    seats_taken: int = 0
    """Held and confirmed seats, from enrollment's last event."""
    waiting: int = 0
    seats_sequence: int = 0
    """Sequence of the enrollment event with the two counts above."""
    version: int = 1
    """Incremented by every change; the sequence of its events, and checked by edits."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    changed_in: int = Field(
        default=None, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    """Last transaction that wrote the row, set by a trigger. Monotonic."""


class BatchSession(Table, table=True):
    """Session of a batch."""

    __tablename__ = "batch_sessions"
    __table_args__ = (
        Index("ix_batch_sessions_batch_starts", "batch_id", "starts_at"),
        # Calendar.
        Index("ix_batch_sessions_starts", "starts_at"),
        Index("ix_batch_sessions_trainer", "trainer_id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    batch_id: UUID = Field(foreign_key="batches.id", ondelete="CASCADE")
    title_en: str
    title_ar: str
    starts_at: datetime = timestamp()
    ends_at: datetime = timestamp()
    venue_en: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """Venue, if different from the batch's."""
    venue_ar: str = Field(default="", sa_column_kwargs={"server_default": ""})
    online_url: str | None = None
    """For participants only, hidden from the public."""
    trainer_id: UUID | None = Field(default=None, foreign_key="trainers.id")
    """Trainer, if different from the batch's."""


class BatchNews(Table, table=True):
    """Batch that is new, or whose date or city changed. Deleted once all alerts are published."""

    __tablename__ = "batch_news"

    batch_id: UUID = Field(primary_key=True, foreign_key="batches.id", ondelete="CASCADE")
    queued_at: datetime = timestamp(default_now=True)
    """Later alerts are skipped: their users see the batch already."""
    after: UUID | None = None
    """Cursor: the last published alert; None before the first chunk."""


BATCH_STATES = StateMachine(
    Batch.status,
    {
        BatchStatus.DRAFT: {BatchStatus.PUBLISHED, BatchStatus.CANCELLED},
        BatchStatus.PUBLISHED: {BatchStatus.CANCELLED},
        BatchStatus.CANCELLED: frozenset(),
    },
)
