"""Notify organizations, staff, authors of announcements and admins.

Covers approvals, expiring and replaced documents, suspensions, account bills and API clients.
"""

from collections.abc import Mapping
from uuid import UUID

from contracts import ContentType, Event
from contracts.app_routes import AppRoute
from contracts.approvals import (
    RequestAdvanced,
    RequestApproved,
    RequestRejected,
    RequestReturned,
)
from contracts.identity import (
    DocumentExpiring,
    DocumentReplaced,
    OrganizationSuspensionChanged,
    PartnerClientExpiring,
    PartnerSecretRotated,
)
from contracts.payments import AccountBillDue, BillNotice
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import (
    list_organization_members,
    list_organization_users,
    list_profile_users,
)
from notifications.texts.models import Bilingual, Kind
from notifications.texts.service import format_day, format_moment, format_money, format_month

RequestDecided = RequestApproved | RequestRejected | RequestReturned

DECISIONS = {
    (ContentType.ORGANIZATION, RequestApproved): Kind.ORGANIZATION_APPROVED,
    (ContentType.ORGANIZATION, RequestRejected): Kind.ORGANIZATION_REJECTED,
    (ContentType.ORGANIZATION, RequestReturned): Kind.ORGANIZATION_RETURNED,
    (ContentType.STAFF, RequestApproved): Kind.STAFF_APPROVED,
    (ContentType.STAFF, RequestRejected): Kind.STAFF_REJECTED,
    (ContentType.STAFF, RequestReturned): Kind.STAFF_RETURNED,
    (ContentType.ANNOUNCEMENT, RequestApproved): Kind.ANNOUNCEMENT_APPROVED,
    (ContentType.ANNOUNCEMENT, RequestRejected): Kind.ANNOUNCEMENT_REJECTED,
    (ContentType.ANNOUNCEMENT, RequestReturned): Kind.ANNOUNCEMENT_RETURNED,
}
BILL_KINDS = {
    BillNotice.ISSUED: Kind.BILL_ISSUED,
    BillNotice.DUE: Kind.BILL_DUE,
    BillNotice.OVERDUE: Kind.BILL_OVERDUE,
}
CLIENTS_LINK = AppRoute.PARTNER_CLIENTS
PAGES = {
    ContentType.ORGANIZATION: AppRoute.ACCOUNT_DETAILS,
    ContentType.STAFF: AppRoute.ACCOUNT_PROFILE,
}
"""Page that shows the request's state, where a returned one is corrected."""


async def notify_request_decided(session: AsyncSession, event: RequestDecided, meta: Meta) -> None:
    """Notify the organization, staff member or announcement's author of the decision.

    Raises `RecipientsUnknown`.
    """
    kind = DECISIONS.get((event.content_type, type(event)))
    if kind is None:
        return
    notice = Notice(
        topic=f"approval:{event.content_id}",
        version=meta.sequence,
        kind=kind,
        values={"reason": event.comment or "", "name": Bilingual(event.name_en, event.name_ar)},
        link=_get_page(event),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await _list_users(session, event), notice)


async def notify_request_advanced(
    session: AsyncSession, event: RequestAdvanced, meta: Meta
) -> None:
    """Notify the organization, staff member or announcement's author of the next approval level.

    Raises `RecipientsUnknown`.
    """
    page = _get_progress_page(event)
    if page is None:
        return
    notice = Notice(
        topic=f"approval-progress:{event.request_id}",
        version=event.step,
        kind=Kind.APPROVAL_ADVANCED,
        values={
            "level": Bilingual(event.level_en, event.level_ar),
            "step": str(event.step),
            "steps": str(event.steps),
        },
        link=page,
        at=event.since,
        restated=meta.restated,
    )
    await notify(session, await _list_users(session, event), notice)


async def notify_document_expiring(
    session: AsyncSession, event: DocumentExpiring, meta: Meta
) -> None:
    """Notify the organization or staff member that a document expires soon.

    Raises `RecipientsUnknown`.
    """
    notice = Notice(
        topic=f"document:{event.document_id}",
        version=meta.sequence,
        kind=Kind.DOCUMENT_EXPIRING,
        values={
            "document": Bilingual(event.title_en, event.title_ar),
            "expires": format_day(event.expires_on),
        },
        link=(
            PAGES[ContentType.STAFF]
            if event.user_id
            else f"{PAGES[ContentType.ORGANIZATION]}?step=documents"
        ),
        at=meta.time,
        restated=meta.restated,
    )
    users = (
        [event.user_id]
        if event.user_id
        else await list_organization_users(session, event.organization_id)
    )
    await notify(session, users, notice)


