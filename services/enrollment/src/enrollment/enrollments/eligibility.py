"""Whether a candidate can enroll, and why not: one rule for the enroll step and its refusal."""

from datetime import datetime
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.profiles import ProfileType
from kit.auth import Principal
from kit.db import AsyncSession
from kit.errors import Conflict
from sqlalchemy import func, select
from sqlmodel import col

from enrollment.enrollments import queries
from enrollment.enrollments.errors import (
    AlreadyEnrolled,
    BatchCancelled,
    BatchStarted,
    CandidatesOnly,
    EnrollmentClosed,
    EnrollmentNotOpen,
)
from enrollment.enrollments.schemas import EligibilityRead, EnrolledBatch, EnrollmentRead, Obstacle
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.seats.service import SeatsFull


async def read_eligibility(
    session: AsyncSession, actor: Principal | None, batch_id: UUID
) -> EligibilityRead:
    """What the enroll step shows; a visitor without an account is told of the batch alone.

    Raises `BatchUnknown` for a draft or a batch that is not known yet.
    """
    batch, seats, now = await _facts(session, batch_id)
    is_candidate = actor is not None and _is_candidate(actor)
    own = await queries.read_active(session, actor, batch_id) if actor and is_candidate else None
    found = _obstacles(batch, seats, own, now)
    if actor is not None and not is_candidate:
        found.insert(0, CandidatesOnly)
    return EligibilityRead(
        batch=EnrolledBatch(
            id=batch.id,
            training_id=batch.training_id,
            organization_id=batch.organization_id,
            code=batch.code,
            title_en=batch.title_en,
            title_ar=batch.title_ar,
            city_en=batch.city_en,
            city_ar=batch.city_ar,
            starts_at=batch.starts_at,
            ends_at=batch.ends_at,
            status=batch.status,
        ),
        price_minor=batch.price_minor,
        currency=batch.currency,
        requires_acceptance=batch.requires_acceptance,
        payment_window_minutes=batch.payment_window_minutes,
        refundable_until=queries.refundable_until(batch.starts_at, batch.price_minor),
        enrollment_opens_at=batch.enrollment_opens_at,
        enrollment_closes_at=batch.enrollment_closes_at,
        capacity=seats.capacity,
        seats_left=max(seats.capacity - seats.taken, 0),
        waiting=seats.waiting,
        can_enroll=not found,
        can_join_waiting_list=found == [SeatsFull],
        obstacles=[Obstacle(code=kind.code, detail=kind.default_detail) for kind in found],
        enrollment=own,
    )


async def refusal(session: AsyncSession, actor: Principal, batch_id: UUID) -> Conflict:
    """Why enrolling did not work, as the problem to answer.

    Raises `BatchUnknown` instead where that is it. `SeatsFull` when nothing stands in the way
    any more: the seat that came free meanwhile is there for the next attempt.
    """
    batch, seats, now = await _facts(session, batch_id)
    own = await queries.read_active(session, actor, batch_id)
    return next(iter(_obstacles(batch, seats, own, now)), SeatsFull)()


async def _facts(session: AsyncSession, batch_id: UUID) -> tuple[Batch, Seats, datetime]:
    row = (
        await session.execute(
            select(Batch, Seats, func.now())
            .join(Seats, col(Seats.batch_id) == col(Batch.id))
            .where(col(Batch.id) == batch_id, col(Batch.status) != BatchStatus.DRAFT)
        )
    ).first()
    if row is None:
        raise BatchUnknown
    batch, seats, now = row
    return batch, seats, now


def _obstacles(
    batch: Batch, seats: Seats, own: EnrollmentRead | None, now: datetime
) -> list[type[Conflict]]:
    """Everything in the way, what matters most first."""
    found: list[type[Conflict]] = []
    if own is not None:
        found.append(AlreadyEnrolled)
    if batch.status is BatchStatus.CANCELLED:
        found.append(BatchCancelled)
    if batch.starts_at <= now:
        found.append(BatchStarted)
    elif batch.enrollment_closes_at <= now:
        found.append(EnrollmentClosed)
    elif batch.enrollment_opens_at > now:
        found.append(EnrollmentNotOpen)
    # A seat that came free belongs to the first who waits for it.
    if seats.taken >= seats.capacity or seats.waiting > 0:
        found.append(SeatsFull)
    return found


def _is_candidate(actor: Principal) -> bool:
    return actor.profile is not None and actor.profile.type is ProfileType.CANDIDATE
