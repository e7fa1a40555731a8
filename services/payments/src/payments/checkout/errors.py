from kit.core.errors import BadRequest, Conflict, Unavailable


class ChargeAlreadyPaid(Conflict):
    code = "charge.already_paid"
    default_detail = "This has already been paid."


class ChargeNotOpen(Conflict):
    """The charge is cancelled, expired or refunded."""

    code = "charge.closed"
    default_detail = "This can no longer be paid."


class PaymentUnderReview(Conflict):
    """Received money is under review, so another payment could charge the payer twice."""

    code = "payment.under_review"
    default_detail = "Your payment is under review. You don't need to pay again."


class AttemptInProgress(Conflict):
    """A concurrent request is opening the provider's page."""

    code = "payment.in_progress"
    default_detail = "Your payment is starting. Try again in a moment."


class ProviderUnavailable(Unavailable):
    """The provider does not respond or rejects the order."""

    code = "payment_provider.unavailable"
    default_detail = (
        "We couldn't open the payment page. You weren't charged. Try again in a moment."
    )


class ReturnInvalid(BadRequest):
    """The return parameters lack a valid provider signature."""

    code = "payment_return.invalid"
    default_detail = "This isn't a valid return from the payment page."


class PaymentMethodUnavailable(Conflict):
    """The payment method is not available for this amount."""

    code = "payment_method.unavailable"
    default_detail = "You can't use this payment method here. Choose another one."
