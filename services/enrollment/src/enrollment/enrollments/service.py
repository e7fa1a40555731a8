"""What people do with enrollments. Enrolling itself is in `enroll`, reading in `queries`."""

from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus as Status
from contracts.payments import RefundReason
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlmodel import col

from enrollment.enrollments import queries
from enrollment.enrollments.errors import BatchStarted, TransitionRefused
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.moves import lock, move, offer_seats, recorded, with_a_seat
from enrollment.enrollments.refunds import refund
from enrollment.enrollments.schemas import EnrollmentRead
from enrollment.enrollments.states import CANCELLABLE, CANCELLABLE_BY_ORGANIZATION
from enrollment.replicas.models import Batch


async def accept_request(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> EnrollmentRead:
    """Give a request its seat: it is to be paid now, or confirmed where the batch is free.

    Raises `SeatsFull` when none is left, and the request stays as it is: the organization
    then raises the capacity or rejects it.
    """
    enrollment, batch, has_started, _ = await lock(
        session, col(Enrollment.id) == enrollment_id, col(Enrollment.organization_id) == actor.scope
    )
    # The sweep is about to end the requests of a batch that was cancelled.
    if enrollment.status is not Status.REQUESTED or batch.status is BatchStatus.CANCELLED:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    await _decide(session, enrollment, batch, with_a_seat(enrollment))
    return await queries.get_enrollment(session, actor, enrollment_id)


async def reject_request(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, reason: str
) -> EnrollmentRead:
    """Refuse a request. The candidate reads the reason, and may ask again."""
    enrollment, batch, *_ = await lock(
        session, col(Enrollment.id) == enrollment_id, col(Enrollment.organization_id) == actor.scope
    )
    if enrollment.status is not Status.REQUESTED:
        raise TransitionRefused
    await _decide(session, enrollment, batch, Status.REJECTED, reason=reason)
    await offer_seats(session, batch)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def cancel_own(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> EnrollmentRead:
    """End the caller's own enrollment before the batch starts, and pass the seat on.

    What was paid goes back on the batch's terms of cancellation.
    """
    enrollment, batch, has_started, kept_percent = await lock(
        session,
        col(Enrollment.id) == enrollment_id,
        col(Enrollment.candidate_profile_id) == actor.profile_id,
    )
    was = enrollment.status
    if was not in CANCELLABLE:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    await _decide(session, enrollment, batch, Status.CANCELLED)
    if was is Status.CONFIRMED:
        await refund(
            session, enrollment, RefundReason.CANCELLED_BY_CANDIDATE, kept_percent=kept_percent
        )
    await offer_seats(session, batch)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def cancel_by_organization(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, reason: str
) -> EnrollmentRead:
    """End an enrollment in the organization's batch before the batch starts, and pass the seat on.

    What was paid goes back as a whole, however short it is before the start. The candidate reads
    the reason.
    """
    enrollment, batch, has_started, _ = await lock(
        session, col(Enrollment.id) == enrollment_id, col(Enrollment.organization_id) == actor.scope
    )
    was = enrollment.status
    if was not in CANCELLABLE_BY_ORGANIZATION:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    await _decide(session, enrollment, batch, Status.CANCELLED, reason=reason)
    if was is Status.CONFIRMED:
        await refund(session, enrollment, RefundReason.CANCELLED_BY_ORGANIZATION)
    await offer_seats(session, batch)
    return await queries.get_enrollment(session, actor, enrollment_id)


async def _decide(
    session: AsyncSession,
    enrollment: Enrollment,
    batch: Batch,
    to: Status,
    *,
    reason: str | None = None,
) -> None:
    """Move an enrollment at a person's request, and record it in the audit trail."""
    with recorded(session, enrollment, enrollment.organization_id):
        await move(session, enrollment, batch, to, reason=reason)
