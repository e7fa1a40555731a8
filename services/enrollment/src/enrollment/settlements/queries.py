from uuid import UUID

from kit.web.gauges import Measure
from sqlalchemy import ARRAY, Exists, SQLColumnExpression, Uuid, bindparam, exists, text
from sqlmodel import col

from enrollment.settlements.models import ExpiryRequest, Settlement

UNANSWERED = Measure(
    "itqan_expiry_unanswered_seconds",
    "How long payments has not answered whether an overdue charge is unpaid",
    "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(requested_at)), 0) "
    "FROM expiry_requests",
)

AWAITING = text("""
    SELECT id FROM enrollments WHERE id = ANY (:subjects) AND status = 'pending_payment'
    UNION ALL
    SELECT id FROM bulk_enrollments WHERE id = ANY (:subjects) AND status = 'awaiting_payment'
    UNION ALL
    SELECT id FROM applications WHERE id = ANY (:subjects) AND status = 'pending_payment'
""").bindparams(bindparam("subjects", type_=ARRAY(Uuid)))
"""Selects those subjects that await payment."""


def is_refund_requested(charge_id: SQLColumnExpression[UUID]) -> Exists:
    """Tell if a charge's full refund was requested."""
    return exists().where(
        col(Settlement.charge_id) == charge_id, col(Settlement.refund_requested_at).is_not(None)
    )


def is_expiry_requested(subject_id: SQLColumnExpression[UUID]) -> Exists:
    """Tell if payments was asked to expire the subject's charge and has not responded."""
    return exists().where(col(ExpiryRequest.subject_id) == subject_id)
