"""Why a charge cannot be paid now."""

from kit.core.errors import BadRequest, Conflict, Unavailable


class ChargeAlreadyPaid(Conflict):
    """There is nothing left to pay."""

    code = "charge.already_paid"
    default_detail = "This has already been paid."


class ChargeNotOpen(Conflict):
    """Cancelled, expired or refunded."""

    code = "charge.closed"
    default_detail = "This can no longer be paid."


class PaymentUnderReview(Conflict):
    """Money came that we could not accept as it is; paying again would take it twice."""

    code = "payment.under_review"
    default_detail = "A payment for this is being reviewed. You do not need to pay again."


class AttemptInProgress(Conflict):
    """Another press is just opening the provider's page."""

    code = "payment.in_progress"
    default_detail = "A payment is just being started. Try again in a moment."


class ProviderUnavailable(Unavailable):
    """The card payment provider does not answer or refuses."""

    code = "payment_provider.unavailable"
    default_detail = (
        "The payment page cannot be opened right now. Nothing was charged; try again in a moment."
    )


class ReturnInvalid(BadRequest):
    """The parameters of the return are not the provider's."""

    code = "payment_return.invalid"
    default_detail = "This is not a return from the payment page."


class WayNotOffered(Conflict):
    """This sum cannot be paid in this way, or not any more."""

    code = "payment_method.unavailable"
    default_detail = "This cannot be paid in this way. Choose another one."
