"""What the notifications service publishes, to its own processes."""

from typing import ClassVar
from uuid import UUID

from contracts.event import Event


class NotificationsCreated(Event):
    """People have something new to read; the processes that hold their streams send it on.

    What it is stands in the database alone.
    """

    type: ClassVar[str] = "notifications.notifications.created"
    subject_field: ClassVar[str] = "notification_id"
    broadcast: ClassVar[bool] = True
    notification_id: UUID
    """The first of them."""
    user_ids: dict[UUID, UUID]
    """Whose each is, by its id."""
