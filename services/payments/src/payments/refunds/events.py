from contracts.payments import RefundFailed

from payments.charges.models import Charge
from payments.refunds.models import Refund


def refund_failed(refund: Refund, charge: Charge) -> RefundFailed:
    """Build the event of a refund the provider rejected permanently."""
    return RefundFailed(
        refund_id=refund.id,
        payment_id=refund.payment_id,
        charge_id=charge.id,
        reference=charge.reference,
        amount_minor=refund.amount_minor,
        currency=refund.currency,
        title_en=charge.title_en,
        title_ar=charge.title_ar,
        reason=refund.error or "",
    )
