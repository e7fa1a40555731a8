"""What the notifications service publishes, to its own processes."""

from typing import ClassVar
from uuid import UUID

from contracts.event import Event


class NotificationCreated(Event):
    """A person has something new to read; the process that holds their stream sends it on."""

    type: ClassVar[str] = "notifications.notification.created"
    subject_field: ClassVar[str] = "notification_id"
    broadcast: ClassVar[bool] = True
    notification_id: UUID
    user_id: UUID
    title_en: str
    title_ar: str
    body_en: str
    body_ar: str
    link: str | None
