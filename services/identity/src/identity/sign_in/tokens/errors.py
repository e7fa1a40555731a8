"""Why a token is not exchanged."""

from kit.core.errors import Unauthorized


class SessionOver(Unauthorized):
    """The refresh token is no longer valid."""

    code = "session.ended"
    default_detail = "Your session has ended. Sign in again."
