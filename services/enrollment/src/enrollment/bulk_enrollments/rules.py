"""Whose turn it is, which seats wait for people, and which rows are still being checked, as SQL
expressions over bulk enrollments and their rows."""

from typing import Any

from contracts.enrollment import BulkEnrollmentStatus as Status
from sqlalchemy import ColumnElement, and_, case, func, literal, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.states import RowState

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


def is_under_way(bulk: BulkEnrollment) -> ColumnElement[bool]:
    """Whether a row of this file is still being checked."""
    return or_(col(BulkRow.state) == RowState.UNCHECKED, _is_looked_for(bulk))


def _is_looked_for(bulk: BulkEnrollment) -> ColumnElement[bool]:
    is_open = col(BulkRow.portion).in_([*bulk.unasked, *bulk.unanswered])
    return and_(literal(bulk.status is Status.CHECKING), is_open)


def shown_state(bulk: BulkEnrollment) -> ColumnElement[Any]:
    """Where a row of this file stands, as it is shown."""
    is_matching = and_(col(BulkRow.state) == RowState.VALID, _is_looked_for(bulk))
    return case((is_matching, RowState.MATCHING.value), else_=col(BulkRow.state))
