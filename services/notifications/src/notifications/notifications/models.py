"""The table of notifications."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import OpenEnum
from sqlalchemy import BigInteger, Index, UniqueConstraint, text
from sqlmodel import Field

from notifications.tables import Table
from notifications.texts.models import Kind


class Notification(Table, table=True):
    """One message to one person, in both languages."""

    __tablename__ = "notifications"
    __table_args__ = (
        # Each person is notified once of an event, however often it arrives.
        UniqueConstraint("user_id", "topic", "version", name="uq_notifications_version"),
        Index("ix_notifications_newest", "user_id", "created_at", "id"),
        Index(
            "ix_notifications_unread",
            "user_id",
            "id",
            postgresql_where=text("read_at IS NULL"),
        ),
        # By which it is said what has become of a message to many.
        Index(
            "ix_notifications_group_message",
            "topic",
            postgresql_where=text("kind = 'group_message'"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    topic: str
    """What it is about, such as `enrollment:<id>`."""
    version: int = Field(sa_type=BigInteger)
    """The version of the topic; an older one is not shown after it."""
    kind: Kind = Field(sa_type=OpenEnum(Kind))
    title_en: str
    title_ar: str
    body_en: str
    body_ar: str
    link: str | None
    """A path in the app."""
    created_at: datetime = timestamp()
    """When the event happened."""
    read_at: datetime | None = timestamp(nullable=True)
    cleared_at: datetime | None = timestamp(nullable=True)
    """When its reader cleared it: it is listed no more, and its event notifies of nothing again."""
