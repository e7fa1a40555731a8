"""Current state of the service as events, to rebuild replicas."""

from collections.abc import AsyncIterator

from contracts import Event
from contracts.enrollment import ApplicationStatus, EnrollmentStatus, SeatsChanged
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.applications.events import application_submitted
from enrollment.applications.events import charge_requested as fee_requested
from enrollment.applications.models import Application
from enrollment.applications.queries import list_selected_staff
from enrollment.bulk_enrollments.events import bulk_enrollment_changed
from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.certificates.events import certificate_changed
from enrollment.certificates.models import Certificate
from enrollment.enrollments.events import charge_requested, enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Announcement, Batch
from enrollment.seats.models import Seats


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield events for seats, enrollments, bulk enrollments, open charges, certificates and waiting
    applications.

    Refund requests are omitted: they were published once.
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
    async for bulk in await session.stream_scalars(select(BulkEnrollment)):
        yield bulk_enrollment_changed(bulk), bulk.version
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
    waiting = (ApplicationStatus.SUBMITTED, ApplicationStatus.PENDING_PAYMENT)
    applications = await session.execute(
        select(Application, Announcement)
        .join(Announcement, col(Announcement.id) == col(Application.announcement_id))
        .where(col(Application.status).in_(waiting))
    )
    for application, announcement in applications:
        if application.status is ApplicationStatus.PENDING_PAYMENT:
            yield fee_requested(application, announcement), application.version
        else:
            staff = await list_selected_staff(session, application.id)
            yield application_submitted(application, announcement, staff), application.version
