from kit.core.errors import Conflict


class ResetTokenInvalid(Conflict):
    """The reset token was used or has expired."""

    code = "password_reset.expired"
    default_detail = "This password reset has expired. Start over."
