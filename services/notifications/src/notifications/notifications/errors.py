from kit.core.errors import NotFound


class NotificationNotFound(NotFound):
    """The notification does not exist, or belongs to another user."""

    code = "notification.not_found"
    default_detail = "We couldn't find this notification."
