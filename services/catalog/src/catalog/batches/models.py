"""Batches: dated runs of a training, with their sessions."""

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
    """Where the sessions take place."""

    IN_PERSON = "in_person"
    ONLINE = "online"
    HYBRID = "hybrid"


_SEATS_LEFT = "CASE WHEN waiting > 0 THEN 0 ELSE greatest(capacity - seats_taken, 0) END"
"""As in `availability`."""


class Batch(Table, table=True):
    """One run of a training. It belongs to its training's organization."""

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
        # The public list: what is published and not over, soonest first.
        Index(
            "ix_batches_public",
            "ends_at",
            "starts_at",
            "id",
            postgresql_where=text("status = 'published'"),
        ),
        Index("ix_batches_training_starts", "training_id", "starts_at"),
        Index("ix_batches_organization_starts", "organization_id", "starts_at"),
        # The desk's list of all organizations.
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
    """The trainer's names, or those that were written before trainers had profiles."""
    trainer_ar: str = ""
    starts_at: datetime = timestamp()
    """When its first session starts."""
    ends_at: datetime = timestamp()
    """When its last session ends."""
    enrollment_opens_at: datetime = timestamp()
    enrollment_closes_at: datetime = timestamp()
    price_minor: int = Field(sa_type=Money)
    """What a seat costs in minor units; 0 is free."""
    price_10_minor: int | None = Field(default=None, sa_type=Money)
    """What each of at least 10 seats costs that an organization takes at once; None: the same."""
    price_50_minor: int | None = Field(default=None, sa_type=Money)
    """Each of at least 50; None: as from 10."""
    currency: str = Field(max_length=3)
    capacity: int
    minimum: int | None = None
    """How many candidates it needs to take place; None: any number."""
    requires_acceptance: bool = False
    """The organization accepts or rejects each enrollment before it may be paid."""
    payment_window_minutes: int
    """How long a seat is held for an unpaid enrollment."""
    waiting_list: bool = Field(default=True, sa_column_kwargs={"server_default": "true"})
    """Whether one can wait for a seat when none is left."""
    free_cancellation_hours: int = Field(default=48, sa_column_kwargs={"server_default": "48"})
    """So long before the start, a candidate who cancels gets the whole price back."""
    kept_percent: int = Field(default=100, sa_column_kwargs={"server_default": "100"})
    """How much of the price the organization keeps of whoever cancels later."""
    status: BatchStatus = choice(BatchStatus, BatchStatus.DRAFT)
    seats_taken: int = 0
    """Enrollment's count of seats held and confirmed, as its last event says."""
    waiting: int = 0
    seats_sequence: int = 0
    """The version of enrollment's event that the two counts above show."""
    version: int = 1
    """Raised by every change; the sequence of its events, and what an edit must name."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    changed_in: int = Field(
        default=None, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    """The transaction that wrote the row last, which a trigger notes. The numbers only grow."""


class BatchSession(Table, table=True):
    """One meeting of a batch."""

    __tablename__ = "batch_sessions"
    __table_args__ = (
        Index("ix_batch_sessions_batch_starts", "batch_id", "starts_at"),
        # The calendar.
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
    """Where it takes place, if not where the batch does."""
    venue_ar: str = Field(default="", sa_column_kwargs={"server_default": ""})
    online_url: str | None = None
    """For those who take part; the public does not see it."""
    trainer_id: UUID | None = Field(default=None, foreign_key="trainers.id")
    """Who gives it, if not the batch's trainer."""


class BatchNews(Table, table=True):
    """A batch that is new, or has another date or city; the row goes when all have heard of it who
    wait for its training."""

    __tablename__ = "batch_news"

    batch_id: UUID = Field(primary_key=True, foreign_key="batches.id", ondelete="CASCADE")
    queued_at: datetime = timestamp(default_now=True)
    """Later alerts are not served: whoever sets one sees the batch."""
    after: UUID | None = None
    """The last alert that was served; none before the first portion."""


BATCH_STATES = StateMachine(
    Batch.status,
    {
        BatchStatus.DRAFT: {BatchStatus.PUBLISHED, BatchStatus.CANCELLED},
        BatchStatus.PUBLISHED: {BatchStatus.CANCELLED},
        BatchStatus.CANCELLED: frozenset(),
    },
)
