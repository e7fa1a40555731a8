from kit.core.errors import Unauthorized


class SessionOver(Unauthorized):
    code = "session.ended"
    default_detail = "Your session has ended. Sign in again."
