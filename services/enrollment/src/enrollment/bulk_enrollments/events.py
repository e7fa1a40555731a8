"""Builds the events about bulk enrollments."""

from contracts.enrollment import BulkEnrollmentChanged, BulkEnrollmentStatus
from kit import db
from kit.db import AsyncSession
from kit.messaging import outbox

from enrollment.bulk_enrollments.models import BulkEnrollment


async def change_status(
    session: AsyncSession, bulk: BulkEnrollment, to: BulkEnrollmentStatus
) -> None:
    """Bring a locked bulk enrollment into another state and publish it; again, where the state is
    the same and something else has changed."""
    bulk.status = to
    bulk.version += 1
    bulk.updated_at = await db.now(session)
    await session.flush()
    event = BulkEnrollmentChanged(
        bulk_enrollment_id=bulk.id,
        **bulk.model_dump(include=set(BulkEnrollmentChanged.model_fields)),
    )
    await outbox.publish(session, event, sequence=bulk.version)
