from kit.core.errors import Unauthorized


class SessionHasEnded(Unauthorized):
    code = "session.ended"
    default_detail = "Your session has ended. Sign in again."
