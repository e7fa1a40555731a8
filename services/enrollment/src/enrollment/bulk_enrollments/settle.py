"""What becomes of a confirmed file: its charge, its money, its end.

Enrollments of a file change together, in one statement each: a file is paid as a whole.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import ChargeCancelled, ChargeLine, EnrollmentChanged
from contracts.enrollment import EnrollmentStatus as EnrollmentState
from contracts.payments import ChargePaid, ChargePurpose, ChargeRefunded, ChargeStatus, RefundReason
from contracts.people import PORTION, RegistrationPayer, RegistrationsCovered
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from kit.messaging import outbox
from sqlalchemy import Result, exists, func, null, select
from sqlmodel import col

from enrollment.bulk_enrollments.bought import release_free
from enrollment.bulk_enrollments.events import change_status, charge_of, publish_change
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.people import to_be_admitted
from enrollment.bulk_enrollments.quote import fee_lines, total_of
from enrollment.bulk_enrollments.states import RowState
from enrollment.enrollments.events import enrollment_changed_data
from enrollment.enrollments.models import ENROLLMENT_STATES, Enrollment
from enrollment.enrollments.settlement.service import refund
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.errors import NotKnownYet
from enrollment.replicas.models import UNPAID, Batch, RegistrationTerms
from enrollment.replicas.service import ChargeEvent, upsert_charge
from enrollment.seats.service import change_seats
from enrollment.settlements.queries import is_expiry_requested
from enrollment.settlements.service import (
    end_expiry_request,
    mark_settled,
    refund_part,
    request_expiry,
    request_refund,
)

FEES_DUE = timedelta(days=2)
"""How long registration fees may be paid where all seats are free."""


async def end_admission(session: AsyncSession) -> int:
    """Request the charge of a file whose people are all admitted, or end it where it is free."""
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.PROCESSING,
        ~col(BulkEnrollment.test),
        ~to_be_admitted(),
        order_by=[col(BulkEnrollment.confirmed_at), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        lines = [*await _lines(session, bulk.id), *await _fees(session, bulk)]
        bulk.amount_minor = total_of(lines)
        bulk.confirmed = await count_confirmed(session, bulk.id)
        if lines:
            bulk.payment_due_at = bulk.payment_due_at or await db.now(session) + FEES_DUE
            await change_status(session, bulk, Status.AWAITING_PAYMENT)
            await outbox.publish(session, charge_of(bulk, lines), sequence=bulk.version)
        else:
            await change_status(session, bulk, Status.FINISHED)
        hit("bulk_enrollments.admitted")
    return len(claimed)


async def _lines(session: AsyncSession, bulk_id: UUID) -> list[ChargeLine]:
    """A line for each batch and price of the seats that are not paid."""
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


async def _fees(session: AsyncSession, bulk: BulkEnrollment) -> list[ChargeLine]:
    """The registration fees, where the organization pays those of the people it brings."""
    if bulk.registration is not RegistrationPayer.ORGANIZATION:
        return []
    terms = await session.get_one(RegistrationTerms, "global")
    assert bulk.confirmed_at
    # Of the day on which it was agreed to.
    fee = terms.fee_on(bulk.confirmed_at.astimezone(RIYADH).date())
    lines = fee_lines(len(await _list_due(session, bulk.id)), fee)
    if lines:
        bulk.currency = bulk.currency or terms.currency
    return lines


async def _list_due(session: AsyncSession, bulk_id: UUID) -> list[UUID]:
    """The profiles with a seat whose registration fee is not paid."""
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


async def on_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> None:
    """Store the charge of a file, and act on the money that came or went back.

    Raises `NotKnownYet`.
    """
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == event.subject_id)
    if bulk is None:
        raise NotKnownYet(f"the bulk enrollment {event.subject_id} of charge {event.charge_id}")
    charge = await upsert_charge(session, event, sequence)
    bulk.charge_id = charge.id
    if charge.status is not ChargeStatus.OPEN:
        await end_expiry_request(session, bulk.id)
    if charge.status in UNPAID:
        await _expire(session, bulk)
    if isinstance(event, ChargePaid | ChargeRefunded) and await mark_settled(session, charge.id):
        if bulk.status is Status.AWAITING_PAYMENT:
            await _confirm(session, bulk)
        elif charge.status is not ChargeStatus.REFUNDED:
            await session.flush()
            await request_refund(session, charge.id, RefundReason.SEATS_FULL)
    if isinstance(event, ChargeRefunded) and charge.status is ChargeStatus.REFUNDED:
        await _release(
            session,
            bulk.id,
            EnrollmentState.CONFIRMED,
            EnrollmentState.CANCELLED,
            returned_minor=col(Enrollment.price_minor),
        )
        await release_free(session, bulk)


async def on_charge_absent(session: AsyncSession, bulk_id: UUID) -> None:
    """End an overdue file for which nothing was charged."""
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == bulk_id)
    await end_expiry_request(session, bulk_id)
    if bulk is not None:
        await _expire(session, bulk)


async def _expire(session: AsyncSession, bulk: BulkEnrollment) -> None:
    if bulk.status is Status.AWAITING_PAYMENT:
        await end_unpaid(session, bulk, Status.EXPIRED)


async def _confirm(session: AsyncSession, bulk: BulkEnrollment) -> None:
    await _move_all(session, bulk.id, EnrollmentState.PENDING_PAYMENT, EnrollmentState.CONFIRMED)
    bulk.confirmed = await count_confirmed(session, bulk.id)
    await change_status(session, bulk, Status.FINISHED)
    await _refund_gone(session, bulk.id)
    if bulk.registration is RegistrationPayer.ORGANIZATION:
        await _cover_fees(session, bulk)
    hit("bulk_enrollments.paid")


async def _refund_gone(session: AsyncSession, bulk_id: UUID) -> None:
    """Give back the parts for those who had left, or whose batch was cancelled, when the money
    came: they were in the charge, unlike those who were not admitted."""
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
        await refund(session, enrollment, RefundReason.NOTHING_OWED)


async def _cover_fees(session: AsyncSession, bulk: BulkEnrollment) -> None:
    people = await _list_due(session, bulk.id)
    events = [
        RegistrationsCovered(
            bulk_enrollment_id=bulk.id, profile_ids=tuple(people[start : start + PORTION])
        )
        for start in range(0, len(people), PORTION)
    ]
    await outbox.publish_many(session, [(event, bulk.version) for event in events])


async def expire_unpaid(session: AsyncSession) -> int:
    """Ask payments whether files that were not paid in time are unpaid. Their seats stay held until
    it answers, and then go back at once."""
    due = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.AWAITING_PAYMENT,
        col(BulkEnrollment.payment_due_at) <= func.now(),
        ~is_expiry_requested(col(BulkEnrollment.id)),
        order_by=[col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in due:
        if bulk.test:
            await end_unpaid(session, bulk, Status.EXPIRED)
        else:
            subjects = [(bulk.id, bulk.version)]
            await request_expiry(session, subjects, ChargePurpose.BULK_ENROLLMENT)
    return len(due)


async def end_unpaid(session: AsyncSession, bulk: BulkEnrollment, to: Status) -> None:
    """End a locked file that awaits its payment, as expired or cancelled."""
    ended = EnrollmentState.EXPIRED if to is Status.EXPIRED else EnrollmentState.CANCELLED
    await _release(session, bulk.id, EnrollmentState.PENDING_PAYMENT, ended)
    await release_free(session, bulk)
    await change_status(session, bulk, to)
    # Payments has said itself that an expired one is unpaid.
    if not bulk.test and to is not Status.EXPIRED:
        event = ChargeCancelled(purpose=ChargePurpose.BULK_ENROLLMENT, subject_id=bulk.id)
        await outbox.publish(session, event, sequence=bulk.version)
    hit("bulk_enrollments.ended")


async def _release(
    session: AsyncSession,
    bulk_id: UUID,
    was: EnrollmentState,
    to: EnrollmentState,
    **values: Any,
) -> None:
    """Move all of the file's enrollments that are in a state, and give their seats back.

    The enrollments are locked before the seats, as everywhere. The sweep `offer_free_seats` gives
    the seats to whoever waits.
    """
    seats = await _lock(session, bulk_id, was)
    await _move_all(session, bulk_id, was, to, **values)
    if was in HOLDS_SEAT:
        for batch_id, count in seats:
            await change_seats(session, batch_id, seats=-count)


async def _lock(
    session: AsyncSession, bulk_id: UUID, status: EnrollmentState
) -> list[tuple[UUID, int]]:
    """Lock the file's enrollments of a state; how many there are of each batch, in order."""
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


