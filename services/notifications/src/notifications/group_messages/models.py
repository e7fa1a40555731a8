from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from kit.database.tables import text_enum
from kit.database.transitions import StateMachine
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table


class GroupMessageStatus(StrEnum):
    """`scheduled → sending → sent`; `cancelled` is possible until it is sent completely."""

    SCHEDULED = "scheduled"
    """It can be changed."""
    SENDING = "sending"
    SENT = "sent"
    CANCELLED = "cancelled"


# Literals, so that the planner can prove that a partial index covers the condition.
OPEN = text("status IN ('scheduled', 'sending')")


class GroupMessage(Table, table=True):
    """Message to many users, and its progress. Lock this row to change it or to send a chunk."""

    __tablename__ = "group_messages"
    __table_args__ = (
        Index("ix_group_messages_due", "next_at", postgresql_where=OPEN),
        Index(
            "ix_group_messages_ended",
            "ended_at",
            postgresql_where=text("ended_at IS NOT NULL AND outcomes IS NULL"),
        ),
        Index("ix_group_messages_organization", "organization_id", "send_at", "id"),
        Index("ix_group_messages_send_at", "send_at", "id"),
        Index(
            "ix_group_messages_batch",
            "batch_id",
            "send_at",
            postgresql_where=text("batch_id IS NOT NULL"),
        ),
        search_index("group_messages"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID | None
    """None for the platform's messages."""
    author_id: UUID
    batch_id: UUID | None
    """Batch whose candidates receive it, if any."""
    audience: dict[str, Any] = Field(sa_type=JSONB)
    """An `Audience`; recipients are selected when the message is sent."""
    subject_en: str
    subject_ar: str
    text_en: str
    """Empty, like its subject, if the message is only in the other language."""
    text_ar: str
    status: GroupMessageStatus = Field(
        default=GroupMessageStatus.SCHEDULED,
        sa_type=text_enum(GroupMessageStatus, check="status_known"),
    )
    send_at: datetime = timestamp()
    next_at: datetime = timestamp()
    started_at: datetime | None = timestamp(nullable=True)
    ended_at: datetime | None = timestamp(nullable=True)
    """Time when the last chunk was sent, or the message was cancelled."""
    expected: int = 0
    """Number of recipients when sending began."""
    receivers: int = 0
    """Number of users who have it in the app."""
    passed_over: int = 0
    """Number of users who had reached the daily limit."""
    last_user_id: UUID | None = None
    """Cursor: the last recipient, as users receive it in the order of their IDs."""
    outcomes: list[dict[str, Any]] | None = Field(
        default=None, sa_column=Column(JSONB(none_as_null=True), nullable=True)
    )
    """Final results by channel, stored once no delivery is retried any more."""
    version: int = 1
    created_at: datetime = timestamp(default_now=True)
    search: str = search_field("subject_en", "subject_ar")


GROUP_MESSAGE_STATES = StateMachine(
    GroupMessage.status,
    {
        GroupMessageStatus.SCHEDULED: {GroupMessageStatus.SENDING, GroupMessageStatus.CANCELLED},
        GroupMessageStatus.SENDING: {GroupMessageStatus.SENT, GroupMessageStatus.CANCELLED},
        GroupMessageStatus.SENT: frozenset(),
        GroupMessageStatus.CANCELLED: frozenset(),
    },
)
