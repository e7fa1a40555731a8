from kit.core.errors import Conflict


class NotAcceptable(Conflict):
    """The amount differs from the charge, is being refunded, or the charge cannot be paid."""

    code = "payment.not_acceptable"
    default_detail = "This money cannot count for this charge."
