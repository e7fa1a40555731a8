"""What becomes of a confirmed file: its charge, its money, its end.

Enrollments of a file change together, in one statement each: a file is paid as a whole.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import (
    ChargeCancelled,
    ChargeLine,
    ChargePurpose,
    ChargeRequested,
    EnrollmentChanged,
    RefundReason,
)
from contracts.enrollment import EnrollmentStatus as EnrollmentState
from contracts.payments import ChargePaid, ChargeRefunded, ChargeStatus
from contracts.people import PORTION, RegistrationPayer, RegistrationsCovered
from kit import db
from kit.days import RIYADH
from kit.db import AsyncSession
from kit.failpoints import hit
from kit.messaging import outbox
from sqlalchemy import Result, func, null, select, update
from sqlmodel import col

from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.people import to_be_admitted
from enrollment.bulk_enrollments.quote import fee_lines, total_of
from enrollment.bulk_enrollments.states import RowState
from enrollment.enrollments.events import enrollment_changed_data
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.refunds import refund, request_refund
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.models import Batch, RegistrationTerms
from enrollment.replicas.service import ChargeEvent, upsert_charge
from enrollment.seats.service import change_seats

FEES_DUE = timedelta(days=2)
"""How long registration fees may be paid where all seats are free."""


class NotKnownYet(Exception):
    """The bulk enrollment is not here. The event is handled again later, and then parked."""


async def end_admission(session: AsyncSession) -> int:
    """Request the charge of a file whose people are all admitted, or end it where it is free."""
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.PROCESSING,
        ~to_be_admitted(),
        order_by=[col(BulkEnrollment.confirmed_at), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        lines = [*await _lines(session, bulk.id), *await _fees(session, bulk)]
        bulk.amount_minor = total_of(lines)
        bulk.confirmed = await _count(session, bulk.id, EnrollmentState.CONFIRMED)
        if lines:
            bulk.payment_due_at = bulk.payment_due_at or await db.now(session) + FEES_DUE
            await change_status(session, bulk, Status.AWAITING_PAYMENT)
            await outbox.publish(session, _charge_of(bulk, lines), sequence=bulk.version)
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


def _charge_of(bulk: BulkEnrollment, lines: list[ChargeLine]) -> ChargeRequested:
    assert bulk.confirmed_by and bulk.confirmed_profile_id and bulk.payment_due_at
    return ChargeRequested(
        purpose=ChargePurpose.BULK_ENROLLMENT,
        subject_id=bulk.id,
        payer_profile_id=bulk.confirmed_profile_id,
        payer_user_id=bulk.confirmed_by,
        organization_id=bulk.organization_id,
        amount_minor=bulk.amount_minor,
        currency=bulk.currency,
        title_en=lines[0].title_en if len(lines) == 1 else "Bulk enrollment",
        title_ar=lines[0].title_ar if len(lines) == 1 else "تسجيل جماعي",
        subject_code=lines[0].code if len(lines) == 1 else "",
        lines=tuple(lines),
        purchase_order=bulk.purchase_order,
        due_at=bulk.payment_due_at,
    )


async def on_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> None:
    """Store the charge of a file, and act on the money that came or went back.

    Raises `NotKnownYet`.
    """
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == event.subject_id)
    if bulk is None:
        raise NotKnownYet(f"the bulk enrollment {event.subject_id} of charge {event.charge_id}")
    charge = await upsert_charge(session, event, sequence)
    bulk.charge_id = charge.id
    if isinstance(event, ChargePaid) and charge.settled_at is None:
        charge.settled_at = await db.now(session)
        if bulk.status is Status.AWAITING_PAYMENT:
            await _confirm(session, bulk)
        elif charge.status is not ChargeStatus.REFUNDED:
            await session.flush()
            await request_refund(session, charge.id, RefundReason.SEATS_FULL)
    elif isinstance(event, ChargeRefunded) and charge.status is ChargeStatus.REFUNDED:
        await _release(session, bulk.id, EnrollmentState.CONFIRMED, EnrollmentState.CANCELLED)


async def _confirm(session: AsyncSession, bulk: BulkEnrollment) -> None:
    await _move_all(session, bulk.id, EnrollmentState.PENDING_PAYMENT, EnrollmentState.CONFIRMED)
    bulk.confirmed = await _count(session, bulk.id, EnrollmentState.CONFIRMED)
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
    """End the files that were not paid in time: all their unpaid seats go back at once."""
    due = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.AWAITING_PAYMENT,
        col(BulkEnrollment.payment_due_at) <= func.now(),
        order_by=[col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in due:
        await end_unpaid(session, bulk, Status.EXPIRED)
    return len(due)


async def end_unpaid(session: AsyncSession, bulk: BulkEnrollment, to: Status) -> None:
    """End a locked file that awaits its payment, as expired or cancelled."""
    ended = EnrollmentState.EXPIRED if to is Status.EXPIRED else EnrollmentState.CANCELLED
    await _release(session, bulk.id, EnrollmentState.PENDING_PAYMENT, ended)
    await change_status(session, bulk, to)
    event = ChargeCancelled(purpose=ChargePurpose.BULK_ENROLLMENT, subject_id=bulk.id)
    await outbox.publish(session, event, sequence=bulk.version)
    hit("bulk_enrollments.ended")


async def _release(
    session: AsyncSession, bulk_id: UUID, was: EnrollmentState, to: EnrollmentState
) -> None:
    """Move all of the file's enrollments that are in a state, and give their seats back.

    The enrollments are locked before the seats, as everywhere. The sweep `offer_free_seats` gives
    the seats to whoever waits.
    """
    seats = await _lock(session, bulk_id, was)
    await _move_all(session, bulk_id, was, to)
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
    session: AsyncSession, bulk_id: UUID, was: EnrollmentState, to: EnrollmentState
) -> int:
    """Bring all of the file's enrollments from one state into another; how many they were."""
    changed = (
        update(Enrollment)
        .where(col(Enrollment.bulk_enrollment_id) == bulk_id, col(Enrollment.status) == was)
        .values(
            status=to,
            payment_due_at=null(),
            version=col(Enrollment.version) + 1,
            updated_at=func.now(),
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


async def _count(session: AsyncSession, bulk_id: UUID, status: EnrollmentState) -> int:
    counted = select(func.count()).where(
        col(Enrollment.bulk_enrollment_id) == bulk_id, col(Enrollment.status) == status
    )
    return await session.scalar(counted) or 0
