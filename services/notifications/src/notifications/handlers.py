"""Handlers of every event this service consumes, mapped at the end of the file."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from contracts import Event, Permission
from contracts.app_routes import AppRoute
from contracts.catalog import BatchAlerted
from contracts.enrollment import (
    AppealChanged,
    ApplicationChanged,
    BulkEnrollmentChanged,
    CertificateChanged,
    CertificateExpiring,
    CertificateRequestsChanged,
    EnrollmentChanged,
    EnrollmentMoved,
)
from contracts.identity import (
    ConfirmationRequested,
    DataReady,
    EmailChanged,
    ErasureChanged,
    ErasureStatus,
    InvitationCreated,
    NumberCaseChanged,
    OrganizationSuspensionChanged,
    OtpRequested,
    ProfileUpdated,
    SecurityChanged,
    SessionEnded,
    SignInDetailsChanged,
    SignUpAttempted,
    UserErased,
    UserRegistered,
)
from contracts.payments import ChargeOpened, ChargePurpose
from kit.database.db import AsyncSession, utc_now
from kit.messaging import personal_data
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler
from kit.messaging.personal_data import Person

from notifications.addresses.service import unmark_addresses
from notifications.appeals.service import notify_appeal_changed
from notifications.applications.service import notify_application_changed
from notifications.approvers.service import HANDLERS as APPROVERS
from notifications.batches.service import notify_batch_alerted
from notifications.bulk_enrollments.service import notify_bulk_enrollment_changed
from notifications.certificates import service as certificates
from notifications.deliveries.queries import get_product
from notifications.deliveries.service import (
    TransientMessage,
    lock_people,
    queue_transient,
    requeue_waiting,
)
from notifications.devices.service import on_session_ended
from notifications.enrollments.service import (
    notify_charges_opened,
    notify_enrollment_moved,
    notify_enrollments_changed,
)
from notifications.group_messages.service import cancel_organization_messages
from notifications.inquiries.service import discard_files
from notifications.notifications.service import BURST_INTERVAL, Notice, notify
from notifications.numbers.service import notify_number_case_changed
from notifications.organizations.service import HANDLERS as ORGANIZATIONS
from notifications.organizations.service import notify_suspension_changed
from notifications.payments.service import HANDLERS as PAYMENTS
from notifications.personal import PERSONAL
from notifications.replicas.models import Contact
from notifications.replicas.queries import list_admin_users, list_candidates_among, map_contacts
from notifications.replicas.service import HANDLERS as REPLICAS
from notifications.replicas.service import upsert_profiles, upsert_registered_contact
from notifications.roles.service import HANDLERS as ROLES
from notifications.texts.models import (
    ERASURE_KINDS,
    INVITATION_KINDS,
    OTP_KINDS,
    SECURITY_KINDS,
    Bilingual,
    Kind,
    Values,
    get_invitation_kind,
)
from notifications.texts.service import Overrides, compose, format_moment
from notifications.webhooks.service import queue_enrollments
from notifications.wordings.queries import get_message, map_overrides

SIGN_UP_ATTEMPT_LIFETIME = timedelta(hours=1)
"""Its mail is not sent later."""
EMAIL_CHANGE_LIFETIME = timedelta(days=3)
"""Long, since the notice to the former address stays useful."""
SECURITY_LINKS = {True: AppRoute.CANDIDATE_SECURITY, False: AppRoute.ACCOUNT_SECURITY}
"""Security pages: of candidates, and of all others."""


async def on_otp_requested(session: AsyncSession, event: OtpRequested, _: Meta) -> None:
    """Send the code to the requested address, unless it has expired."""
    if event.expires_at <= utc_now():
        return
    values: Values = {"code": event.code, "expires": format_moment(event.expires_at)}
    message = await get_message(session, OTP_KINDS[event.purpose], values)
    await queue_transient(
        session, [TransientMessage(event.otp_id, event, message, event.expires_at)]
    )


async def on_email_changed(session: AsyncSession, event: EmailChanged, meta: Meta) -> None:
    """Mail the former address, which the previous owner of the account may still read."""
    message = await get_message(session, Kind.EMAIL_CHANGED, {"time": format_moment(meta.time)})
    until = meta.time + EMAIL_CHANGE_LIFETIME
    await queue_transient(
        session, [TransientMessage(event.change_id, event, message, until, AppRoute.CONTACT)]
    )


async def on_sign_in_details_changed(
    session: AsyncSession, event: SignInDetailsChanged, meta: Meta
) -> None:
    """Mail the former address a link that reverts the change, unless it has expired."""
    if event.expires_at <= utc_now():
        return
    values: Values = {"time": format_moment(meta.time), "expires": format_moment(event.expires_at)}
    message = await get_message(session, Kind.SIGN_IN_DETAILS_CHANGED, values)
    link = f"{AppRoute.ACCOUNT_CHANGE}#{event.token}"
    notice = TransientMessage(event.change_id, event, message, event.expires_at, link)
    await queue_transient(session, [notice])


async def on_confirmation_requested(
    session: AsyncSession, event: ConfirmationRequested, meta: Meta
) -> None:
    """Notify the admins who can confirm the change."""
    notice = Notice(
        topic=f"confirmation:{event.confirmation_id}",
        version=meta.sequence,
        kind=Kind.CONFIRMATION_WAITS,
        values={
            "requester": Bilingual(event.requester_name_en, event.requester_name_ar),
            "person": Bilingual(event.name_en, event.name_ar),
            "expires": format_moment(event.expires_at),
        },
        link=f"{AppRoute.CONFIRMATIONS}#{event.confirmation_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, event.eligible_user_ids, notice)


async def on_sign_up_attempted(session: AsyncSession, event: SignUpAttempted, meta: Meta) -> None:
    """Mail the owner of the address; signed-in users know of their account."""
    message = await get_message(session, Kind.SIGN_UP_ATTEMPTED, {})
    until, link = meta.time + SIGN_UP_ATTEMPT_LIFETIME, AppRoute.SIGN_IN
    await queue_transient(
        session, [TransientMessage(event.attempt_id, event, message, until, link)]
    )


async def on_invitations_created(session: AsyncSession, events: Events) -> None:
    """Send invitation links, unless they have expired."""
    now = utc_now()
    given = await map_overrides(session, INVITATION_KINDS)
    invitations = [_invitation(event, given) for event, _ in events if event.expires_at > now]
    await queue_transient(session, invitations)


def _invitation(event: InvitationCreated, given: Overrides) -> TransientMessage:
    """The secret follows `#` in the link, as browsers send no fragment to servers."""
    organization = Bilingual(event.organization_name_en or "", event.organization_name_ar or "")
    values: Values = {"organization": organization, "expires": format_moment(event.expires_at)}
    kind = get_invitation_kind(event.profile_type, event.organization_name_en)
    message, link = compose(kind, values, given), f"{AppRoute.INVITATION}#{event.token}"
    return TransientMessage(event.invitation_id, event, message, event.expires_at, link)


async def on_user_registered(session: AsyncSession, event: UserRegistered, meta: Meta) -> None:
    """Store the user's contact, and send a welcome."""
    await upsert_registered_contact(session, event, meta)
    notice = Notice(
        topic=f"user:{event.user_id}",
        version=1,
        kind=Kind.WELCOME,
        values={"username": event.username, "product": await get_product(session)},
        link=AppRoute.TRAININGS,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """Store profiles, and send messages that waited for their users' addresses."""
    people = {event.user_id for event, _ in events}
    await lock_people(session, people)
    before = await map_contacts(session, people)
    await unmark_addresses(
        session, [event.email for event, _ in events if _is_newly_verified(event, before)]
    )
    await upsert_profiles(session, events)
    await requeue_waiting(session, {event.user_id for event, _ in events if event.verified})


def _is_newly_verified(event: ProfileUpdated, before: Mapping[UUID, Contact]) -> bool:
    known = before.get(event.user_id)
    is_known = known is not None and known.verified and known.email == event.email
    return event.verified and not is_known


async def on_security_changed(session: AsyncSession, event: SecurityChanged, meta: Meta) -> None:
    """Notify the owner of the account, in case another person acted.

    Ignores changes that only a newer identity service knows.
    """
    kind = SECURITY_KINDS.get(event.change)
    if kind is None:
        return
    candidates = await list_candidates_among(session, [event.user_id])
    notice = Notice(
        topic=f"security:{event.change_id}",
        version=1,
        kind=kind,
        values={"time": format_moment(meta.time)},
        link=SECURITY_LINKS[bool(candidates)],
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_enrollments_changed(session: AsyncSession, events: Events) -> None:
    """Notify candidates and organizations of changed enrollments."""
    await notify_enrollments_changed(session, events)
    await queue_enrollments(session, events)


async def on_charges_opened(session: AsyncSession, events: Events) -> None:
    """Announce that reserved seats can be paid; the app itself asks for registration fees."""
    of_seats = [pair for pair in events if pair[0].purpose is ChargePurpose.ENROLLMENT]
    if of_seats:
        await notify_charges_opened(session, of_seats)


async def on_suspension_changed(
    session: AsyncSession, event: OrganizationSuspensionChanged, meta: Meta
) -> None:
    """Cancel the group messages of a suspended organization, and notify its users."""
    if event.suspended:
        await cancel_organization_messages(session, event.organization_id)
    await notify_suspension_changed(session, event, meta)


async def on_data_ready(session: AsyncSession, event: DataReady, meta: Meta) -> None:
    """Notify the user that the requested file is ready."""
    notice = Notice(
        topic=f"data:{event.request_id}",
        version=meta.sequence,
        kind=Kind.DATA_READY,
        values={"until": format_moment(event.expires_at)},
        link=await _data_page(session, event.user_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_erasure_changed(session: AsyncSession, event: ErasureChanged, meta: Meta) -> None:
    """Notify admins of requested erasures, and the user of an admin's request or the decision."""
    kind = ERASURE_KINDS.get(event.status)
    if kind is None:
        return
    notice = Notice(
        topic=f"erasure:{event.erasure_id}",
        version=meta.sequence,
        kind=kind,
        values={"reason": event.comment or ""},
        link=await _data_page(session, event.user_id),
        at=meta.time,
        restated=meta.restated,
    )
    if event.status is ErasureStatus.REQUESTED:
        admins = await list_admin_users(session, Permission.ERASE_USER)
        link = AppRoute.ERASURE.format(id=event.erasure_id)
        await notify(session, sorted(set(admins) - {event.user_id}), replace(notice, link=link))
        if not event.by_admin:
            return
        notice = replace(notice, kind=Kind.ERASURE_REQUESTED)
    await notify(session, [event.user_id], notice)


async def _data_page(session: AsyncSession, user_id: UUID) -> str:
    candidates = await list_candidates_among(session, [user_id])
    return AppRoute.CANDIDATE_DATA if candidates else AppRoute.ACCOUNT_DATA


_PERSONAL = personal_data.handlers("notifications", PERSONAL)


async def on_user_erased(session: AsyncSession, event: UserErased, meta: Meta) -> None:
    """Erase the user's data; files of inquiries before the rows that name them."""
    await discard_files(session, Person(event.user_id, event.profile_ids, event.email))
    await _PERSONAL[UserErased](session, event, meta)


HANDLERS: dict[type[Event], Handler] = {
    OtpRequested: on_otp_requested,
    SecurityChanged: on_security_changed,
    EmailChanged: on_email_changed,
    SignInDetailsChanged: on_sign_in_details_changed,
    ConfirmationRequested: on_confirmation_requested,
    SessionEnded: on_session_ended,
    SignUpAttempted: on_sign_up_attempted,
    InvitationCreated: Batched(on_invitations_created, every=BURST_INTERVAL),
    **REPLICAS,
    UserRegistered: on_user_registered,
    ProfileUpdated: Batched(on_profiles_updated, every=BURST_INTERVAL),
    NumberCaseChanged: notify_number_case_changed,
    BulkEnrollmentChanged: notify_bulk_enrollment_changed,
    EnrollmentChanged: Batched(on_enrollments_changed, every=BURST_INTERVAL),
    AppealChanged: notify_appeal_changed,
    ApplicationChanged: notify_application_changed,
    EnrollmentMoved: notify_enrollment_moved,
    CertificateChanged: certificates.notify_certificate_changed,
    CertificateExpiring: certificates.notify_certificate_expiring,
    CertificateRequestsChanged: certificates.notify_certificate_requests_changed,
    BatchAlerted: notify_batch_alerted,
    ChargeOpened: Batched(on_charges_opened, every=BURST_INTERVAL),
    **PAYMENTS,
    **ORGANIZATIONS,
    OrganizationSuspensionChanged: on_suspension_changed,
    **APPROVERS,
    **ROLES,
    DataReady: on_data_ready,
    ErasureChanged: on_erasure_changed,
    **_PERSONAL,
    UserErased: on_user_erased,
}
