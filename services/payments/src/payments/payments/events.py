from uuid import UUID

from contracts.payments import PaymentUnderReview, ReviewReason

from payments.payments.models import Payment, ReceivedMoney


def payment_under_review(
    payment: Payment, payer_user_id: UUID, money: ReceivedMoney, reason: ReviewReason
) -> PaymentUnderReview:
    """Build the event of a payment whose money does not match its charge."""
    return PaymentUnderReview(
        payment_id=payment.id,
        charge_id=payment.charge_id,
        payer_user_id=payer_user_id,
        expected_minor=payment.amount_minor,
        received_minor=money.amount_minor,
        currency=money.currency,
        reason=reason,
    )
