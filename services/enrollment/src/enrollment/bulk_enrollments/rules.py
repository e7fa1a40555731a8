"""Limits, queue order and data retention of bulk enrollments."""

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
"""Maximum number of people in one file or request."""
LIMITS = Limits(rows=MAX_ROWS, megabytes=10)
MAX_SEATS = 10_000
"""Maximum number of prepaid seats in one request."""
KEY_LIFETIME = timedelta(days=2)
"""Lifetime of an `Idempotency-Key`."""
FEE_PAYMENT_TIME = timedelta(days=2)
"""Time to pay registration fees of a bulk enrollment whose seats are free."""
MAX_RUNNING = 3
"""Number of an organization's files checked concurrently; others wait."""

_earlier = aliased(BulkEnrollment)
QUEUE_POSITION: ColumnElement[int] = (
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
"""Number of the organization's earlier files being checked. Test files wait only for other tests.
"""

LEAST_RECENT: ColumnElement[Any] = col(BulkEnrollment.worked_at).asc().nulls_first()
"""Round-robin order: a large file delays no other."""

FILES_AHEAD: ColumnElement[int] = func.greatest(QUEUE_POSITION - MAX_RUNNING + 1, 0)
"""Number of files that must finish before this one starts."""

HAS_FREE_SEATS: ColumnElement[bool] = and_(
    col(BulkEnrollment.status) == Status.FINISHED, col(BulkEnrollment.free_seats) > 0
)
"""Tells if paid prepaid seats are left to assign."""


def is_under_way(bulk: BulkEnrollment) -> ColumnElement[bool]:
    """Tell if a row of this file is still being checked."""
    return or_(col(BulkRow.state) == RowState.UNCHECKED, _is_being_matched(bulk))


def _is_being_matched(bulk: BulkEnrollment) -> ColumnElement[bool]:
    is_open = col(BulkRow.portion).in_([*bulk.unasked, *bulk.unanswered])
    return and_(literal(bulk.status is Status.CHECKING), is_open)


def build_shown_state(bulk: BulkEnrollment) -> ColumnElement[Any]:
    """Build the displayed state of a row of this file."""
    is_matching = and_(col(BulkRow.state) == RowState.VALID, _is_being_matched(bulk))
    return case((is_matching, RowState.MATCHING.value), else_=col(BulkRow.state))


BATCH_OBSTACLES = {
    kind: is_met for kind, is_met in OBSTACLES.items() if kind not in (AlreadyEnrolled, SeatsFull)
}
"""Obstacles that apply to everyone in a batch."""


def compute_deletion_time(bulk: BulkEnrollment, kept: timedelta) -> datetime | None:
    """Return the deletion time of the rows' personal data; None before the end. The setting
    `bulk_people_days` has the retention.
    """
    if bulk.status not in ENDED:
        return None
    return bulk.emptied_at or bulk.updated_at + kept


def is_due_for_deletion(kept: timedelta) -> ColumnElement[bool]:
    """Tell if the rows' personal data is due for deletion."""
    return and_(
        col(BulkEnrollment.status).in_(ENDED),
        col(BulkEnrollment.emptied_at).is_(None),
        col(BulkEnrollment.updated_at) <= func.now() - kept,
    )


DELETED_VALUES: dict[str, Any] = {
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
"""Values of a row after deleting its personal data, also when one person is erased."""
