"""Charges, settles and ends confirmed files.

A file is paid as a whole, so one statement transitions all of its enrollments.
"""

from typing import Any
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import ChargeCancelled, ChargeLine, EnrollmentChanged
from contracts.enrollment import EnrollmentStatus as EnrollmentState
from contracts.payments import ChargePurpose, RefundReason
from contracts.people import PORTION, RegistrationPayer, RegistrationsCovered
from kit.core.failpoints import hit
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from kit.messaging import outbox
from sqlalchemy import Result, func, null, select
from sqlmodel import col

from enrollment.bulk_enrollments.confirmation.queries import build_fee_lines
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.seat_purchases.service import release_unassigned_seats
from enrollment.bulk_enrollments.states import RowState
from enrollment.enrollments.events import enrollment_changed_data
from enrollment.enrollments.models import ENROLLMENT_STATES, Enrollment
from enrollment.enrollments.settlement.service import refund_enrollment
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.models import Batch, RegistrationTerms
from enrollment.seats.service import change_seats


async def list_seat_lines(session: AsyncSession, bulk_id: UUID) -> list[ChargeLine]:
    """List a charge line for each batch and price of unpaid seats."""
    found: Result[Any] = await session.execute(
        select(
            col(Batch.code),
            col(Batch.title_en),
            col(Batch.title_ar),
            col(Enrollment.price_minor).label("unit_minor"),
            func.count().label("quantity"),
        )
        .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
        .where(
            col(Enrollment.bulk_enrollment_id) == bulk_id,
            col(Enrollment.status) == EnrollmentState.PENDING_PAYMENT,
        )
        .group_by(col(Batch.id), col(Enrollment.price_minor))
        .order_by(col(Batch.code), col(Enrollment.price_minor))
    )
    return [ChargeLine.model_validate(row._mapping) for row in found]  # noqa: SLF001


async def list_fee_lines(session: AsyncSession, bulk: BulkEnrollment) -> list[ChargeLine]:
    """List the registration fees, if the organization pays them."""
    if bulk.registration is not RegistrationPayer.ORGANIZATION:
        return []
    terms = await session.get_one(RegistrationTerms, "global")
    assert bulk.confirmed_at
    # The fee on the day of confirmation applies.
    fee = terms.get_fee(bulk.confirmed_at.astimezone(RIYADH).date())
    lines = build_fee_lines(len(await _list_due(session, bulk.id)), fee)
    if lines:
        bulk.currency = bulk.currency or terms.currency
    return lines


async def _list_due(session: AsyncSession, bulk_id: UUID) -> list[UUID]:
    """List profiles with a seat and an unpaid registration fee."""
    found = await session.scalars(
        select(col(BulkRow.profile_id))
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            col(BulkRow.state) == RowState.ENROLLED,
            col(BulkRow.registration_due),
            col(BulkRow.profile_id).is_not(None),
        )
        .distinct()
        .order_by(col(BulkRow.profile_id))
    )
    return [profile_id for profile_id in found if profile_id is not None]


async def confirm_paid(session: AsyncSession, bulk: BulkEnrollment) -> None:
    await _transition_all(
        session, bulk.id, EnrollmentState.PENDING_PAYMENT, EnrollmentState.CONFIRMED
    )
    bulk.confirmed = await count_confirmed(session, bulk.id)
    await change_status(session, bulk, Status.FINISHED)
    await _refund_cancelled(session, bulk.id)
    if bulk.registration is RegistrationPayer.ORGANIZATION:
        await _cover_fees(session, bulk)
    hit("bulk_enrollments.paid")


async def _refund_cancelled(session: AsyncSession, bulk_id: UUID) -> None:
    """Refund shares for enrollments cancelled before the payment arrived.

    The charge included them, unlike those of refused people.
    """
    gone = await session.scalars(
        select(Enrollment)
        .join(BulkRow, col(BulkRow.enrollment_id) == col(Enrollment.id))
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            col(Enrollment.bulk_enrollment_id) == bulk_id,
            col(Enrollment.status) == EnrollmentState.CANCELLED,
            col(Enrollment.price_minor) > 0,
            col(BulkRow.state) == RowState.ENROLLED,
        )
        .order_by(col(Enrollment.id))
    )
    for enrollment in gone.all():
        await refund_enrollment(session, enrollment, RefundReason.NOTHING_OWED)


