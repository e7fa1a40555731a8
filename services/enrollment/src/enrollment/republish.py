"""The service's current state as events, to rebuild what others keep of it."""

from collections.abc import AsyncIterator

from contracts import Event
from contracts.enrollment import EnrollmentStatus, SeatsChanged
from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from enrollment.enrollments.events import charge_requested, enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Every batch's seats, every enrollment, and what is owed for those not yet paid.

    Refunds are not among them: they were requested once, for good.
    """
    seats = await session.stream_scalars(select(Seats))
    async for row in seats:
        event = SeatsChanged(
            batch_id=row.batch_id, capacity=row.capacity, taken=row.taken, waiting=row.waiting
        )
        yield event, row.version
    enrollments = await session.stream(
        select(Enrollment, Batch).join(Batch, col(Batch.id) == col(Enrollment.batch_id))
    )
    async for enrollment, batch in enrollments:
        yield enrollment_changed(enrollment, batch, None), enrollment.version
        if enrollment.status is EnrollmentStatus.PENDING_PAYMENT:
            yield charge_requested(enrollment, batch), enrollment.version
