"""Time-driven changes of certificates, by the database's clock."""

from datetime import timedelta

from contracts.enrollment import CertificateStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import select
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.certificates.events import certificate_expiring
from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import DAYS_LEFT, IS_NOT_PASSED, REMINDER_DUE, find_due_notice
from enrollment.certificates.service import lock_batch, update_for_result
from enrollment.enrollments.models import Enrollment
from enrollment.results.models import Outcome

_AT_ONCE = 200


async def remind_of_expiry(session: AsyncSession) -> int:
    """Publish reminders 90, 30 and 7 days before expiry, each once."""
    due = await db.claim(
        session,
        Certificate,
        REMINDER_DUE,
        order_by=[col(Certificate.expires_on), col(Certificate.id)],
        limit=_AT_ONCE,
    )
    if not due:
        return 0
    found = await session.execute(
        select(col(Certificate.id), DAYS_LEFT, col(BulkEnrollment.organization_id))
        .join(Enrollment, col(Enrollment.id) == col(Certificate.enrollment_id))
        .outerjoin(BulkEnrollment, col(BulkEnrollment.id) == col(Enrollment.bulk_enrollment_id))
        .where(col(Certificate.id).in_([each.id for each in due]))
    )
    about = {row[0]: (row[1], row[2]) for row in found}
    events = []
    for certificate in due:
        days_left, employer_id = about[certificate.id]
        certificate.reminded_days = find_due_notice(days_left)
        assert certificate.reminded_days is not None
        event = certificate_expiring(certificate, certificate.reminded_days, employer_id)
        events.append((event, certificate.version))
    await outbox.publish_many(session, events)
    return len(due)


async def suspend_unpassed(session: AsyncSession) -> int:
    """Suspend certificates that an older release left valid after their results were lowered."""
    lacking = (
        select(col(Certificate.batch_id), col(Outcome.enrollment_id), col(Outcome.result))
        .join(Outcome, col(Outcome.enrollment_id) == col(Certificate.enrollment_id))
        .where(col(Certificate.status) == CertificateStatus.ISSUED, IS_NOT_PASSED)
    )
    # Ordered, because another replica may lock the same batches.
    ordered = lacking.order_by(col(Certificate.batch_id)).limit(_AT_ONCE)
    batch_ids = list(dict.fromkeys((await session.scalars(ordered)).all()))
    for batch_id in batch_ids:
        await lock_batch(session, batch_id)
    # Read again after locking: a correction may have been committed.
    found = await session.execute(lacking.where(col(Certificate.batch_id).in_(batch_ids)))
    rows = found.all()
    for _, enrollment_id, result in rows:
        await update_for_result(session, enrollment_id, result)
    return len(rows)


TASKS = (
    Sweep("remind_of_expiry", timedelta(minutes=10), remind_of_expiry),
    Sweep("suspend_unpassed", timedelta(minutes=10), suspend_unpassed),
)
