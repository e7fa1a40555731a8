"""Reads a batch's enrollment counts by state and by day, and its payments."""

from uuid import UUID

from contracts.enrollment import EnrollmentStatus as Status
from contracts.payments import ChargeStatus
from kit.database.db import AsyncSession
from kit.database.tables import sum_money
from kit.domain.timezone import RIYADH
from kit.security.auth import Principal
from sqlalchemy import Date, cast, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.schemas import BatchEnrollments, EnrolledOnDay
from enrollment.enrollments.states import AFFECTED
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch, Charge
from enrollment.settlements.queries import is_refund_requested

_DAYS = 100
"""Maximum number of days returned, newest first."""
_PAID = (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED)


async def get_batch_enrollments(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> BatchEnrollments:
    """Return a batch's enrollment counts and amounts; organizations read only their own batches.

    Raises `BatchUnknown`, also for another organization's batch.
    """
    batch = await session.get(Batch, batch_id)
    if batch is None or actor.scope not in (None, batch.organization_id):
        raise BatchUnknown
    of_batch = col(Enrollment.batch_id) == batch_id
    counted = select(col(Enrollment.status), func.count()).where(of_batch)
    found = dict((await session.execute(counted.group_by(col(Enrollment.status)))).all())
    left = col(Charge.amount_minor) - col(Charge.refunded_minor)
    price, in_bulk = col(Enrollment.price_minor), aliased(Charge)
    is_confirmed = col(Enrollment.status) == Status.CONFIRMED
    is_paid = col(Charge.status).in_(_PAID) & ~is_refund_requested(col(Charge.id))
    was_paid_in_bulk = col(in_bulk.status).in_(_PAID)
    is_paid_in_bulk = was_paid_in_bulk & ~is_refund_requested(col(in_bulk.id))
    returned = col(Enrollment.returned_minor)
    has_seat = col(Enrollment.status).in_((Status.CONFIRMED, Status.COMPLETED))
    is_due = col(Enrollment.status) == Status.PENDING_PAYMENT
    was_paid = col(Charge.status).in_(_PAID)
    money = await session.execute(
        select(
            (
                sum_money(col(Charge.amount_minor), was_paid)
                + sum_money(price, was_paid_in_bulk & (has_seat | returned.is_not(None)))
            ).label("paid_minor"),
            (
                sum_money(col(Charge.refunded_minor), was_paid)
                + sum_money(func.coalesce(returned, 0), was_paid_in_bulk)
            ).label("refunded_minor"),
            (
                sum_money(left, is_paid & is_confirmed)
                + sum_money(price, is_paid_in_bulk & is_confirmed)
            ).label("refunding_minor"),
            sum_money(price, is_due).label("due_minor"),
        )
        .select_from(Enrollment)
        .outerjoin(Charge, col(Charge.id) == col(Enrollment.charge_id))
        .outerjoin(in_bulk, col(in_bulk.subject_id) == col(Enrollment.bulk_enrollment_id))
        .where(of_batch)
    )
    return BatchEnrollments(
        counts={status: found.get(status, 0) for status in Status},
        active=sum(found.get(status, 0) for status in AFFECTED),
        currency=batch.currency,
        days=await _count_by_day(session, batch_id),
        **money.mappings().one(),
    )


async def _count_by_day(session: AsyncSession, batch_id: UUID) -> list[EnrolledOnDay]:
    in_riyadh = cast(func.timezone(RIYADH.key, col(Enrollment.created_at)), Date)
    each = select(in_riyadh.label("day")).where(col(Enrollment.batch_id) == batch_id).subquery()
    counted = select(each.c.day, func.count().label("count")).group_by(each.c.day)
    rows = await session.execute(counted.order_by(each.c.day.desc()).limit(_DAYS))
    return [EnrolledOnDay.model_validate(row) for row in rows.mappings()]
