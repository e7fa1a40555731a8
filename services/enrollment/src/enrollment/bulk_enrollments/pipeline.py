"""Steps of a bulk enrollment, in order:

    mapping -> checking -> checked -> processing -> awaiting_payment -> finished

Routes run the steps of people, sweeps (`tasks`) the automatic ones, and handlers those triggered by
identity and payments. Each step is one transaction; any replica of the service may run it or crash.
"""

from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.payments import ChargePaid, ChargePurpose, ChargeRefunded, ChargeStatus, RefundReason
from contracts.people import PORTION_TO_MATCH, PeopleAdmitted, PeopleMatched
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession, utc_now
from kit.messaging import outbox
from kit.messaging.periodic import run_after_commit
from kit.security.auth import Caller
from sqlalchemy import exists, func, or_, update
from sqlmodel import col

from enrollment.bulk_enrollments.confirmation.admission.service import (
    HAS_UNADMITTED,
    HAS_UNREQUESTED,
    request_next_admission,
    store_other_admissions,
    store_proposed_admissions,
)
from enrollment.bulk_enrollments.confirmation.queries import quote, sum_lines
from enrollment.bulk_enrollments.confirmation.service import enroll_all, lock_seats, require_seats
from enrollment.bulk_enrollments.confirmation.settlement.service import (
    confirm_paid,
    count_confirmed,
    end_refunded,
    end_unpaid,
    list_fee_lines,
    list_seat_lines,
)
from enrollment.bulk_enrollments.confirmation.test_mode import service as testmode
from enrollment.bulk_enrollments.errors import BulkRefused, NothingToConfirm, TotalChanged
from enrollment.bulk_enrollments.events import build_charge, change_status, publish_change
from enrollment.bulk_enrollments.importing.service import Upload, import_rows
from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.bulk_enrollments.rules import (
    FEE_PAYMENT_TIME,
    LEAST_RECENT,
    MAX_RUNNING,
    QUEUE_POSITION,
)
from enrollment.bulk_enrollments.schemas import BulkConfirm, WhenFull
from enrollment.bulk_enrollments.seat_purchases.service import release_unassigned_seats
from enrollment.bulk_enrollments.service import (
    claim_next,
    get_payer,
    insert_once,
    lock_bulk,
    require_batch,
)
from enrollment.bulk_enrollments.states import CANCELLABLE, CHECK_SWEEP
from enrollment.bulk_enrollments.validation.rules import count_rows, validate_rows
from enrollment.bulk_enrollments.validation.service import (
    check_next_rows,
    end_check,
    end_when_answered,
    has_unchecked,
    request_next_match,
    store_matches,
)
from enrollment.replicas.errors import NotReplicated
from enrollment.replicas.models import UNPAID, Batch
from enrollment.replicas.service import ChargeEvent, upsert_charge
from enrollment.settlements.queries import is_expiry_requested
from enrollment.settlements.service import (
    end_expiry_request,
    mark_settled,
    refund_part,
    request_expiry,
    request_refund,
)

# 1. Importing: store the rows and check each if its columns are known (`checking`, else `mapping`).
# `importing.corrections` changes them until confirmation.


async def create_bulk_enrollment(session: AsyncSession, actor: Caller, upload: Upload) -> UUID:
    """Import a file or API request and return its ID. Idempotent by key.

    Raises `KeyReused`, `BatchUnknown`, and `Invalid` if an admin names no organization.
    """
    if upload.batch_id is not None:
        await require_batch(session, upload.batch_id)
    bulk, is_new = await insert_once(
        session,
        actor,
        upload.organization_id,
        batch_id=upload.batch_id,
        status=Status.MAPPING,
        file_name=upload.file_name[:255],
        locale=upload.locale,
        headings=upload.sheet.headings,
        mapping={},
        idempotency_key=upload.key,
        fingerprint=upload.fingerprint,
    )
    if is_new:
        await import_rows(session, bulk, upload.sheet)
        hit("bulk_enrollments.created")
    return bulk.id


# 2. Validation: identity matches the people, and all rows are validated together (`checked`).


