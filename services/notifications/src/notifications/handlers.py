"""Everything this service consumes; the map is at the foot."""

from datetime import timedelta
from uuid import UUID

from contracts import Event
from contracts.approvals import (
    RequestAdvanced,
    RequestApproved,
    RequestRejected,
    RequestReturned,
)
from contracts.catalog import BatchAlerted, SettingsUpdated
from contracts.enrollment import (
    AppealChanged,
    ApplicationChanged,
    BulkEnrollmentChanged,
    CertificateChanged,
    CertificateExpiring,
    CertificateRequestsChanged,
    ChargePurpose,
    EnrollmentChanged,
    EnrollmentMoved,
)
from contracts.identity import (
    DataReady,
    DocumentExpiring,
    DocumentReplaced,
    EmailChanged,
    ErasureChanged,
    ErasureStatus,
    InvitationCreated,
    NumberCaseChanged,
    OtpRequested,
    ProfileUpdated,
    SecurityChanged,
    SignUpAttempted,
    UserErased,
    UserRegistered,
)
from contracts.payments import (
    ChargeOpened,
    ChargePaid,
    ChargeRefunded,
    PaymentFailed,
    PaymentUnderReview,
    RefundFailed,
)
from kit import personal_data
from kit.db import AsyncSession, utc_now
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler
from kit.personal_data import Person

from notifications.appeals.service import notify_appeal_changed
from notifications.applications.service import notify_application_changed
from notifications.approvers.service import HANDLERS as APPROVERS
from notifications.batches.service import notify_batch_alerted
from notifications.certificates import service as certificates
from notifications.deliveries.queries import get_product
from notifications.deliveries.service import (
    ExpiringMail,
    lock_people,
    queue_expiring_mails,
    requeue_waiting,
)
from notifications.enrollments.service import (
    notify_charge_opened,
    notify_enrollment_moved,
    notify_enrollments_changed,
)
from notifications.inquiries.service import discard_files
from notifications.notifications.service import Notice, notify
from notifications.numbers.service import notify_number_case_changed
from notifications.organizations.service import (
    notify_document_expiring,
    notify_document_replaced,
    notify_request_advanced,
    notify_request_decided,
)
from notifications.personal import PERSONAL
from notifications.replicas.queries import list_admin_users, list_candidates_among
from notifications.replicas.service import (
    upsert_product,
    upsert_profiles,
    upsert_registered_contact,
)
from notifications.texts.compose import compose
from notifications.texts.formats import moment, money
from notifications.texts.models import (
    ERASURE_KINDS,
    OTP_KINDS,
    SECURITY_KINDS,
    Bilingual,
    Kind,
    Values,
    invitation_kind,
)
from notifications.webhooks.service import queue_bulk_enrollment, queue_enrollments

SIGN_UP_ATTEMPT_LASTS = timedelta(hours=1)
"""Its mail is not sent later."""
EMAIL_CHANGE_LASTS = timedelta(days=3)
"""The notice to the former address is of use for long."""
BURSTS_EVERY = timedelta(seconds=0.2)
"""A file of people makes thousands of events, and other people's codes wait behind them."""
SECURITY_LINKS = {True: "/candidate/security", False: "/dashboard/account-settings/security"}
"""Of candidates, and of all others."""
PAID_BY_CANDIDATES = frozenset({ChargePurpose.CANDIDATE_REGISTRATION, ChargePurpose.ENROLLMENT})


async def on_otp_requested(session: AsyncSession, event: OtpRequested, _: Meta) -> None:
    """Mail the code to the address that it was asked for, unless it has expired on the way."""
    if event.expires_at <= utc_now():
        return
    values: Values = {"code": event.code, "expires": moment(event.expires_at)}
    message = compose(OTP_KINDS[event.purpose], values)
    await queue_expiring_mails(
        session, [ExpiringMail(event.otp_id, event, message, event.expires_at)]
    )


async def on_email_changed(session: AsyncSession, event: EmailChanged, meta: Meta) -> None:
    """Mail the former address, the only one that whoever had the account before still reads."""
    message = compose(Kind.EMAIL_CHANGED, {"time": moment(meta.time)})
    until = meta.time + EMAIL_CHANGE_LASTS
    await queue_expiring_mails(
        session, [ExpiringMail(event.change_id, event, message, until, "/contact-us")]
    )


async def on_sign_up_attempted(session: AsyncSession, event: SignUpAttempted, meta: Meta) -> None:
    """Mail the owner of the address; in the app, whoever is signed in knows of the account."""
    message = compose(Kind.SIGN_UP_ATTEMPTED, {})
    until = meta.time + SIGN_UP_ATTEMPT_LASTS
    await queue_expiring_mails(
        session, [ExpiringMail(event.attempt_id, event, message, until, "/auth/sign-in")]
    )


