"""What is published of a payment by itself."""

from uuid import UUID

from contracts.payments import PaymentHeld, ReviewReason

from payments.payments.models import Payment
from payments.paymob.transactions import Transaction


def payment_held(
    payment: Payment, payer_user_id: UUID, transaction: Transaction, reason: ReviewReason
) -> PaymentHeld:
    """The payment has come under review: its money is not what was asked for."""
    return PaymentHeld(
        payment_id=payment.id,
        charge_id=payment.charge_id,
        payer_user_id=payer_user_id,
        expected_minor=payment.amount_minor,
        received_minor=transaction.amount_cents,
        currency=transaction.currency,
        reason=reason,
    )
