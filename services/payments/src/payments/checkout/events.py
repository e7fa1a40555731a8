from contracts.payments import PaymentFailed

from payments.charges.models import Charge
from payments.payments.models import Payment


def payment_failed(payment: Payment, charge: Charge) -> PaymentFailed:
    """Build the event of a declined card whose charge is still open."""
    return PaymentFailed(
        payment_id=payment.id,
        charge_id=charge.id,
        purpose=charge.purpose,
        payer_user_id=charge.payer_user_id,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
        title_en=charge.title_en,
        title_ar=charge.title_ar,
        due_at=charge.due_at,
        reason=payment.failure_reason or "",
    )