async def notify_document_replaced(
    session: AsyncSession, event: DocumentReplaced, meta: Meta
) -> None:
    """Notify admins who may see the organization or staff member of the new document."""
    notice = Notice(
        topic=f"document:{event.document_id}",
        version=meta.sequence,
        kind=Kind.STAFF_DOCUMENT_REPLACED if event.user_id else Kind.DOCUMENT_REPLACED,
        values={
            "organization": Bilingual(event.organization_name_en, event.organization_name_ar),
            "person": Bilingual(event.user_name_en, event.user_name_ar),
            "document": Bilingual(event.title_en, event.title_ar),
        },
        link=(
            AppRoute.USER_VIEW.format(id=event.user_id)
            if event.user_id
            else f"{AppRoute.ORGANIZATION.format(id=event.organization_id)}?tab=documents"
        ),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, list(event.reviewer_user_ids), notice)


async def notify_suspension_changed(
    session: AsyncSession, event: OrganizationSuspensionChanged, meta: Meta
) -> None:
    """Notify the organization's members of its suspension, or of the end of it.

    Raises `RecipientsUnknown`.
    """
    suspended = event.suspended
    notice = Notice(
        topic=f"suspension:{event.organization_id}",
        version=meta.sequence,
        kind=Kind.ORGANIZATION_SUSPENDED if suspended else Kind.ORGANIZATION_RESUMED,
        values={"reason": event.reason or ""},
        link=AppRoute.CONTACT if suspended else AppRoute.DASHBOARD,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_organization_members(session, event.organization_id), notice)


def _get_progress_page(event: RequestAdvanced) -> str | None:
    if event.content_type is ContentType.ANNOUNCEMENT:
        return AppRoute.ANNOUNCEMENT_VIEW.format(id=event.content_id)
    if event.content_type is ContentType.APPLICATION:
        return AppRoute.APPLICATION_VIEW.format(id=event.content_id)
    # Content types of newer releases have no page here.
    return PAGES.get(event.content_type)


def _get_page(event: RequestDecided) -> str:
    if event.content_type is ContentType.ANNOUNCEMENT:
        return AppRoute.ANNOUNCEMENT_VIEW.format(id=event.content_id)
    return AppRoute.DASHBOARD if isinstance(event, RequestApproved) else PAGES[event.content_type]


async def _list_users(session: AsyncSession, event: RequestDecided | RequestAdvanced) -> list[UUID]:
    if event.content_type is ContentType.ANNOUNCEMENT:
        return [event.submitted_by] if event.submitted_by else []
    if isinstance(event, RequestAdvanced) and event.content_type is ContentType.APPLICATION:
        organization_id = event.organization_id
        return await list_organization_users(session, organization_id) if organization_id else []
    if event.content_type is ContentType.ORGANIZATION:
        return await list_organization_users(session, event.content_id)
    return await list_profile_users(session, event.content_id)


async def notify_bill_due(session: AsyncSession, event: AccountBillDue, meta: Meta) -> None:
    """Notify the organization of an account bill: when issued, before its due date and after it.

    Ignores stages that only a newer payments service knows. Raises `RecipientsUnknown`.
    """
    kind = BILL_KINDS.get(event.notice)
    if kind is None:
        return
    notice = Notice(
        topic=f"bill:{event.bill_id}",
        version=meta.sequence,
        kind=kind,
        values={
            "amount": format_money(event.amount_minor, event.currency),
            "month": format_month(event.month),
            "reference": event.reference,
            "due": format_day(event.due_on),
        },
        link=AppRoute.PAYMENT_ACCOUNT.format(id=event.account_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_organization_users(session, event.organization_id), notice)


async def notify_client_expiring(
    session: AsyncSession, event: PartnerClientExpiring, meta: Meta
) -> None:
    """Notify the organization that an API client of theirs expires soon.

    Raises `RecipientsUnknown`.
    """
    notice = Notice(
        topic=f"client-expiring:{event.client_id}:{event.expires_at:%Y%m%d%H%M}",
        version=-event.notice_days,
        kind=Kind.PARTNER_CLIENT_EXPIRING,
        values={"client": event.name, "expires": format_moment(event.expires_at)},
        link=CLIENTS_LINK,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_organization_users(session, event.organization_id), notice)


async def notify_secret_rotated(
    session: AsyncSession, event: PartnerSecretRotated, meta: Meta
) -> None:
    """Notify the organization of a new client secret, which allows acting for them.

    Raises `RecipientsUnknown`.
    """
    notice = Notice(
        topic=f"partner-secret:{event.secret_id}",
        version=meta.sequence,
        kind=Kind.PARTNER_SECRET_ROTATED,
        values={"client": event.name, "until": format_moment(event.previous_ends_at)},
        link=CLIENTS_LINK,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_organization_users(session, event.organization_id), notice)


HANDLERS: Mapping[type[Event], Handler] = {
    RequestApproved: notify_request_decided,
    RequestRejected: notify_request_decided,
    RequestReturned: notify_request_decided,
    RequestAdvanced: notify_request_advanced,
    DocumentExpiring: notify_document_expiring,
    DocumentReplaced: notify_document_replaced,
    AccountBillDue: notify_bill_due,
    PartnerClientExpiring: notify_client_expiring,
    PartnerSecretRotated: notify_secret_rotated,
}
