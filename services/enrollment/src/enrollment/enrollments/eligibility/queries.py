"""Checks eligibility to enroll, for the enroll step and for refusals."""

from typing import Any
from uuid import UUID

from contracts.profiles import ProfileType
from kit.core.errors import Conflict
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import Row, Select, select
from sqlmodel import col

from enrollment.enrollments import queries
from enrollment.enrollments.cancellation.rules import refundable_until
from enrollment.enrollments.errors import AlreadyEnrolled, CandidatesOnly
from enrollment.enrollments.rules import BATCH, OBSTACLES
from enrollment.enrollments.schemas import EligibilityRead, EnrolledBatch, Obstacle
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch
from enrollment.seats.errors import SeatsFull
from enrollment.seats.models import Seats
from enrollment.seats.rules import IS_PUBLIC, SEATS_LEFT

_COLUMNS: list[Any] = [
    Batch,
    Seats,
    SEATS_LEFT.label("seats_left"),
    refundable_until(col(Batch.price_minor)).label("refundable_until"),
    *(is_met.label(kind.__name__) for kind, is_met in OBSTACLES.items()),
]
_READ: Select[Any] = (
    select(*_COLUMNS)
    .join(Seats, col(Seats.batch_id) == col(Batch.id))
    .where(col(Batch.id) == BATCH, IS_PUBLIC)
)


async def get_eligibility(
    session: AsyncSession, actor: Principal | None, batch_id: UUID
) -> EligibilityRead:
    """Return the eligibility for the enroll step; visitors get only the batch's own obstacles.

    Raises `BatchUnknown` for a draft or a batch not yet replicated.
    """
    is_candidate = actor is not None and actor.profile_type is ProfileType.CANDIDATE
    candidate = actor if is_candidate else None
    row = await _read(session, candidate, batch_id)
    batch, seats, found = row.Batch, row.Seats, _list_obstacles(row)
    own = None
    if candidate is not None and AlreadyEnrolled in found:
        own = await queries.find_active_enrollment(session, candidate, batch_id)
    if actor is not None and candidate is None:
        found.insert(0, CandidatesOnly)
    return EligibilityRead(
        batch=EnrolledBatch.model_validate(batch, from_attributes=True),
        price_minor=batch.price_minor,
        currency=batch.currency,
        requires_acceptance=batch.requires_acceptance,
        payment_window_minutes=batch.payment_window_minutes,
        refundable_until=row.refundable_until,
        enrollment_opens_at=batch.enrollment_opens_at,
        enrollment_closes_at=batch.enrollment_closes_at,
        capacity=seats.capacity,
        seats_left=row.seats_left,
        waiting=seats.waiting,
        can_enroll=not found,
        can_join_waiting_list=batch.waiting_list and found == [SeatsFull],
        obstacles=[Obstacle(code=kind.code, detail=kind.default_detail) for kind in found],
        enrollment=own,
    )


async def raise_obstacle(session: AsyncSession, actor: Principal, batch_id: UUID) -> None:
    """Raise the first obstacle to enrolling; return if none is left.

    Raises `BatchUnknown` too.
    """
    for kind in _list_obstacles(await _read(session, actor, batch_id)):
        raise kind


async def _read(session: AsyncSession, candidate: Principal | None, batch_id: UUID) -> Row[Any]:
    values = {"batch": batch_id, "candidate": candidate.profile_id if candidate else None}
    row: Row[Any] | None = (await session.execute(_READ, values)).first()
    if row is None:
        raise BatchUnknown
    return row


def _list_obstacles(row: Row[Any]) -> list[type[Conflict]]:
    """Return all obstacles, the most important first."""
    return [kind for kind in OBSTACLES if getattr(row, kind.__name__)]
