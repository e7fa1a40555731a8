"""Who hears what of a case about an identity number. Neither side hears who the other is."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from contracts.identity import NumberCaseChanged, NumberCaseStatus
from kit.db import AsyncSession
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.people import service as people
from notifications.wording import Kind

Status = NumberCaseStatus
CANDIDATE_LINK = "/candidate/profile"
DASHBOARD_LINK = "/dashboard/account-settings/profile"


async def tell_of_case(session: AsyncSession, event: NumberCaseChanged, meta: Meta) -> None:
    """Tell those whom the case concerns, and the admins when they are to decide it."""
    told = [(user_id, kind) for user_id, kind in _told(event) if user_id]
    candidates = await people.candidates_among(session, [user_id for user_id, _ in told])
    for user_id, kind in told:
        link = CANDIDATE_LINK if user_id in candidates else DASHBOARD_LINK
        await _notify(session, event, meta, [user_id], kind, link)
    if event.status is Status.OPEN:
        admins = set(await people.admin_users(session)) - {event.claimant_user_id}
        link = f"/dashboard/admin-management/identity-numbers/{event.case_id}"
        waits = sorted(admins - {event.holder_user_id})
        await _notify(session, event, meta, waits, Kind.NUMBER_CASE_WAITS, link)


def _told(event: NumberCaseChanged) -> Iterator[tuple[UUID | None, Kind]]:
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
        news=not meta.restated,
    )
    await notify(session, list(user_ids), notice)