async def _cover_fees(session: AsyncSession, bulk: BulkEnrollment) -> None:
    people = await _list_due(session, bulk.id)
    events = [
        RegistrationsCovered(
            bulk_enrollment_id=bulk.id, profile_ids=tuple(people[start : start + PORTION])
        )
        for start in range(0, len(people), PORTION)
    ]
    await outbox.publish_many(session, [(event, bulk.version) for event in events])


async def end_unpaid(session: AsyncSession, bulk: BulkEnrollment, to: Status) -> None:
    """Expire or cancel a locked file that awaits payment."""
    ended = EnrollmentState.EXPIRED if to is Status.EXPIRED else EnrollmentState.CANCELLED
    await _release(session, bulk.id, EnrollmentState.PENDING_PAYMENT, ended)
    await release_unassigned_seats(session, bulk)
    await change_status(session, bulk, to)
    # Payments itself reported expired charges as unpaid.
    if not bulk.test and to is not Status.EXPIRED:
        event = ChargeCancelled(purpose=ChargePurpose.BULK_ENROLLMENT, subject_id=bulk.id)
        await outbox.publish(session, event, sequence=bulk.version)
    hit("bulk_enrollments.ended")


async def end_refunded(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Cancel the enrollments of a locked, fully refunded file."""
    await _release(
        session,
        bulk.id,
        EnrollmentState.CONFIRMED,
        EnrollmentState.CANCELLED,
        returned_minor=col(Enrollment.price_minor),
    )
    await release_unassigned_seats(session, bulk)


async def _release(
    session: AsyncSession,
    bulk_id: UUID,
    was: EnrollmentState,
    to: EnrollmentState,
    **values: Any,
) -> None:
    """Transition all enrollments in a state and release their seats.

    Enrollments are locked before seats, as everywhere. The sweep `offer_free_seats` then offers the
    seats.
    """
    seats = await _lock(session, bulk_id, was)
    await _transition_all(session, bulk_id, was, to, **values)
    if was in HOLDS_SEAT:
        for batch_id, count in seats:
            await change_seats(session, batch_id, seats=-count)


async def _lock(
    session: AsyncSession, bulk_id: UUID, status: EnrollmentState
) -> list[tuple[UUID, int]]:
    """Lock the file's enrollments in a state and count them by batch, in locking order."""
    locked = (
        select(col(Enrollment.batch_id))
        .where(col(Enrollment.bulk_enrollment_id) == bulk_id, col(Enrollment.status) == status)
        .order_by(col(Enrollment.batch_id), col(Enrollment.id))
        .with_for_update()
        .cte("locked")
    )
    found = await session.execute(
        select(locked.c.batch_id, func.count())
        .group_by(locked.c.batch_id)
        .order_by(locked.c.batch_id)
    )
    return [(batch_id, count) for batch_id, count in found]


async def _transition_all(
    session: AsyncSession,
    bulk_id: UUID,
    was: EnrollmentState,
    to: EnrollmentState,
    **values: Any,
) -> int:
    """Transition all enrollments in a state and return their number."""
    changed = (
        ENROLLMENT_STATES.transition_all(was, to)
        .where(col(Enrollment.bulk_enrollment_id) == bulk_id)
        .values(
            payment_due_at=null(),
            version=col(Enrollment.version) + 1,
            updated_at=func.now(),
            **values,
        )
        .returning(
            *(getattr(Enrollment, name) for name in Enrollment.model_fields),
            func.gen_random_uuid().label("event_id"),
        )
        .cte("changed")
    )
    return await outbox.run_event_insert(
        session,
        outbox.build_event_insert(
            changed.join(Batch, col(Batch.id) == changed.c.batch_id),
            EnrollmentChanged,
            enrollment_changed_data(changed.c, Batch, was),
            id_=changed.c.event_id,
            sequence=changed.c.version,
        ),
    )


async def count_confirmed(session: AsyncSession, bulk_id: UUID) -> int:
    """Count the file's confirmed seats, including prepaid ones."""
    counted = (
        select(func.count())
        .select_from(BulkRow)
        .join(Enrollment, col(Enrollment.id) == col(BulkRow.enrollment_id))
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            col(Enrollment.status) == EnrollmentState.CONFIRMED,
        )
    )
    return await session.scalar(counted) or 0
