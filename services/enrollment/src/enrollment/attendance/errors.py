"""Why a mark is refused."""

from kit.core.errors import Conflict, NotFound


class SessionUnknown(NotFound):
    """The batch has no such session, or no longer."""

    code = "batch_session.not_found"
    default_detail = "This session is not part of the batch any more."


class SessionNotOpen(Conflict):
    """It is too early or over, or the batch was cancelled."""

    code = "check_in.outside_session"
    default_detail = "Check-in can be opened from two hours before a session until it ends."


class CheckInClosed(Conflict):
    """Nobody can mark themselves now."""

    code = "check_in.closed"
    default_detail = "Check-in is not open for any session of this batch."
