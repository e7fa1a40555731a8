from kit.core.errors import NotFound


class SessionNotFound(NotFound):
    """The session has ended or belongs to another user."""

    code = "session.not_found"
    default_detail = "This session has already ended."
