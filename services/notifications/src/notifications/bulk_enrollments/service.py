"""Notify the author of a bulk enrollment of slow steps, and queue webhooks for the organization."""

from contracts.app_routes import AppRoute
from contracts.enrollment import BulkEnrollmentChanged, BulkEnrollmentStatus
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.texts.models import Kind
from notifications.texts.service import get_phrase
from notifications.webhooks.service import queue_bulk_enrollment

KINDS = {
    BulkEnrollmentStatus.CHECKED: Kind.BULK_CHECKED,
    BulkEnrollmentStatus.AWAITING_PAYMENT: Kind.BULK_AWAITING_PAYMENT,
    BulkEnrollmentStatus.FINISHED: Kind.BULK_FINISHED,
    BulkEnrollmentStatus.EXPIRED: Kind.BULK_EXPIRED,
}
MIN_NOTIFIED_ROWS = 50
"""The author is still on the page while fewer rows are checked, so no notification is needed."""


async def notify_bulk_enrollment_changed(
    session: AsyncSession, event: BulkEnrollmentChanged, meta: Meta
) -> None:
    """Notify once per state: corrected rows are checked again."""
    await queue_bulk_enrollment(session, event, meta)
    kind = KINDS.get(event.status)
    if kind is None or event.user_id is None or event.test:
        return
    if kind is Kind.BULK_CHECKED and event.row_count < MIN_NOTIFIED_ROWS:
        return
    notice = Notice(
        topic=f"bulk:{event.bulk_enrollment_id}:{event.status}",
        version=1,
        kind=kind,
        values={
            "file": event.file_name or get_phrase("bulk_unnamed"),
            "rows": str(event.row_count),
            "valid": str(event.valid),
            "invalid": str(event.invalid),
            "count": str(event.confirmed),
        },
        link=f"{AppRoute.BULK_ENROLLMENT}?id={event.bulk_enrollment_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)