async def on_invitations_created(session: AsyncSession, events: Events) -> None:
    """Mail the links, unless they have expired on the way."""
    now = utc_now()
    mails = [_invitation_mail(event) for event, _ in events if event.expires_at > now]
    await queue_expiring_mails(session, mails)


def _invitation_mail(event: InvitationCreated) -> ExpiringMail:
    """Its link's secret stands behind the `#`, which browsers send to no server."""
    organization = Bilingual(event.organization_name_en or "", event.organization_name_ar or "")
    values: Values = {"organization": organization, "expires": moment(event.expires_at)}
    message = compose(invitation_kind(event.profile_type, event.organization_name_en), values)
    link = f"/auth/invitation#{event.token}"
    return ExpiringMail(event.invitation_id, event, message, event.expires_at, link)


async def on_user_registered(session: AsyncSession, event: UserRegistered, meta: Meta) -> None:
    """Store how the person is reached, and welcome them."""
    await upsert_registered_contact(session, event, meta)
    notice = Notice(
        topic=f"user:{event.user_id}",
        version=1,
        kind=Kind.WELCOME,
        values={"username": event.username, "product": await get_product(session)},
        link="/trainings",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """Store the profiles, and send what waits for their people's addresses."""
    await lock_people(session, {event.user_id for event, _ in events})
    await upsert_profiles(session, events)
    await requeue_waiting(session, {event.user_id for event, _ in events if event.verified})


async def on_security_changed(session: AsyncSession, event: SecurityChanged, meta: Meta) -> None:
    """Notify whose account it is: it may have been somebody else. What is not known yet, a newer
    identity has published."""
    kind = SECURITY_KINDS.get(event.change)
    if kind is None:
        return
    candidates = await list_candidates_among(session, [event.user_id])
    notice = Notice(
        topic=f"security:{event.change_id}",
        version=1,
        kind=kind,
        values={"time": moment(meta.time)},
        link=SECURITY_LINKS[bool(candidates)],
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_enrollments_changed(session: AsyncSession, events: Events) -> None:
    """Notify candidates and organizations of their enrollments' states."""
    await notify_enrollments_changed(session, events)
    await queue_enrollments(session, events)


async def on_charges_opened(session: AsyncSession, events: Events) -> None:
    """Reserved seats can be paid from now on; the app itself asks for registration fees."""
    of_seats = [pair for pair in events if pair[0].purpose is ChargePurpose.ENROLLMENT]
    # In one order everywhere: each is locked.
    for event, meta in sorted(of_seats, key=lambda pair: pair[0].subject_id):
        await notify_charge_opened(session, event, meta)


async def on_charge_paid(session: AsyncSession, event: ChargePaid, meta: Meta) -> None:
    """The receipt. Where nothing was to be paid, there is none."""
    if event.amount_minor == 0:
        return
    notice = Notice(
        topic=f"receipt:{event.charge_id}",
        version=meta.sequence,
        kind=Kind.CHARGE_PAID,
        values={
            "amount": money(event.amount_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "paid": moment(event.paid_at),
            "reference": event.reference,
        },
        link=_charge_link(event.purpose, event.charge_id),
        at=event.paid_at,
        restated=meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def on_charge_refunded(session: AsyncSession, event: ChargeRefunded, meta: Meta) -> None:
    """How much has gone back in all."""
    notice = Notice(
        topic=f"refund:{event.charge_id}",
        version=meta.sequence,
        kind=Kind.CHARGE_REFUNDED,
        values={
            "amount": money(event.refunded_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "reference": event.reference,
        },
        link=_charge_link(event.purpose, event.charge_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def on_payment_failed(session: AsyncSession, event: PaymentFailed, meta: Meta) -> None:
    """The link to pay again; once for each charge, however many cards are declined."""
    notice = Notice(
        topic=f"declined:{event.charge_id}",
        version=1,
        kind=Kind.PAYMENT_FAILED_SEAT if event.due_at else Kind.PAYMENT_FAILED,
        values={
            "amount": money(event.amount_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "due": moment(event.due_at) if event.due_at else "",
        },
        link=f"/payments/pay?charge={event.charge_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def on_payment_under_review(
    session: AsyncSession, event: PaymentUnderReview, meta: Meta
) -> None:
    """An admin must decide about money that does not match."""
    notice = Notice(
        topic=f"payment:{event.payment_id}",
        version=meta.sequence,
        kind=Kind.PAYMENT_UNDER_REVIEW,
        values={
            "received": money(event.received_minor, event.currency),
            "expected": money(event.expected_minor, event.currency),
            "reason": event.reason,
        },
        link=f"/dashboard/payments/{event.payment_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_admin_users(session), notice)


async def on_refund_failed(session: AsyncSession, event: RefundFailed, meta: Meta) -> None:
    """An admin must see to money that is owed back."""
    notice = Notice(
        topic=f"refund-failed:{event.refund_id}",
        version=meta.sequence,
        kind=Kind.REFUND_FAILED,
        values={
            "amount": money(event.amount_minor, event.currency),
            "title": Bilingual(event.title_en, event.title_ar),
            "reference": event.reference,
            "reason": event.reason,
        },
        link=f"/dashboard/payments/{event.payment_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, await list_admin_users(session), notice)


async def on_data_ready(session: AsyncSession, event: DataReady, meta: Meta) -> None:
    """Lead the person to the file that they asked for."""
    notice = Notice(
        topic=f"data:{event.request_id}",
        version=meta.sequence,
        kind=Kind.DATA_READY,
        values={"until": moment(event.expires_at)},
        link=await _data_page(session, event.user_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_erasure_changed(session: AsyncSession, event: ErasureChanged, meta: Meta) -> None:
    """The admins are to decide; or the person hears why nothing came of it."""
    kind = ERASURE_KINDS.get(event.status)
    if kind is None:
        return
    user_ids, link = [event.user_id], await _data_page(session, event.user_id)
    if event.status is ErasureStatus.REQUESTED:
        user_ids = sorted(set(await list_admin_users(session)) - {event.user_id})
        link = f"/dashboard/admin-management/erasures/{event.erasure_id}"
    notice = Notice(
        topic=f"erasure:{event.erasure_id}",
        version=meta.sequence,
        kind=kind,
        values={"reason": event.comment or ""},
        link=link,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, user_ids, notice)


async def _data_page(session: AsyncSession, user_id: UUID) -> str:
    candidates = await list_candidates_among(session, [user_id])
    return "/candidate/my-data" if candidates else "/dashboard/account-settings/my-data"


def _charge_link(purpose: ChargePurpose, charge_id: UUID) -> str:
    if purpose in PAID_BY_CANDIDATES:
        return f"/candidate/my-payments/{charge_id}"
    return "/dashboard/payments"


_PERSONAL = personal_data.handlers("notifications", PERSONAL)


async def on_user_erased(session: AsyncSession, event: UserErased, meta: Meta) -> None:
    """All of it goes, and the files that came with inquiries before the rows that name them."""
    await discard_files(session, Person(event.user_id, event.profile_ids, event.email))
    await _PERSONAL[UserErased](session, event, meta)


HANDLERS: dict[type[Event], Handler] = {
    OtpRequested: on_otp_requested,
    SecurityChanged: on_security_changed,
    EmailChanged: on_email_changed,
    SignUpAttempted: on_sign_up_attempted,
    InvitationCreated: Batched(on_invitations_created, every=BURSTS_EVERY),
    SettingsUpdated: upsert_product,
    UserRegistered: on_user_registered,
    ProfileUpdated: Batched(on_profiles_updated, every=BURSTS_EVERY),
    NumberCaseChanged: notify_number_case_changed,
    BulkEnrollmentChanged: queue_bulk_enrollment,
    EnrollmentChanged: Batched(on_enrollments_changed, every=BURSTS_EVERY),
    AppealChanged: notify_appeal_changed,
    ApplicationChanged: notify_application_changed,
    EnrollmentMoved: notify_enrollment_moved,
    CertificateChanged: certificates.notify_certificate_changed,
    CertificateExpiring: certificates.notify_certificate_expiring,
    CertificateRequestsChanged: certificates.notify_certificate_requests_changed,
    BatchAlerted: notify_batch_alerted,
    ChargeOpened: Batched(on_charges_opened, every=BURSTS_EVERY),
    ChargePaid: on_charge_paid,
    ChargeRefunded: on_charge_refunded,
    PaymentFailed: on_payment_failed,
    PaymentUnderReview: on_payment_under_review,
    RefundFailed: on_refund_failed,
    RequestApproved: notify_request_decided,
    RequestRejected: notify_request_decided,
    RequestReturned: notify_request_decided,
    RequestAdvanced: notify_request_advanced,
    **APPROVERS,
    DocumentExpiring: notify_document_expiring,
    DocumentReplaced: notify_document_replaced,
    DataReady: on_data_ready,
    ErasureChanged: on_erasure_changed,
    **_PERSONAL,
    UserErased: on_user_erased,
}
