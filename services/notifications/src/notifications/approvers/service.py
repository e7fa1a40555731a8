"""Reminds approvers, and tells them for whom they decide."""

from contracts import Event
from contracts.approvals import DelegationChanged, DelegationStatus, RequestDue
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import list_admin_users
from notifications.texts.formats import day
from notifications.texts.models import Bilingual, Kind

DELEGATIONS = {
    DelegationStatus.GIVEN: Kind.APPROVAL_DELEGATED,
    DelegationStatus.TAKEN_BACK: Kind.APPROVAL_DELEGATION_TAKEN_BACK,
    DelegationStatus.GIVEN_BACK: Kind.APPROVAL_DELEGATION_GIVEN_BACK,
    DelegationStatus.DELEGATE_LEFT: Kind.APPROVAL_DELEGATE_LEFT,
}


async def notify_request_due(session: AsyncSession, event: RequestDue, meta: Meta) -> None:
    """Remind the approvers whose decision is missing, or all admins where nobody approves."""
    kind = Kind.APPROVAL_OVERDUE if event.overdue else Kind.APPROVAL_DUE
    notice = Notice(
        topic=f"approval-due:{event.request_id}",
        version=meta.sequence,
        kind=kind if event.approver_user_ids else Kind.APPROVAL_UNASSIGNED,
        values={
            "name": Bilingual(event.name_en, event.name_ar),
            "level": Bilingual(event.level_en, event.level_ar),
            "due": day(event.due_on),
        },
        link=f"/dashboard/approval-system/{event.request_id}",
        at=meta.time,
        restated=meta.restated,
    )
    users = list(event.approver_user_ids) or await list_admin_users(session)
    await notify(session, users, notice)


async def notify_delegation_changed(
    session: AsyncSession, event: DelegationChanged, meta: Meta
) -> None:
    """Tell the delegate for whom they decide, and each of both what the other has ended."""
    kind = DELEGATIONS.get(event.status)
    if kind is None:
        return
    to_delegate = event.status in {DelegationStatus.GIVEN, DelegationStatus.TAKEN_BACK}
    notice = Notice(
        topic=f"delegation:{event.delegation_id}",
        version=meta.sequence,
        kind=kind,
        values={
            "approver": Bilingual(event.name_en, event.name_ar),
            "delegate": Bilingual(event.delegate_name_en, event.delegate_name_ar),
            "first": day(event.first_day),
            "last": day(event.last_day),
        },
        link="/dashboard/approval-system/my-approvals",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.delegate_user_id if to_delegate else event.user_id], notice)


HANDLERS: dict[type[Event], Handler] = {
    RequestDue: notify_request_due,
    DelegationChanged: notify_delegation_changed,
}
