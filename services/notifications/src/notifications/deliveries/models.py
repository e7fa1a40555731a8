"""The table of deliveries."""

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
    """How something leaves the platform."""

    EMAIL = "email"
    PUSH = "push"
    SMS = "sms"
    WHATSAPP = "whatsapp"


class DeliveryStatus(StrEnum):
    """`queued → sending → sent | failed | merged | suppressed`; a failed attempt leads back to
    `queued`."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    MERGED = "merged"
    """Another mail lists it."""
    SUPPRESSED = "suppressed"
    """Nobody tried: a limit is reached, or the channel is not configured."""


# Written out, so that the planner sees that a partial index covers the condition.
OPEN = text("status IN ('queued', 'sending')")
ENDED = text("status IN ('sent', 'failed', 'merged', 'suppressed')")
UNSENT = text("status IN ('failed', 'suppressed')")
CODE = text("expires_at IS NOT NULL")
NOTICE = text("expires_at IS NULL")


_ADDRESS = "CASE WHEN channel <> 'push' THEN lower(address) END"
"""Where a message went in place of the person's own address, as SQL; that of a push names a device,
which nobody looks for."""


class TextCount(Table, table=True):
    """How many text messages went out on a day: to a person, and to all together."""

    __tablename__ = "text_counts"

    day: date = Field(primary_key=True)
    """In Riyadh."""
    channel: Channel = choice(Channel, primary_key=True)
    user_id: UUID = Field(primary_key=True)
    """`EVERYBODY` for the sum."""
    count: int


EVERYBODY = UUID(int=0)


class Delivery(Table, table=True):
    """One message to one person by one channel: what expires, as a one-time code does, or a
    notice."""

    __tablename__ = "deliveries"
    __table_args__ = (
        Index(
            "uq_deliveries_notification",
            "notification_id",
            "channel",
            unique=True,
            postgresql_where=text("address IS NULL"),
        ),
        # Of pushes there is one for each device.
        UniqueConstraint(
            "notification_id", "channel", "address", name="uq_deliveries_notification_address"
        ),
        # In the order in which they are claimed, so that the first one is found without a look at
        # the others. Each channel has a queue of its own, and its codes another.
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
        # By which those of one kind that come at once are found.
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
        # What the desk's list begins with.
        Index("ix_deliveries_unsent", "created_at", "id", postgresql_where=UNSENT),
        # For the search of the list by person and by address.
        Index("ix_deliveries_user", "user_id", "status", "created_at"),
        Index(
            "ix_deliveries_address",
            text(f"({_ADDRESS}) gin_trgm_ops"),
            postgresql_using="gin",
            postgresql_where=text(f"({_ADDRESS}) IS NOT NULL"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """For a one-time code its own id, for a sign-up with the address its attempt's, so that a
    doubled event is one mail."""
    notification_id: UUID | None = Field(
        default=None, sa_column_args=[ForeignKey("notifications.id", ondelete="CASCADE")]
    )
    inquiry_id: UUID | None = Field(
        default=None, sa_column_args=[ForeignKey("inquiries.id", ondelete="CASCADE")]
    )
    """Whose mail it is when it goes to whoever has asked, who may have no account."""
    user_id: UUID | None = None
    channel: Channel = choice(Channel)
    status: DeliveryStatus = choice(DeliveryStatus, DeliveryStatus.QUEUED)
    kind: Kind | None = Field(default=None, sa_type=OpenEnum(Kind), nullable=True)
    """Of a notification's; None for all else, which is never merged."""
    content: dict[str, Any] | None = Field(
        sa_column=Column(JSONB(none_as_null=True), nullable=True)
    )
    """The message in both languages, until it is sent: a one-time code is not kept after it,
    and everything else is in the notification."""
    link: str | None = None
    """Until it is sent, too: that of an invitation is a secret."""
    address: str | None = None
    """Where to, when it is not where the person is reached at the time of sending; of a push the id
    of the device."""
    locale: str | None = None
    name: str | None = None
    """How whoever has asked is greeted."""
    thread: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSONB(none_as_null=True), nullable=True)
    )
    """Where answers go, and to which mails this one belongs."""
    attempts: int = 0
    """Also shows whether a copy still holds the lease under which it began to send."""
    unanswered: int = 0
    """How many attempts ended after it was handed over and before the answer."""
    next_attempt_at: datetime = timestamp(default_now=True)
    """While `sending`: when the lease ends and another copy may try."""
    expires_at: datetime | None = timestamp(nullable=True)
    message_id: str | None = None
    """The same at every attempt, so that a mail server or reader can drop a repetition."""
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
