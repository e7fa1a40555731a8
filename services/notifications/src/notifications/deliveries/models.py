from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import OpenEnum, choice
from kit.database.transitions import StateMachine
from sqlalchemy import Column, ForeignKey, Index, UniqueConstraint, and_, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table
from notifications.texts.models import Kind


class Channel(StrEnum):
    """Channel through which a message leaves the platform."""

    EMAIL = "email"
    PUSH = "push"
    SMS = "sms"
    WHATSAPP = "whatsapp"


class DeliveryStatus(StrEnum):
    """`queued → sending → sent | failed | merged | suppressed`; a failed attempt returns to
    `queued`."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    MERGED = "merged"
    """Included in another mail, a digest."""
    SUPPRESSED = "suppressed"
    """Not attempted: a limit is reached, or the channel is not configured."""


# Literals, so that the planner can prove that a partial index covers the condition.
OPEN = text("status IN ('queued', 'sending')")
ENDED = text("status IN ('sent', 'failed', 'merged', 'suppressed')")
UNSENT = text("status IN ('failed', 'suppressed')")
CODE = text("expires_at IS NOT NULL")
NOTICE = text("expires_at IS NULL")


_ADDRESS = "CASE WHEN channel <> 'push' THEN lower(address) END"
"""Address that replaces the user's own, as SQL; a push stores a device ID, which is not
searched."""


class TextCount(Table, table=True):
    """Number of text messages sent per day, per user and in total."""

    __tablename__ = "text_counts"

    day: date = Field(primary_key=True)
    """Date in Riyadh."""
    channel: Channel = choice(Channel, primary_key=True)
    user_id: UUID = Field(primary_key=True)
    """`ALL_USERS` for the total."""
    count: int


ALL_USERS = UUID(int=0)


class Delivery(Table, table=True):
    """Message to one recipient by one channel: a notice, or an expiring message such as a code."""

    __tablename__ = "deliveries"
    __table_args__ = (
        Index(
            "uq_deliveries_notification",
            "notification_id",
            "channel",
            unique=True,
            postgresql_where=text("address IS NULL"),
        ),
        # A push has one row per device.
        UniqueConstraint(
            "notification_id", "channel", "address", name="uq_deliveries_notification_address"
        ),
        # In claim order, so that the first row is found without scanning. Each channel has separate
        # queues for codes and notices.
        Index(
            "ix_deliveries_codes", "channel", "next_attempt_at", postgresql_where=and_(OPEN, CODE)
        ),
        Index(
            "ix_deliveries_notices",
            "channel",
            "next_attempt_at",
            postgresql_where=and_(OPEN, NOTICE),
        ),
        Index("ix_deliveries_waiting", "user_id", postgresql_where=OPEN),
        # Finds bursts of one kind, to merge them.
        Index(
            "ix_deliveries_kind",
            "user_id",
            "kind",
            "created_at",
            postgresql_where=text("kind IS NOT NULL"),
        ),
        Index(
            "ix_deliveries_inquiry", "inquiry_id", postgresql_where=text("inquiry_id IS NOT NULL")
        ),
        Index("ix_deliveries_ended", "status", "created_at", postgresql_where=ENDED),
        # Default order of the admins' list.
        Index("ix_deliveries_unsent", "created_at", "id", postgresql_where=UNSENT),
        # Searches the list by person and by address.
        Index("ix_deliveries_user", "user_id", "status", "created_at"),
        Index(
            "ix_deliveries_address",
            text(f"({_ADDRESS}) gin_trgm_ops"),
            postgresql_using="gin",
            postgresql_where=text(f"({_ADDRESS}) IS NOT NULL"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """ID of the one-time code or of the sign-up attempt, which deduplicates events."""
    notification_id: UUID | None = Field(
        default=None, sa_column_args=[ForeignKey("notifications.id", ondelete="CASCADE")]
    )
    inquiry_id: UUID | None = Field(
        default=None, sa_column_args=[ForeignKey("inquiries.id", ondelete="CASCADE")]
    )
    """Inquiry whose asker receives the mail, possibly without an account."""
    user_id: UUID | None = None
    channel: Channel = choice(Channel)
    status: DeliveryStatus = choice(DeliveryStatus, DeliveryStatus.QUEUED)
    kind: Kind | None = Field(default=None, sa_type=OpenEnum(Kind), nullable=True)
    """Kind of a notification; None for all others, which are never merged."""
    content: dict[str, Any] | None = Field(
        sa_column=Column(JSONB(none_as_null=True), nullable=True)
    )
    """Message in both languages, erased once sent: codes are not retained, and notifications have
    their own copy."""
    link: str | None = None
    """Erased once sent, as an invitation's link contains a secret."""
    address: str | None = None
    """Replaces the user's address at the time of sending; for a push, the device ID."""
    locale: str | None = None
    name: str | None = None
    """Name used to greet an asker."""
    thread: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSONB(none_as_null=True), nullable=True)
    )
    """Reply address, and references to earlier mails of the conversation."""
    attempts: int = 0
    """Also a fencing token: shows if a worker still holds its lease."""
    unanswered: int = 0
    """Number of attempts that were transmitted without a response."""
    next_attempt_at: datetime = timestamp(default_now=True)
    """While `sending`: end of the lease, after which another worker may retry."""
    expires_at: datetime | None = timestamp(nullable=True)
    message_id: str | None = None
    """Same at every attempt, so that mail servers and readers can deduplicate."""
    last_error: str | None = None
    created_at: datetime = timestamp(default_now=True)
    sent_at: datetime | None = timestamp(nullable=True)


DELIVERY_STATES = StateMachine(
    Delivery.status,
    {
        DeliveryStatus.QUEUED: {
            DeliveryStatus.SENDING,
            DeliveryStatus.FAILED,
            DeliveryStatus.MERGED,
            DeliveryStatus.SUPPRESSED,
        },
        DeliveryStatus.SENDING: {
            DeliveryStatus.SENDING,
            DeliveryStatus.QUEUED,
            DeliveryStatus.SENT,
            DeliveryStatus.FAILED,
            DeliveryStatus.MERGED,
            DeliveryStatus.SUPPRESSED,
        },
        DeliveryStatus.SENT: {DeliveryStatus.FAILED},
        DeliveryStatus.FAILED: {DeliveryStatus.QUEUED},
        DeliveryStatus.SUPPRESSED: {DeliveryStatus.QUEUED},
        DeliveryStatus.MERGED: frozenset(),
    },
)
