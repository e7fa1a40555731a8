from kit.core.errors import Conflict, NotFound


class SessionUnknown(NotFound):
    """The batch no longer has such a session."""

    code = "batch_session.not_found"
    default_detail = "This session is no longer part of the batch."


class SessionNotOpen(Conflict):
    """The session cannot be marked now, or the batch is cancelled."""

    code = "check_in.outside_session"
    default_detail = "You can open check-in from two hours before a session until it ends."


class CheckInClosed(Conflict):
    """Self check-in is closed."""

    code = "check_in.closed"
    default_detail = "Self check-in isn't open for any session of this batch."