async def check_next_chunk(session: AsyncSession) -> int:
    """Process the next chunk of the least recent file, or end its check; return the number of rows.

    While identity matches the last chunk, all rows are already validated together.
    """
    bulk = await claim_next(
        session,
        col(BulkEnrollment.status) == Status.CHECKING,
        QUEUE_POSITION < MAX_RUNNING,
        or_(
            func.cardinality(col(BulkEnrollment.unasked)) > 0,
            func.cardinality(col(BulkEnrollment.unanswered)) == 0,
            col(BulkEnrollment.judged_version).is_distinct_from(col(BulkEnrollment.version)),
            has_unchecked(col(BulkEnrollment.id)),
        ),
        by=LEAST_RECENT,
    )
    if bulk is None:
        return 0
    bulk.worked_at = utc_now()
    if bulk.unasked:
        await request_next_match(session, bulk)
        hit("bulk_enrollments.people_asked")
        return PORTION_TO_MATCH
    if count := await check_next_rows(session, bulk):
        return count
    if not bulk.unanswered:
        return await end_check(session, bulk)
    await validate_rows(session, bulk.id)
    bulk.judged_version = bulk.version
    hit("bulk_enrollments.judged")
    return bulk.row_count


async def on_people_matched(session: AsyncSession, event: PeopleMatched) -> None:
    """Store identity's matches, and end the check after the last response."""
    bulk = await db.lock(
        session,
        BulkEnrollment,
        col(BulkEnrollment.id) == event.bulk_enrollment_id,
        col(BulkEnrollment.status) == Status.CHECKING,
    )
    if bulk is None or event.portion not in bulk.unanswered:
        return
    bulk.unanswered = [each for each in bulk.unanswered if each != event.portion]
    await store_matches(session, event)
    hit("bulk_enrollments.people_matched")
    if bulk.unasked:
        # The sweep may have skipped the file while it was locked.
        run_after_commit(session, CHECK_SWEEP)
    await end_when_answered(session, bulk)


# 3. Confirmation: enroll the people of all valid rows (`processing`).


async def confirm(session: AsyncSession, actor: Caller, bulk_id: UUID, form: BulkConfirm) -> None:
    """Enroll the people of all valid rows; batches cancelled since make theirs invalid.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, `NothingToConfirm`, `SeatsShort` and
    `TotalChanged`; nothing then changes.
    """
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status is not Status.CHECKED:
        raise BulkRefused
    bought = [] if bulk.test else await lock_seats(session, bulk)
    await validate_rows(session, bulk.id)
    if form.when_full is WhenFull.REFUSE:
        await require_seats(session, bulk.id)
    quoted = await quote(session, bulk.id)
    if form.total_minor not in (None, quoted.total_minor):
        raise TotalChanged.with_total(quoted.total_minor)
    bulk.confirmed_at = await db.now(session)
    if bulk.test:
        enrolled = await testmode.simulate_confirmation(session, bulk, quoted)
    else:
        enrolled = await enroll_all(session, bulk, bought)
    if not enrolled:
        raise NothingToConfirm
    bulk.purchase_order = form.purchase_order or None
    bulk.confirmed_by, bulk.confirmed_profile_id = get_payer(actor)
    bulk.registration = quoted.registration
    await count_rows(session, bulk)
    await change_status(session, bulk, Status.PROCESSING)
    hit("bulk_enrollments.confirmed")


async def validate_again(session: AsyncSession, actor: Caller, bulk_id: UUID) -> None:
    """Validate the rows of a checked file again."""
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status is Status.CHECKED:
        await validate_rows(session, bulk.id)
        await count_rows(session, bulk)


# 4. Admission: identity creates accounts for new people.


async def request_admission(session: AsyncSession) -> int:
    """Request admission of the next chunk of the least recent confirmed file.

    One chunk runs at a time, with the sweep's pause between two: admission may take minutes, other
    requests may not.
    """
    bulk = await claim_next(
        session,
        col(BulkEnrollment.status) == Status.PROCESSING,
        func.cardinality(col(BulkEnrollment.unanswered)) == 0,
        HAS_UNREQUESTED,
        by=LEAST_RECENT,
    )
    if bulk is None:
        return 0
    bulk.worked_at = utc_now()
    return await request_next_admission(session, bulk)


async def on_people_admitted(session: AsyncSession, event: PeopleAdmitted) -> None:
    """Store the IDs of admitted people and end the enrollments of refused ones."""
    # Lock the file before its rows, the order used everywhere.
    await session.execute(
        update(BulkEnrollment)
        .where(col(BulkEnrollment.id) == event.bulk_enrollment_id)
        .values(unanswered=func.array_remove(col(BulkEnrollment.unanswered), event.portion))
        .execution_options(synchronize_session=False)
    )
    await store_proposed_admissions(session, event)
    await store_other_admissions(session, event)
    hit("bulk_enrollments.people_admitted")


# 5. Payment: charge the total (`awaiting_payment`) until paid (`finished`) or expired.


