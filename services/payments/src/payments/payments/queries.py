"""Conditions on attempts, and how many wait for a person."""

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
"""It has an index of its own, as every copy asks for it all the time."""


def has_open_attempt(charge_id: UUID | SQLColumnExpression[UUID]) -> Exists:
    """Whether an attempt to pay the charge is under way or under review."""
    return exists().where(
        col(Payment.charge_id) == charge_id,
        col(Payment.status).in_([*LIVE, PaymentStatus.UNDER_REVIEW]),
    )
