"""Checks that received money matches its charge."""

from contracts.payments import ReviewReason

from payments.charges.models import Charge
from payments.payments.models import Payment, ReceivedMoney


def find_mismatch(charge: Charge, payment: Payment, money: ReceivedMoney) -> ReviewReason | None:
    """Return how money differs from its charge, such as an underpayment; None if it matches."""
    if money.currency != payment.currency or payment.currency != charge.currency:
        return ReviewReason.CURRENCY
    if not money.amount_minor == payment.amount_minor == charge.amount_minor:
        return ReviewReason.AMOUNT
    if money.integration_id != payment.integration_id:
        return ReviewReason.INTEGRATION
    return ReviewReason.AUTHORISED_ONLY if money.authorised_only else None
