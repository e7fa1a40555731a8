"""Free seats, and the duration of a seat offer, as SQL expressions."""

from datetime import datetime, timedelta

from contracts.catalog import BatchStatus
from sqlalchemy import ColumnElement, case, func
from sqlmodel import col

from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats

FREE_SEATS: ColumnElement[int] = col(Seats.capacity) - col(Seats.taken)
"""Seats that no enrollment holds; negative if the capacity was lowered."""

SEATS_LEFT: ColumnElement[int] = case(
    (col(Seats.waiting) > 0, 0), else_=func.greatest(FREE_SEATS, 0)
)
"""Seats for new enrollments; none while there is a waiting list. The catalogue shows the same
number, from `SeatsChanged`.
"""

IS_PUBLIC: ColumnElement[bool] = col(Batch.status) != BatchStatus.DRAFT
"""Tells if the batch is public."""

PAYMENT_DUE_AT: ColumnElement[datetime] = func.least(
    func.now() + col(Batch.payment_window_minutes) * timedelta(minutes=1), col(Batch.starts_at)
)
"""End of a seat offered now: the batch's payment window, or its start if that is earlier."""
