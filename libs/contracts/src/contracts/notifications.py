"""Events of the notifications service, for its own processes."""

from typing import ClassVar
from uuid import UUID

from contracts.event import Event


class NotificationsCreated(Event):
    """Users have new notifications, which processes with their streams forward.

    The contents are in the database only.
    """

    type: ClassVar[str] = "notifications.notifications.created"
    subject_field: ClassVar[str] = "notification_id"
    broadcast: ClassVar[bool] = True
    notification_id: UUID
    """ID of the first notification."""
    user_ids: dict[UUID, UUID]
    """User IDs by notification ID."""
