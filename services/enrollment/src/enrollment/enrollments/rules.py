"""Rules of enrolling, as SQL expressions over a batch, its seats and its enrollments.

The enroll statement and the refusal share them, so both always agree. Times use the database's
clock.
"""

from collections.abc import Mapping
from typing import Any

from contracts.catalog import BatchStatus
from kit.core.errors import Conflict
from sqlalchemy import (
    ColumnElement,
    SQLColumnExpression,
    Uuid,
    and_,
    bindparam,
    case,
    exists,
    func,
)
from sqlmodel import col

from enrollment.enrollments.errors import (
    AlreadyEnrolled,
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentNotOpen,
    EnrollmentPaused,
)
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.states import ACTIVE, get_initial_status
from enrollment.replicas.models import Batch, Organization
from enrollment.seats.errors import SeatsFull
from enrollment.seats.rules import IS_PUBLIC, SEATS_LEFT

BATCH = bindparam("batch", type_=Uuid)
CANDIDATE = bindparam("candidate", type_=Uuid)
"""ID of the candidate's profile."""


def is_active_enrollment(batch: Any, candidate: Any) -> ColumnElement[bool]:
    """Match the one active enrollment of a candidate in a batch; both are ids or expressions."""
    return and_(
        col(Enrollment.batch_id) == batch,
        col(Enrollment.candidate_profile_id) == candidate,
        col(Enrollment.status).in_(sorted(ACTIVE)),
    )


IS_OWN_AND_ACTIVE: ColumnElement[bool] = is_active_enrollment(BATCH, CANDIDATE)
"""Matches the candidate's active enrollment in the batch."""

HAS_ACTIVE: ColumnElement[bool] = exists().where(IS_OWN_AND_ACTIVE)

HAS_STARTED: ColumnElement[bool] = col(Batch.starts_at) <= func.now()

IS_PAUSED: ColumnElement[bool] = (
    exists()
    .where(col(Organization.id) == col(Batch.organization_id), col(Organization.suspended))
    .correlate(Batch)
)
"""Tells if the batch's organization is suspended. Existing seats are kept."""

OBSTACLES: Mapping[type[Conflict], ColumnElement[bool]] = {
    AlreadyEnrolled: HAS_ACTIVE,
    BatchCancelled: col(Batch.status) != BatchStatus.PUBLISHED,
    BatchStarted: HAS_STARTED,
    EnrollmentClosed: and_(~HAS_STARTED, col(Batch.enrollment_closes_at) <= func.now()),
    EnrollmentNotOpen: col(Batch.enrollment_opens_at) > func.now(),
    EnrollmentPaused: IS_PAUSED,
    SeatsFull: SEATS_LEFT == 0,
}
"""Obstacles for a candidate in a public batch, the most important first."""

MAY_ENROLL: ColumnElement[bool] = and_(
    IS_PUBLIC, *(~is_met for kind, is_met in OBSTACLES.items() if kind is not SeatsFull)
)
"""Tells if the candidate may take a seat or join the waiting list."""


def build_initial_status(price_minor: SQLColumnExpression[int]) -> ColumnElement[str]:
    """Build the status of an enrollment when it gets its seat."""
    owed, free = (get_initial_status(owed=owed).value for owed in (True, False))
    return case((price_minor > 0, owed), else_=free)
