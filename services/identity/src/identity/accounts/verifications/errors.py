from kit.core.errors import Conflict


class AlreadyVerified(Conflict):
    code = "user.already_verified"
    default_detail = "Your account is already verified."
