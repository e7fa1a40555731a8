"""Events about notifications."""

from collections.abc import Mapping
from uuid import UUID

from contracts.notifications import NotificationsCreated


def notifications_created(user_ids: Mapping[UUID, UUID]) -> NotificationsCreated:
    """Create the event that users have new notifications, from notification ID to user ID."""
    return NotificationsCreated(notification_id=next(iter(user_ids)), user_ids=dict(user_ids))
