from kit.core.errors import NotFound


class NotificationNotFound(NotFound):
    """The notification does not exist, or belongs to another user."""

    code = "notification.not_found"
    default_detail = "This notification does not exist."
