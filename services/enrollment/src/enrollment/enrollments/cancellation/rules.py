"""The refund deadline of a cancellation, and the share of the price that is kept after it."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, SQLColumnExpression, case, func
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch

_FREE_UNTIL: ColumnElement[datetime] = col(Batch.starts_at) - col(
    Batch.free_cancellation_hours
) * timedelta(hours=1)


def refundable_until(price_minor: SQLColumnExpression[int]) -> ColumnElement[datetime | None]:
    """Build the refund deadline of a new enrollment; NULL if it costs nothing."""
    return case((price_minor > 0, _FREE_UNTIL))


REFUNDABLE_UNTIL: ColumnElement[datetime | None] = case(
    (
        col(Enrollment.price_minor) > 0,
        case((col(Enrollment.moved), col(Batch.starts_at)), else_=_FREE_UNTIL),
    )
)
"""The refund deadline of an enrollment; a candidate who was moved has until the start."""

KEPT_PERCENT: ColumnElement[int] = case(
    (func.now() <= REFUNDABLE_UNTIL, 0), else_=col(Batch.kept_percent)
)
"""The percentage of the price that is kept if the candidate cancels now."""
