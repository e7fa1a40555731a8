"""Seats that were bought without names: who leaves one makes it free again, and those that nobody
has go back with the purchase."""

from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.transitions.service import move
from enrollment.replicas.models import Batch
from enrollment.seats.service import change_seats


async def lock_bought(session: AsyncSession, enrollment_id: UUID) -> BulkEnrollment | None:
    """The purchase whose seat the enrollment has, locked; None where it has a seat of its own.

    Before the enrollment is locked: that is the order everywhere.
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


async def free_seat(
    session: AsyncSession,
    bought: BulkEnrollment,
    enrollment: Enrollment,
    batch: Batch,
    reason: str | None = None,
) -> None:
    """End a locked enrollment and keep its seat for the organization, which has paid it.

    Raises `TransitionRefused`.
    """
    await move(
        session, enrollment, batch, EnrollmentStatus.CANCELLED, reason=reason, keeps_seat=True
    )
    bought.free_seats += 1


async def release_free(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Give back the seats of a locked purchase that nobody has. The sweep `offer_free_seats` gives
    them to whoever waits."""
    if bulk.free_seats and bulk.batch_id:
        await change_seats(session, bulk.batch_id, seats=-bulk.free_seats)
        bulk.free_seats = 0