async def _move_all(
    session: AsyncSession,
    bulk_id: UUID,
    was: EnrollmentState,
    to: EnrollmentState,
    **values: Any,
) -> int:
    """Bring all of the file's enrollments from one state into another; how many they were."""
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
    return await outbox.publish_with(
        session,
        outbox.insert_from(
            changed.join(Batch, col(Batch.id) == changed.c.batch_id),
            EnrollmentChanged,
            enrollment_changed_data(changed.c, Batch, was),
            id_=changed.c.event_id,
            sequence=changed.c.version,
        ),
    )


async def count_confirmed(session: AsyncSession, bulk_id: UUID) -> int:
    """How many of the file's people have a confirmed seat, whichever charge has paid it."""
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


async def end_with_batch(session: AsyncSession) -> int:
    """Give back the seats without names of batches that were cancelled, and what was paid for
    them. Those that have people end with these."""
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.free_seats) > 0,
        exists().where(
            col(Batch.id) == col(BulkEnrollment.batch_id),
            col(Batch.status) == BatchStatus.CANCELLED,
        ),
        order_by=[col(BulkEnrollment.batch_id), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        if bulk.status is Status.AWAITING_PAYMENT:
            await end_unpaid(session, bulk, Status.CANCELLED)
            continue
        await refund_part(
            session,
            bulk.id,
            bulk.free_seats * bulk.seat_price_minor,
            RefundReason.CANCELLED_BY_ORGANIZATION,
            part_id=bulk.id,
        )
        await release_free(session, bulk)
        await publish_change(session, bulk)
    return len(claimed)
