"""Notify both sides of an appeal: the organization that answers it and the candidate."""

from contracts.app_routes import AppRoute
from contracts.enrollment import AppealChanged, AppealStatus
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import list_organization_users, map_contacts
from notifications.texts.models import Bilingual, Kind
from notifications.texts.service import format_result, get_phrase

TO_ORGANIZATION = {
    AppealStatus.OPEN: Kind.APPEAL_OPENED,
    AppealStatus.WITHDRAWN: Kind.APPEAL_WITHDRAWN,
}
TO_CANDIDATE = {
    AppealStatus.UPHELD: Kind.APPEAL_UPHELD,
    AppealStatus.CHANGED: Kind.APPEAL_CHANGED,
}


async def notify_appeal_changed(session: AsyncSession, event: AppealChanged, meta: Meta) -> None:
    """Notify the organization of the candidate's actions, and the candidate of the answer.

    Raises `RecipientsUnknown`.
    """
    if kind := TO_ORGANIZATION.get(event.status):
        user_ids = await list_organization_users(session, event.organization_id)
        link = AppRoute.APPEAL.format(id=event.appeal_id)
    elif kind := TO_CANDIDATE.get(event.status):
        user_ids = [event.candidate_user_id]
        link = AppRoute.MY_TRAINING.format(id=event.training_id, batch_id=event.batch_id)
    else:
        return
    contact = (await map_contacts(session, {event.candidate_user_id})).get(event.candidate_user_id)
    notice = Notice(
        topic=f"appeal:{event.appeal_id}",
        version=meta.sequence,
        kind=kind,
        values={
            "batch": Bilingual(event.batch_title_en, event.batch_title_ar),
            "code": event.batch_code,
            "candidate": (
                Bilingual(contact.name_en, contact.name_ar) if contact else get_phrase("someone")
            ),
            "result": format_result(event.result),
            "reason": event.answer or "",
        },
        link=link,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, user_ids, notice)
