"""What is published of notifications."""

from contracts.notifications import NotificationCreated

from notifications.notifications.models import Notification


def notification_created(notification: Notification) -> NotificationCreated:
    """Somebody has a new notification."""
    return NotificationCreated(
        notification_id=notification.id,
        user_id=notification.user_id,
        title_en=notification.title_en,
        title_ar=notification.title_ar,
        body_en=notification.body_en,
        body_ar=notification.body_ar,
        link=notification.link,
    )
