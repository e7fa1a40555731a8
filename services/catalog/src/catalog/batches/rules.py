"""Availability, seats left and dates of batches, as SQL expressions of `Batch`."""

from contracts.catalog import BatchStatus
from sqlalchemy import ColumnElement, Integer, and_, case, func, literal_column, or_
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.replicas.models import Organization

# Inlined, since a parameter would not match the index's expression.
_NONE: ColumnElement[int] = literal_column("0", Integer)
SEATS_LEFT: ColumnElement[int] = case(
    (col(Batch.waiting) > _NONE, _NONE),
    else_=func.greatest(col(Batch.capacity) - col(Batch.seats_taken), _NONE),
)
"""Seats that anyone can take; none while there is a waiting list, as in enrollment."""

CLOSES_AT = func.least(col(Batch.enrollment_closes_at), col(Batch.starts_at))
"""End of enrollment: its closing time, or the batch's start if that is earlier."""

IS_COMING = and_(col(Batch.status) == BatchStatus.PUBLISHED, func.now() < CLOSES_AT)
"""Enrollment is open or will open, ignoring free seats."""

IS_OPEN = and_(IS_COMING, col(Batch.enrollment_opens_at) <= func.now(), SEATS_LEFT > 0)
"""Enrollment is open and a seat is free."""

AVAILABILITY = case(
    (col(Batch.status) == BatchStatus.CANCELLED, "cancelled"),
    (or_(func.now() >= CLOSES_AT, col(Organization.suspended)), "closed"),
    (
        or_(
            col(Batch.status) == BatchStatus.DRAFT,
            col(Batch.enrollment_opens_at) > func.now(),
        ),
        "not_open",
    ),
    (SEATS_LEFT == 0, "full"),
    else_="open",
)
"""Availability of a batch joined with its organization; suspended organizations accept no
enrollments."""

PHASE_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "upcoming": col(Batch.starts_at) > func.now(),
    "running": and_(col(Batch.starts_at) <= func.now(), col(Batch.ends_at) > func.now()),
    "ended": col(Batch.ends_at) <= func.now(),
}
"""Condition of each `Phase`."""

PHASE = case(*((condition, phase) for phase, condition in PHASE_CONDITIONS.items()))
