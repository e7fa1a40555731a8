"""Why a payment cannot be refunded."""

from kit.core.errors import Conflict


class NotRefundable(Conflict):
    """Nothing of this payment is left to give back, or it never brought money."""

    code = "payment.not_refundable"
    default_detail = "Nothing of this payment can be given back."


class RefundUnderReview(Conflict):
    """Only a reviewer decides whether money under review goes back."""

    code = "refund.payment_under_review"
    default_detail = "This payment is under review: returning it is decided there."


class NotUnderReview(Conflict):
    """Somebody has decided about it, or it never was."""

    code = "payment.not_under_review"
    default_detail = "This payment does not wait for a decision any more."


class NotTransferred(Conflict):
    """It is no transfer's money, or has gone back already."""

    code = "refund.not_awaiting_transfer"
    default_detail = "This refund is not one that waits for a transfer."
