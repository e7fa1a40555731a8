from kit.core.errors import Conflict


class NotAcceptable(Conflict):
    """The amount differs from the charge, is being refunded, or the charge cannot be paid."""

    code = "payment.not_acceptable"
    default_detail = (
        "You can't accept this payment: the amount differs, it's about to be refunded, or the "
        "payment deadline has passed."
    )
