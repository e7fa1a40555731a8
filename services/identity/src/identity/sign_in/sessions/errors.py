"""What is refused about sessions."""

from kit.core.errors import NotFound


class SessionNotFound(NotFound):
    """The session is over, or it is another user's."""

    code = "session.not_found"
    default_detail = "This session has ended."
