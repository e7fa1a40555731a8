"""Promotion from the waiting list: its order and conditions.

`seats.rules.PAYMENT_DUE_AT` sets the duration of a seat offer.
"""

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus as Status
from sqlalchemy import ColumnElement, and_, case, func, select
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.rules import HAS_STARTED, IS_PAUSED
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.seats.rules import FREE_SEATS

FIRST_COME = (col(Enrollment.created_at), col(Enrollment.id))
"""Order in which candidates on the waiting list get a seat."""

OFFERS_SEATS: ColumnElement[bool] = and_(
    col(Batch.status) == BatchStatus.PUBLISHED, ~HAS_STARTED, ~IS_PAUSED
)
"""Tells if seats may be offered to a batch's waiting list."""

SEATS_TO_OFFER: ColumnElement[int] = FREE_SEATS - case(
    (
        col(Batch.requires_acceptance),
        select(func.count())
        .where(
            col(Enrollment.batch_id) == col(Seats.batch_id),
            col(Enrollment.status) == Status.REQUESTED,
        )
        .correlate(Seats)
        .scalar_subquery(),
    ),
    else_=0,
)
"""Number of seats to offer. If the organization accepts candidates, each open request reserves one.
"""
