"""The table of notifications."""

from datetime import datetime
from uuid import UUID

from kit.db import new_id, timestamp
from kit.tables import text_enum
from sqlalchemy import BigInteger, Index, UniqueConstraint, text
from sqlmodel import Field

from notifications.tables import Table
from notifications.wording import Kind


class Notification(Table, table=True):
    """One thing that one person should hear of, in both languages."""

    __tablename__ = "notifications"
    __table_args__ = (
        # A fact is told once to each person, however often it arrives.
        UniqueConstraint("user_id", "topic", "version", name="uq_notifications_fact"),
        Index("ix_notifications_newest", "user_id", "created_at", "id"),
        Index(
            "ix_notifications_unread",
            "user_id",
            "id",
            postgresql_where=text("read_at IS NULL"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    topic: str
    """What it is about, such as `enrollment:<id>`."""
    version: int = Field(sa_type=BigInteger)
    """The version of the topic that it tells of; an older one is not told after it."""
    kind: Kind = Field(sa_type=text_enum(Kind))
    title_en: str
    title_ar: str
    body_en: str
    body_ar: str
    link: str | None
    """A path in the app."""
    created_at: datetime = timestamp()
    """When the fact came true."""
    read_at: datetime | None = timestamp(nullable=True)
