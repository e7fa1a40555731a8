from uuid import UUID

from kit.web.gauges import Measure
from sqlalchemy import Exists, SQLColumnExpression, exists
from sqlmodel import col

from payments.payments.models import LIVE, Payment, PaymentStatus

UNDER_REVIEW = Measure(
    "itqan_payments_under_review",
    "Payments whose money an admin must decide about",
    "SELECT count(*) FROM payments WHERE status = 'under_review'",
)
"""Uses an index of its own, because every copy measures it continuously."""


def has_open_attempt(charge_id: UUID | SQLColumnExpression[UUID]) -> Exists:
    """Match charges with an attempt in progress or under review."""
    return exists().where(
        col(Payment.charge_id) == charge_id,
        col(Payment.status).in_([*LIVE, PaymentStatus.UNDER_REVIEW]),
    )
