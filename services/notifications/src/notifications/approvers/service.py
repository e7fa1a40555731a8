"""Notify approvers of waiting requests and delegations, and send reminders."""

from dataclasses import replace

from contracts import Event, Permission
from contracts.app_routes import AppRoute
from contracts.approvals import (
    DelegationChanged,
    DelegationStatus,
    LevelUnattended,
    RequestDue,
    RequestHandedOver,
    RequestWaiting,
)
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from notifications.notifications.service import Notice, notify, notify_all
from notifications.replicas.queries import list_admin_users
from notifications.texts.models import Bilingual, Kind, Values
from notifications.texts.service import format_day

DELEGATIONS = {
    DelegationStatus.GIVEN: Kind.APPROVAL_DELEGATED,
    DelegationStatus.TAKEN_BACK: Kind.APPROVAL_DELEGATION_TAKEN_BACK,
    DelegationStatus.GIVEN_BACK: Kind.APPROVAL_DELEGATION_GIVEN_BACK,
    DelegationStatus.DELEGATE_LEFT: Kind.APPROVAL_DELEGATE_LEFT,
}


async def notify_request_waiting(session: AsyncSession, event: RequestWaiting, meta: Meta) -> None:
    """Notify the approvers of the request, or all admins if none covers it."""
    notice = Notice(
        topic=f"approval-waiting:{event.request_id}",
        version=meta.sequence,
        kind=Kind.APPROVAL_WAITING if event.approver_user_ids else Kind.APPROVAL_UNASSIGNED,
        values=_build_values(event),
        link=_build_link(event),
        at=meta.time,
        restated=meta.restated,
    )
    await _notify_deciders(session, event, notice)


def _build_values(event: RequestWaiting | RequestDue) -> Values:
    return {
        "name": Bilingual(event.name_en, event.name_ar),
        "level": Bilingual(event.level_en, event.level_ar),
        "due": format_day(event.due_on),
    }


def _build_link(event: RequestWaiting | RequestDue | RequestHandedOver) -> str:
    return AppRoute.APPROVAL.format(id=event.request_id)


async def _notify_deciders(
    session: AsyncSession, event: RequestWaiting | RequestDue | RequestHandedOver, notice: Notice
) -> None:
    """Notify the approvers, each with a personal mail link; without approvers, notify the admins
    who see requests."""
    if not event.approver_user_ids:
        admins = await list_admin_users(session, Permission.VIEW_APPROVAL_SYSTEM)
        await notify(session, admins, notice)
        return
    # The fragment after `#` is not sent to servers, so no access log contains the token.
    links = {link.user_id: f"{AppRoute.APPROVAL_LINK}#{link.token}" for link in event.links}
    notices = [
        ([user_id], replace(notice, mail_link=links.get(user_id)))
        for user_id in event.approver_user_ids
    ]
    await notify_all(session, notices)


async def notify_request_due(session: AsyncSession, event: RequestDue, meta: Meta) -> None:
    """Remind the approvers who have not decided, or all admins if there are no approvers."""
    kind = Kind.APPROVAL_OVERDUE if event.overdue else Kind.APPROVAL_DUE
    notice = Notice(
        topic=f"approval-due:{event.request_id}",
        version=meta.sequence,
        kind=kind if event.approver_user_ids else Kind.APPROVAL_UNASSIGNED,
        values=_build_values(event),
        link=_build_link(event),
        at=meta.time,
        restated=meta.restated,
    )
    await _notify_deciders(session, event, notice)


async def notify_request_handed_over(
    session: AsyncSession, event: RequestHandedOver, meta: Meta
) -> None:
    """Notify the new approvers, or all admins if there are none."""
    notice = Notice(
        topic=f"approval-handover:{event.request_id}",
        version=meta.sequence,
        kind=_get_handover_kind(event),
        values={
            "name": Bilingual(event.name_en, event.name_ar),
            "level": Bilingual(event.level_en, event.level_ar),
            "due": format_day(event.due_on) if event.due_on else "–",
            "reason": event.reason or "",
        },
        link=_build_link(event),
        at=meta.time,
        restated=meta.restated,
    )
    await _notify_deciders(session, event, notice)


def _get_handover_kind(event: RequestHandedOver) -> Kind:
    if not event.approver_user_ids:
        return Kind.APPROVAL_UNASSIGNED
    return Kind.APPROVAL_ESCALATED if event.escalated else Kind.APPROVAL_GIVEN


async def notify_level_unattended(
    session: AsyncSession, event: LevelUnattended, meta: Meta
) -> None:
    """Notify the admins who assign approvers that a level has none left."""
    notice = Notice(
        topic=f"approval-level:{event.level_id}",
        version=meta.sequence,
        kind=Kind.APPROVAL_LEVEL_UNATTENDED,
        values={"level": Bilingual(event.name_en, event.name_ar)},
        link=AppRoute.APPROVERS_EDIT.format(id=event.level_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_admin_users(session, Permission.EDIT_APPROVAL_LEVEL), notice)


async def notify_delegation_changed(
    session: AsyncSession, event: DelegationChanged, meta: Meta
) -> None:
    """Notify the delegate of the delegation, and each party when the other ends it."""
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
            "first": format_day(event.first_day),
            "last": format_day(event.last_day),
        },
        link=AppRoute.MY_APPROVALS,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.delegate_user_id if to_delegate else event.user_id], notice)


HANDLERS: dict[type[Event], Handler] = {
    RequestWaiting: notify_request_waiting,
    RequestDue: notify_request_due,
    RequestHandedOver: notify_request_handed_over,
    LevelUnattended: notify_level_unattended,
    DelegationChanged: notify_delegation_changed,
}
