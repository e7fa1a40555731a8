"""The service's current state as events, to rebuild what others keep of it."""

from collections.abc import AsyncIterator

from contracts import Event
from contracts.enrollment import EnrollmentStatus, SeatsChanged
from kit.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.certificates.events import certificate_changed
from enrollment.certificates.models import Certificate
from enrollment.enrollments.events import charge_requested, enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Every batch's seats, every enrollment, what is owed for those not yet paid, and every
    certificate.

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
    older, newer = aliased(Certificate), aliased(Certificate)
    certificates = await session.stream(
        select(Certificate, older, newer)
        .outerjoin(older, col(older.id) == col(Certificate.supersedes_id))
        .outerjoin(newer, col(newer.id) == col(Certificate.superseded_by_id))
    )
    async for certificate, supersedes, superseded_by in certificates:
        changed = certificate_changed(
            certificate, None, supersedes=supersedes, superseded_by=superseded_by
        )
        yield changed, certificate.version
