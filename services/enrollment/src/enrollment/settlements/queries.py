"""Conditions on what was done about charges."""

from uuid import UUID

from kit.gauges import Measure
from sqlalchemy import Exists, SQLColumnExpression, exists
from sqlmodel import col

from enrollment.settlements.models import ExpiryRequest, Settlement

UNANSWERED = Measure(
    "itqan_expiry_unanswered_seconds",
    "How long payments has not answered whether an overdue charge is unpaid",
    "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(requested_at)), 0) "
    "FROM expiry_requests",
)


def is_refund_requested(charge_id: SQLColumnExpression[UUID]) -> Exists:
    """Whether a charge's money was asked to go back as a whole."""
    return exists().where(
        col(Settlement.charge_id) == charge_id, col(Settlement.refund_requested_at).is_not(None)
    )


def is_expiry_requested(subject_id: SQLColumnExpression[UUID]) -> Exists:
    """Whether payments was asked and has not answered whether the subject is unpaid."""
    return exists().where(col(ExpiryRequest.subject_id) == subject_id)
