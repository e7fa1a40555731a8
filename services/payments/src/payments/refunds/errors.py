from kit.core.errors import Conflict


class NotRefundable(Conflict):
    """The payment received no money, or has nothing left to refund."""

    code = "payment.not_refundable"
    default_detail = "Nothing of this payment can be given back."


class RefundUnderReview(Conflict):
    """Only a reviewer may refund a payment under review."""

    code = "refund.payment_under_review"
    default_detail = "This payment is under review: returning it is decided there."


class NotUnderReview(Conflict):
    """The payment is not, or no longer, under review."""

    code = "payment.not_under_review"
    default_detail = "This payment does not wait for a decision any more."


class NotTransferred(Conflict):
    """The payment was no transfer, or its refund was already transferred."""

    code = "refund.not_awaiting_transfer"
    default_detail = "This refund is not one that waits for a transfer."
