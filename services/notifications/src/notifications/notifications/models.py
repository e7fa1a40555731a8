from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import OpenEnum
from sqlalchemy import BigInteger, Index, UniqueConstraint, text
from sqlmodel import Field

from notifications.tables import Table
from notifications.texts.models import Kind


class Notification(Table, table=True):
    """Message to one user, in both languages."""

    __tablename__ = "notifications"
    __table_args__ = (
        # Deduplicates repeated events.
        UniqueConstraint("user_id", "topic", "version", name="uq_notifications_version"),
        Index("ix_notifications_newest", "user_id", "created_at", "id"),
        Index(
            "ix_notifications_unread",
            "user_id",
            "id",
            postgresql_where=text("read_at IS NULL"),
        ),
        # Counts results of messages to many users.
        Index(
            "ix_notifications_group_message",
            "topic",
            postgresql_where=text("kind = 'group_message'"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    topic: str
    """Object that it is about, such as `enrollment:<id>`."""
    version: int = Field(sa_type=BigInteger)
    """Version of the topic; older versions are not shown afterwards."""
    kind: Kind = Field(sa_type=OpenEnum(Kind))
    title_en: str
    title_ar: str
    body_en: str
    body_ar: str
    link: str | None
    """Path in the app."""
    created_at: datetime = timestamp()
    """Time of the event."""
    read_at: datetime | None = timestamp(nullable=True)
    cleared_at: datetime | None = timestamp(nullable=True)
    """Time when its reader cleared it. The row stays, so that its event does not notify again."""
