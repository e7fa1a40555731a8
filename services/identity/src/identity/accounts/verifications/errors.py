"""What is refused about verifying an account."""

from kit.core.errors import Conflict


class AlreadyVerified(Conflict):
    """The account is verified; no code is needed."""

    code = "user.already_verified"
    default_detail = "Your account is verified already."
