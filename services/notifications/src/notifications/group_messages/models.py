"""The table of messages to groups."""

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
    """`scheduled → sending → sent`; until it is sent it can be `cancelled`, also in the midst."""

    SCHEDULED = "scheduled"
    """It can be changed."""
    SENDING = "sending"
    SENT = "sent"
    CANCELLED = "cancelled"


# Written out, so that the planner sees that a partial index covers the condition.
OPEN = text("status IN ('scheduled', 'sending')")


class GroupMessage(Table, table=True):
    """What somebody writes to many, and how far it has been sent. Whoever changes it, or sends a
    portion of it, locks this row."""

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
    """Whose message it is; None for the platform's."""
    author_id: UUID
    batch_id: UUID | None
    """Where it goes to people of a batch."""
    audience: dict[str, Any] = Field(sa_type=JSONB)
    """An `Audience`: who gets it is found when it is sent."""
    subject_en: str
    subject_ar: str
    text_en: str
    """Empty, as its subject is, where it is written in the other language alone."""
    text_ar: str
    status: GroupMessageStatus = Field(
        default=GroupMessageStatus.SCHEDULED,
        sa_type=text_enum(GroupMessageStatus, check="status_known"),
    )
    send_at: datetime = timestamp()
    next_at: datetime = timestamp()
    """When the next portion of it is due."""
    started_at: datetime | None = timestamp(nullable=True)
    ended_at: datetime | None = timestamp(nullable=True)
    """When the last portion was sent, or it was cancelled."""
    expected: int = 0
    """How many people it was to reach when it began."""
    receivers: int = 0
    """How many have it in the app."""
    passed_over: int = 0
    """How many had too many such messages that day."""
    last_user_id: UUID | None = None
    """People get it in the order of their ids; this one was the last."""
    outcomes: list[dict[str, Any]] | None = Field(
        default=None, sa_column=Column(JSONB(none_as_null=True), nullable=True)
    )
    """What had become of it by each channel once nothing was tried any more; None before."""
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
