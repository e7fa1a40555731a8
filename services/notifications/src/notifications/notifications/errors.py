"""Why a notification cannot be marked."""

from kit.core.errors import NotFound


class NotificationNotFound(NotFound):
    """There is no such notification, or it is somebody else's."""

    code = "notification.not_found"
    default_detail = "This notification does not exist."
