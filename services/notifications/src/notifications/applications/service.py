"""Notify an organization of its application's progress."""

from contracts.app_routes import AppRoute
from contracts.enrollment import ApplicationChanged, ApplicationStatus
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import list_organization_users
from notifications.texts.models import Bilingual, Kind

KINDS = {
    ApplicationStatus.SUBMITTED: Kind.APPLICATION_SUBMITTED,
    ApplicationStatus.APPROVED: Kind.APPLICATION_APPROVED,
    ApplicationStatus.REJECTED: Kind.APPLICATION_REJECTED,
    ApplicationStatus.RETURNED: Kind.APPLICATION_RETURNED,
    ApplicationStatus.EXPIRED: Kind.APPLICATION_EXPIRED,
}


async def notify_application_changed(
    session: AsyncSession, event: ApplicationChanged, meta: Meta
) -> None:
    """Notify the organization's users of a submission, a decision or a missed deadline.

    Raises `RecipientsUnknown`.
    """
    kind = KINDS.get(event.status)
    if kind is None:
        return
    notice = Notice(
        topic=f"application:{event.application_id}",
        version=meta.sequence,
        kind=kind,
        values={
            "announcement": Bilingual(event.title_en, event.title_ar),
            "reason": event.comment or "",
        },
        link=AppRoute.APPLICATION_VIEW.format(id=event.application_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_organization_users(session, event.organization_id), notice)
