"""What is refused about preferences."""

from kit.core.errors import NotFound


class OptOutNotFound(NotFound):
    """The link to end mails is none of ours."""

    code = "unsubscribe_link.not_found"
    default_detail = "This link is not valid. Sign in to choose what you hear of."
