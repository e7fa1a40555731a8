"""Buys, unassigns and releases prepaid seats."""

from typing import Any
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import ChargeLine, EnrollmentStatus
from contracts.enrollment import EnrollmentStatus as EnrollmentState
from kit.core.errors import FieldProblem
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.security.auth import Caller, Partner
from sqlalchemy import Result, Row, literal, select
from sqlmodel import col

from enrollment.bulk_enrollments.errors import (
    AcceptanceNeeded,
    BulkRefused,
    SeatsFree,
    SeatsShort,
    TestModeMismatch,
    TotalChanged,
)
from enrollment.bulk_enrollments.events import build_charge, publish_change
from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.bulk_enrollments.rules import BATCH_OBSTACLES
from enrollment.bulk_enrollments.schemas import BoughtSeatFree, SeatPurchase
from enrollment.bulk_enrollments.service import (
    compute_fingerprint,
    get_payer,
    insert_once,
    lock_bulk,
)
from enrollment.bulk_enrollments.volume_prices.rules import build_seat_price
from enrollment.enrollments.errors import BatchStarted, TransitionRefused
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.transitions.service import (
    audited,
    lock_enrollment,
    transition_enrollment,
)
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.seats.rules import IS_PUBLIC, PAYMENT_DUE_AT, SEATS_LEFT
from enrollment.seats.service import change_seats


async def buy_seats(
    session: AsyncSession, actor: Caller, form: SeatPurchase, key: str | None
) -> UUID:
    """Hold seats for people named later, request their charge and return the purchase's ID.

    Idempotent by key. Raises `TestModeMismatch`, `BatchUnknown`, the batch's obstacles,
    `AcceptanceNeeded`, `SeatsFree`, `SeatsShort`, `TotalChanged`, `KeyReused`, and `Invalid` if an
    admin names no organization.
    """
    if isinstance(actor, Partner) and actor.test:
        raise TestModeMismatch
    paid_by, profile_id = get_payer(actor)
    bulk, is_new = await insert_once(
        session,
        actor,
        form.organization_id,
        batch_id=form.batch_id,
        status=Status.AWAITING_PAYMENT,
        locale="ar",
        headings=[],
        mapping={},
        bought_seats=form.seats,
        free_seats=form.seats,
        purchase_order=form.purchase_order or None,
        confirmed_by=paid_by,
        confirmed_profile_id=profile_id,
        confirmed_at=await db.now(session),
        idempotency_key=key,
        fingerprint=compute_fingerprint(form.model_dump_json()),
    )
    if not is_new:
        return bulk.id
    found = await _lock_batch(session, form, bulk.organization_id)
    batch: Batch = found.Batch
    line = ChargeLine(
        title_en=batch.title_en,
        title_ar=batch.title_ar,
        code=batch.code,
        quantity=form.seats,
        unit_minor=found.price,
    )
    total = line.quantity * line.unit_minor
    if form.total_minor not in (None, total):
        raise TotalChanged.with_total(total)
    await change_seats(session, batch.id, seats=form.seats)
    bulk.seat_price_minor, bulk.amount_minor = found.price, total
    bulk.currency, bulk.payment_due_at = batch.currency, found.due_at
    await publish_change(session, bulk)
    await outbox.publish(session, build_charge(bulk, [line]), sequence=bulk.version)
    hit("bulk_enrollments.bought")
    return bulk.id


async def _lock_batch(session: AsyncSession, form: SeatPurchase, organization_id: UUID) -> Row[Any]:
    """Lock the batch's seats and return the batch with the price of each seat."""
    await db.lock(session, Seats, col(Seats.batch_id) == form.batch_id)
    found: Result[Any] = await session.execute(
        select(
            Batch,
            SEATS_LEFT.label("left"),
            build_seat_price(literal(form.seats)).label("price"),
            PAYMENT_DUE_AT.label("due_at"),
            *(is_met.label(kind.__name__) for kind, is_met in BATCH_OBSTACLES.items()),
        )
        .join(Seats, col(Seats.batch_id) == col(Batch.id))
        .where(col(Batch.id) == form.batch_id, IS_PUBLIC)
    )
    row = found.one_or_none()
    if row is None:
        raise BatchUnknown
    for kind in BATCH_OBSTACLES:
        if getattr(row, kind.__name__):
            raise kind
    if row.Batch.requires_acceptance and row.Batch.organization_id != organization_id:
        raise AcceptanceNeeded
    if row.price == 0:
        raise SeatsFree
    if row.left < form.seats:
        message = f"There are seats for {row.left} of {form.seats} people."
        problem = FieldProblem(field="seats", code="batch.full", message=message)
        raise SeatsShort(fields=[problem])
    return row


async def unassign_seat(
    session: AsyncSession, actor: Caller, bulk_id: UUID, form: BoughtSeatFree
) -> None:
    """Remove a person from a prepaid seat before the start, with a reason that they read.

    Raises `BulkEnrollmentNotFound`, `BulkRefused`, `EnrollmentNotFound`, `TransitionRefused`,
    `BatchStarted`.
    """
    bulk = await lock_bulk(session, actor, bulk_id)
    if bulk.status is not Status.FINISHED or not bulk.bought_seats:
        raise BulkRefused
    enrollment, batch, has_started, _ = await lock_enrollment(
        session,
        col(Enrollment.id) == form.enrollment_id,
        col(Enrollment.bulk_enrollment_id) == bulk.id,
    )
    if enrollment.status is not EnrollmentState.CONFIRMED:
        raise TransitionRefused
    if has_started:
        raise BatchStarted
    with audited(session, enrollment, bulk.organization_id):
        await cancel_keeping_seat(session, bulk, enrollment, batch, form.reason)
    await publish_change(session, bulk)


async def lock_seat_purchase(session: AsyncSession, enrollment_id: UUID) -> BulkEnrollment | None:
    """Lock the purchase of the enrollment's seat; None if it is not prepaid.

    Call it before locking the enrollment, the order used everywhere.
    """
    of_enrollment = select(col(Enrollment.bulk_enrollment_id)).where(
        col(Enrollment.id) == enrollment_id
    )
    return await db.lock(
        session,
        BulkEnrollment,
        col(BulkEnrollment.id) == of_enrollment.scalar_subquery(),
        col(BulkEnrollment.bought_seats) > 0,
    )


async def cancel_keeping_seat(
    session: AsyncSession,
    bought: BulkEnrollment,
    enrollment: Enrollment,
    batch: Batch,
    reason: str | None = None,
) -> None:
    """Cancel a locked enrollment and keep its seat for the organization that paid it.

    Raises `TransitionRefused`.
    """
    await transition_enrollment(
        session, enrollment, batch, EnrollmentStatus.CANCELLED, reason=reason, keeps_seat=True
    )
    bought.free_seats += 1


async def release_unassigned_seats(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Release a locked purchase's unassigned seats; `offer_free_seats` then offers them."""
    if bulk.free_seats and bulk.batch_id:
        await change_seats(session, bulk.batch_id, seats=-bulk.free_seats)
        bulk.free_seats = 0
