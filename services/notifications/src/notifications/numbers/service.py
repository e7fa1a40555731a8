"""Notify both parties of an identity-number case; neither learns who the other is."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from contracts import Permission
from contracts.app_routes import AppRoute
from contracts.identity import NumberCaseChanged, NumberCaseStatus
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import list_admin_users, list_candidates_among
from notifications.texts.models import Kind

Status = NumberCaseStatus
CANDIDATE_LINK = AppRoute.CANDIDATE_PROFILE
DASHBOARD_LINK = AppRoute.ACCOUNT_PROFILE


async def notify_number_case_changed(
    session: AsyncSession, event: NumberCaseChanged, meta: Meta
) -> None:
    """Notify the parties of the case, and the admins when they must decide it.

    Raises `RecipientsUnknown`.
    """
    recipients = [(user_id, kind) for user_id, kind in _recipients(event) if user_id]
    candidates = await list_candidates_among(session, [user_id for user_id, _ in recipients])
    for user_id, kind in recipients:
        link: str = CANDIDATE_LINK if user_id in candidates else DASHBOARD_LINK
        await _notify(session, event, meta, [user_id], kind, link)
    if event.status is Status.OPEN:
        admins = set(await list_admin_users(session, Permission.EDIT_USER))
        link = AppRoute.NUMBER_CASE.format(id=event.case_id)
        user_ids = sorted(admins - {event.claimant_user_id, event.holder_user_id})
        await _notify(session, event, meta, user_ids, Kind.NUMBER_CASE_WAITS, link)


def _recipients(event: NumberCaseChanged) -> Iterator[tuple[UUID | None, Kind]]:
    claimant, holder = event.claimant_user_id, event.holder_user_id
    match event.status:
        case Status.OPEN if event.previous_status is None:
            yield claimant, Kind.NUMBER_ASKED
            yield holder, Kind.NUMBER_CLAIMED
        case Status.MORE_REQUESTED:
            for user_id in event.asked_user_ids:
                yield user_id, Kind.NUMBER_MORE_REQUESTED
        case Status.GRANTED:
            yield claimant, Kind.NUMBER_GRANTED
            yield holder, Kind.NUMBER_LOST
        case Status.REFUSED:
            yield claimant, Kind.NUMBER_REFUSED
            yield holder, Kind.NUMBER_KEPT
        case Status.WITHDRAWN:
            yield holder, Kind.NUMBER_KEPT


async def _notify(
    session: AsyncSession,
    event: NumberCaseChanged,
    meta: Meta,
    user_ids: Iterable[UUID],
    kind: Kind,
    link: str,
) -> None:
    notice = Notice(
        topic=f"number-case:{event.case_id}",
        version=meta.sequence,
        kind=kind,
        values={"reason": event.comment or ""},
        link=link,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, list(user_ids), notice)
