"""Conditions on what was done about charges."""

from uuid import UUID

from sqlalchemy import Exists, SQLColumnExpression, exists
from sqlmodel import col

from enrollment.settlements.models import Settlement


def is_refund_requested(charge_id: SQLColumnExpression[UUID]) -> Exists:
    """Whether a charge's money was asked to go back as a whole."""
    return exists().where(
        col(Settlement.charge_id) == charge_id, col(Settlement.refund_requested_at).is_not(None)
    )
