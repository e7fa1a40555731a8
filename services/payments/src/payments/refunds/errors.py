from kit.core.errors import Conflict


class NotRefundable(Conflict):
    """The payment received no money, or has nothing left to refund."""

    code = "payment.not_refundable"
    default_detail = "This payment can't be refunded."


class RefundUnderReview(Conflict):
    """Only a reviewer may refund a payment under review."""

    code = "refund.payment_under_review"
    default_detail = (
        "This payment is under review. Only people who can review payments can refund it."
    )


class NotUnderReview(Conflict):
    """The payment is not, or no longer, under review."""

    code = "payment.not_under_review"
    default_detail = "This payment is no longer under review. Someone may have already decided it."


class NotTransferred(Conflict):
    """The payment was no transfer, or its refund was already transferred."""

    code = "refund.not_awaiting_transfer"
    default_detail = "This refund isn't waiting for a transfer. It may already be recorded."
