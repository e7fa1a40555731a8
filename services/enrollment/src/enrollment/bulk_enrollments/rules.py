"""Whose turn it is, and which seats wait for people, as SQL expressions over bulk enrollments."""

from contracts.enrollment import BulkEnrollmentStatus as Status
from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment

RUNNING_AT_ONCE = 3
"""Files of one organization that are checked at a time; the next ones wait."""

_earlier = aliased(BulkEnrollment)
TURN: ColumnElement[int] = (
    select(func.count())
    .where(
        col(_earlier.organization_id) == col(BulkEnrollment.organization_id),
        col(_earlier.test) == col(BulkEnrollment.test),
        col(_earlier.status) == Status.CHECKING,
        col(_earlier.id) < col(BulkEnrollment.id),
    )
    .correlate(BulkEnrollment)
    .scalar_subquery()
)
"""How many files of the organization are being checked that came earlier. Its tests hold up none
but one another."""

WAITS: ColumnElement[int] = func.greatest(TURN - RUNNING_AT_ONCE + 1, 0)
"""How many of them must end before this one is begun."""

IS_TO_FILL: ColumnElement[bool] = and_(
    col(BulkEnrollment.status) == Status.FINISHED, col(BulkEnrollment.free_seats) > 0
)
"""Whether it has seats without names that are paid and that people can be enrolled on."""
