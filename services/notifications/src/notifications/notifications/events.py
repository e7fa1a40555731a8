"""What is published of notifications."""

from collections.abc import Mapping
from uuid import UUID

from contracts.notifications import NotificationsCreated


def notifications_created(user_ids: Mapping[UUID, UUID]) -> NotificationsCreated:
    """People have new notifications; whose each is, by its id."""
    return NotificationsCreated(notification_id=next(iter(user_ids)), user_ids=dict(user_ids))
