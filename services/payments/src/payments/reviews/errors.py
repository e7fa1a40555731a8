"""Why money under review cannot count."""

from kit.core.errors import Conflict


class NotAcceptable(Conflict):
    """It is another sum than is owed, is about to go back, or the charge can no longer be paid."""

    code = "payment.not_acceptable"
    default_detail = "This money cannot count for this charge."
