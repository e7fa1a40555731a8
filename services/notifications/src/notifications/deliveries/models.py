"""The table of deliveries."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.db import new_id, timestamp
from kit.tables import choice
from sqlalchemy import ForeignKey, Index, UniqueConstraint, and_, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table


class Channel(StrEnum):
    """How something leaves the platform."""

    EMAIL = "email"


class DeliveryStatus(StrEnum):
    """`queued → sending → sent | failed`; a failed attempt leads back to `queued`."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"


# Written out, so that the planner sees that a partial index covers the condition.
OPEN = text("status IN ('queued', 'sending')")
ENDED = text("status IN ('sent', 'failed')")
CODE = text("expires_at IS NOT NULL")
NOTICE = text("expires_at IS NULL")


class Delivery(Table, table=True):
    """One mail to one person: what expires, as a one-time code does, or a notice."""

    __tablename__ = "deliveries"
    __table_args__ = (
        UniqueConstraint("notification_id", "channel", name="uq_deliveries_notification"),
        # In the order in which they are claimed, so that the first one is found without a look at
        # the others. Codes have a queue of their own.
        Index("ix_deliveries_codes", "next_attempt_at", postgresql_where=and_(OPEN, CODE)),
        Index("ix_deliveries_notices", "next_attempt_at", postgresql_where=and_(OPEN, NOTICE)),
        Index("ix_deliveries_waiting", "user_id", postgresql_where=OPEN),
        Index(
            "ix_deliveries_inquiry", "inquiry_id", postgresql_where=text("inquiry_id IS NOT NULL")
        ),
        Index("ix_deliveries_ended", "status", "created_at", postgresql_where=ENDED),
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
    content: dict[str, Any] | None = Field(sa_type=JSONB)
    """The message in both languages, until it is sent: a one-time code is not kept after it,
    and everything else is in the notification."""
    link: str | None = None
    """Until it is sent, too: that of an invitation is a secret."""
    address: str | None = None
    """Where to, when it is not where the person is reached at the time of sending."""
    locale: str | None = None
    name: str | None = None
    """How whoever has asked is greeted."""
    thread: dict[str, Any] | None = Field(default=None, sa_type=JSONB)
    """Where answers go, and to which mails this one belongs."""
    attempts: int = 0
    """Also shows whether a copy still holds the lease under which it began to send."""
    unanswered: int = 0
    """How many attempts ended after the mail was handed over and before the server's answer."""
    next_attempt_at: datetime = timestamp(default_now=True)
    """While `sending`: when the lease ends and another copy may try."""
    expires_at: datetime | None = timestamp(nullable=True)
    message_id: str | None = None
    """The same at every attempt, so that a mail server or reader can drop a repetition."""
    last_error: str | None = None
    created_at: datetime = timestamp(default_now=True)
    sent_at: datetime | None = timestamp(nullable=True)