async def end_admission(session: AsyncSession) -> int:
    """Request the charge of a fully admitted file, or finish it if free."""
    bulk = await claim_next(
        session,
        col(BulkEnrollment.status) == Status.PROCESSING,
        ~col(BulkEnrollment.test),
        ~HAS_UNADMITTED,
        by=col(BulkEnrollment.confirmed_at),
    )
    if bulk is None:
        return 0
    lines = [*await list_seat_lines(session, bulk.id), *await list_fee_lines(session, bulk)]
    bulk.amount_minor = sum_lines(lines)
    bulk.confirmed = await count_confirmed(session, bulk.id)
    if lines:
        bulk.payment_due_at = bulk.payment_due_at or await db.now(session) + FEE_PAYMENT_TIME
        await change_status(session, bulk, Status.AWAITING_PAYMENT)
        await outbox.publish(session, build_charge(bulk, lines), sequence=bulk.version)
    else:
        await change_status(session, bulk, Status.FINISHED)
    hit("bulk_enrollments.admitted")
    return 1


async def on_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> None:
    """Store the file's charge and settle its payment or refund.

    Raises `NotReplicated`.
    """
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == event.subject_id)
    if bulk is None:
        raise NotReplicated(f"the bulk enrollment {event.subject_id} of charge {event.charge_id}")
    charge = await upsert_charge(session, event, sequence)
    bulk.charge_id = charge.id
    if charge.status is not ChargeStatus.OPEN:
        await end_expiry_request(session, bulk.id)
    if charge.status in UNPAID:
        await _expire(session, bulk)
    if isinstance(event, ChargePaid | ChargeRefunded) and await mark_settled(session, charge.id):
        if bulk.status is Status.AWAITING_PAYMENT:
            await confirm_paid(session, bulk)
        elif charge.status is not ChargeStatus.REFUNDED:
            await session.flush()
            await request_refund(session, charge.id, RefundReason.SEATS_FULL)
    if isinstance(event, ChargeRefunded) and charge.status is ChargeStatus.REFUNDED:
        await end_refunded(session, bulk)


async def on_charge_absent(session: AsyncSession, bulk_id: UUID) -> None:
    """Expire an overdue file that has no charge."""
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == bulk_id)
    await end_expiry_request(session, bulk_id)
    if bulk is not None:
        await _expire(session, bulk)


async def _expire(session: AsyncSession, bulk: BulkEnrollment) -> None:
    if bulk.status is Status.AWAITING_PAYMENT:
        await end_unpaid(session, bulk, Status.EXPIRED)


async def expire_unpaid(session: AsyncSession) -> int:
    """Ask payments to expire overdue charges of files; seats stay held until it responds."""
    bulk = await claim_next(
        session,
        col(BulkEnrollment.status) == Status.AWAITING_PAYMENT,
        col(BulkEnrollment.payment_due_at) <= func.now(),
        ~is_expiry_requested(col(BulkEnrollment.id)),
    )
    if bulk is None:
        return 0
    if bulk.test:
        await end_unpaid(session, bulk, Status.EXPIRED)
    else:
        await request_expiry(session, [(bulk.id, bulk.version)], ChargePurpose.BULK_ENROLLMENT)
    return 1


# 6. Cancellation, by people or with the batch.


async def cancel(session: AsyncSession, actor: Caller, bulk_id: UUID) -> None:
    """Cancel a file before payment and release its seats.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`.
    """
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status not in CANCELLABLE:
        raise BulkRefused
    if bulk.status is Status.AWAITING_PAYMENT:
        await end_unpaid(session, bulk, Status.CANCELLED)
    else:
        await change_status(session, bulk, Status.CANCELLED)


async def end_with_batch(session: AsyncSession) -> int:
    """Release and refund unassigned prepaid seats of cancelled batches.

    Assigned seats end with their enrollments.
    """
    bulk = await claim_next(
        session,
        col(BulkEnrollment.free_seats) > 0,
        exists().where(
            col(Batch.id) == col(BulkEnrollment.batch_id),
            col(Batch.status) == BatchStatus.CANCELLED,
        ),
        by=col(BulkEnrollment.batch_id),
    )
    if bulk is None:
        return 0
    if bulk.status is Status.AWAITING_PAYMENT:
        await end_unpaid(session, bulk, Status.CANCELLED)
        return 1
    await refund_part(
        session,
        bulk.id,
        bulk.free_seats * bulk.seat_price_minor,
        RefundReason.CANCELLED_BY_ORGANIZATION,
        part_id=bulk.id,
    )
    await release_unassigned_seats(session, bulk)
    await publish_change(session, bulk)
    return 1
