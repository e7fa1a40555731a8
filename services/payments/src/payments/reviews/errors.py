"""Why money under review cannot count."""

from kit.errors import Conflict


class NotUnderReview(Conflict):
    """Somebody has decided about it, or it never was."""

    code = "payments.not_under_review"
    default_detail = "This payment does not wait for a decision any more."


class NotAcceptable(Conflict):
    """It is another sum than is owed, is about to go back, or the charge can no longer be paid."""

    code = "payments.not_acceptable"
    default_detail = "This money cannot count for this charge."
