from kit.core.errors import NotFound


class OptOutNotFound(NotFound):
    """The unsubscribe token is invalid."""

    code = "unsubscribe_link.not_found"
    default_detail = "This link isn't valid. Sign in to choose your notifications."
