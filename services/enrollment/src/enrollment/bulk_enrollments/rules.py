"""Limits and prices of bulk enrollments, whose turn it is, and how long people's data is kept."""

from datetime import datetime, timedelta
from typing import Any

from contracts.enrollment import BulkEnrollmentStatus as Status
from kit.spreadsheets.sheets import Limits
from sqlalchemy import ColumnElement, and_, case, func, literal, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.states import ENDED, RowState
from enrollment.enrollments.errors import AlreadyEnrolled
from enrollment.enrollments.rules import OBSTACLES
from enrollment.seats.errors import SeatsFull

MAX_ROWS = 20_000
"""People in one file or call."""
LIMITS = Limits(rows=MAX_ROWS, megabytes=10)
MAX_SEATS = 10_000
"""Seats that are bought without names in one call."""
KEYS_KEPT = timedelta(days=2)
"""How long a call that is repeated with its `Idempotency-Key` answers what the first has made."""
FEES_DUE = timedelta(days=2)
"""How long registration fees may be paid where all seats are free."""
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

LEAST_RECENT: ColumnElement[Any] = col(BulkEnrollment.worked_at).asc().nulls_first()
"""The order in which files have their turn: a large one holds up no other."""

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


BATCH_OBSTACLES = {
    kind: is_met for kind, is_met in OBSTACLES.items() if kind not in (AlreadyEnrolled, SeatsFull)
}
"""What stands in the way of everybody in a batch."""


def people_kept_until(bulk: BulkEnrollment, kept: timedelta) -> datetime | None:
    """When what its rows say of people is deleted, or was; None until it has ended. How long they
    are kept is the setting `bulk_people_days`."""
    if bulk.status not in ENDED:
        return None
    return bulk.emptied_at or bulk.updated_at + kept


def is_to_empty(kept: timedelta) -> ColumnElement[bool]:
    """Whether what its rows say of people is to be deleted."""
    return and_(
        col(BulkEnrollment.status).in_(ENDED),
        col(BulkEnrollment.emptied_at).is_(None),
        col(BulkEnrollment.updated_at) <= func.now() - kept,
    )


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
