"""Limits and prices of bulk enrollments, whose turn it is, and how long people's data is kept."""

from datetime import timedelta
from typing import Any

from contracts.enrollment import BulkEnrollmentStatus as Status
from kit.spreadsheets.sheets import Limits
from sqlalchemy import ColumnElement, and_, case, func, literal, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.states import RowState

LIMITS = Limits(rows=20_000, megabytes=10)

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


FEES_DUE = timedelta(days=2)
"""How long registration fees may be paid where all seats are free."""

EMPTIED: dict[str, Any] = {
    "cells": [],
    "person_key": None,
    "chosen_profile_id": None,
    "id_number": None,
    "country": None,
    "name_en": None,
    "name_ar": None,
    "email": None,
    "phone": None,
    "shown_name_en": "",
    "shown_name_ar": "",
}
"""What is left of a row's person, also when that person alone is erased."""
