from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from notifications.texts.models import Kind


class NotificationRead(BaseModel):
    """Notification of the caller. `link` is a path in the app."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: Kind
    title_en: str
    title_ar: str
    body_en: str
    body_ar: str
    link: str | None
    created_at: datetime
    read_at: datetime | None


class UnreadCount(BaseModel):
    """Number of the caller's unread notifications."""

    unread: int
