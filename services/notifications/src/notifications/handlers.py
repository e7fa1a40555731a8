"""Everything this service consumes; the map is at the foot."""

from datetime import timedelta
from uuid import UUID

from contracts import ContentType, Event
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.enrollment import ChargePurpose, EnrollmentChanged
from contracts.identity import (
    NumberCaseChanged,
    OtpRequested,
    ProfileUpdated,
    SignUpAttempted,
    UserRegistered,
)
from contracts.payments import (
    ChargeOpened,
    ChargePaid,
    ChargeRefunded,
    PaymentFailed,
    PaymentHeld,
    RefundFailed,
)
from kit.db import AsyncSession, utc_now
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from notifications.deliveries import service as deliveries
from notifications.enrollments import service as enrollments
from notifications.notifications.service import Notice, notify
from notifications.numbers.service import tell_of_case
from notifications.people import service as people
from notifications.wording import Bilingual, Kind, Values, compose, moment, money

OTP_KINDS = {
    "verification": Kind.OTP_VERIFICATION,
    "password_reset": Kind.OTP_PASSWORD_RESET,
}
ATTEMPT_IS_NEWS = timedelta(hours=1)
DECISIONS = {
    (ContentType.ORGANIZATION, RequestApproved): Kind.ORGANIZATION_APPROVED,
    (ContentType.ORGANIZATION, RequestRejected): Kind.ORGANIZATION_REJECTED,
    (ContentType.ORGANIZATION, RequestReturned): Kind.ORGANIZATION_RETURNED,
    (ContentType.STAFF, RequestApproved): Kind.STAFF_APPROVED,
    (ContentType.STAFF, RequestRejected): Kind.STAFF_REJECTED,
    (ContentType.STAFF, RequestReturned): Kind.STAFF_RETURNED,
}
PAID_BY_CANDIDATES = frozenset({ChargePurpose.CANDIDATE_REGISTRATION, ChargePurpose.ENROLLMENT})


async def on_otp_requested(session: AsyncSession, event: OtpRequested, _: Meta) -> None:
    """Mail the code to the address that it was asked for, unless it has expired on the way."""
    if event.expires_at <= utc_now():
        return
    values: Values = {"code": event.code, "expires": moment(event.expires_at)}
    await deliveries.queue_urgent(
        session,
        event.otp_id,
        event.user_id,
        compose(OTP_KINDS[event.purpose], values),
        address=event.email,
        locale=event.locale,
        expires_at=event.expires_at,
    )


async def on_sign_up_attempted(session: AsyncSession, event: SignUpAttempted, meta: Meta) -> None:
    """Tell the owner of the address, there and nowhere else: whoever signs in knows the account."""
    await deliveries.queue_urgent(
        session,
        event.attempt_id,
        event.user_id,
        compose(Kind.SIGN_UP_ATTEMPTED, {}),
        address=event.email,
        locale=event.locale,
        expires_at=meta.time + ATTEMPT_IS_NEWS,
        link="/auth/sign-in",
    )


async def on_user_registered(session: AsyncSession, event: UserRegistered, meta: Meta) -> None:
    """Remember how the person is reached, and welcome them."""
    await people.learn_contact(session, event, meta.time)
    notice = Notice(
        topic=f"user:{event.user_id}",
        version=1,
        kind=Kind.WELCOME,
        values={"username": event.username},
        link="/trainings",
        at=meta.time,
        news=not meta.restated,
    )
    await notify(session, [event.user_id], notice)


async def on_profile_updated(session: AsyncSession, event: ProfileUpdated, meta: Meta) -> None:
    """Remember the profile, and send what waits for the person's address."""
    await deliveries.lock_person(session, event.user_id)
    await people.learn_profile(session, event, meta)
    if event.verified:
        await deliveries.release(session, event.user_id)


async def on_number_case_changed(
    session: AsyncSession, event: NumberCaseChanged, meta: Meta
) -> None:
    """Tell those whom an identity number concerns, and the admins who decide about it."""
    await tell_of_case(session, event, meta)


async def on_enrollment_changed(
    session: AsyncSession, event: EnrollmentChanged, meta: Meta
) -> None:
    """Tell the candidate or the organization where the enrollment stands."""
    await enrollments.learn_enrollment(session, event, meta)


async def on_charge_opened(session: AsyncSession, event: ChargeOpened, meta: Meta) -> None:
    """A held seat can be paid from now on; the app itself asks for registration fees."""
    if event.purpose is ChargePurpose.ENROLLMENT:
        await enrollments.learn_charge(session, event, meta)


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
        news=not meta.restated,
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
        news=not meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def on_payment_failed(session: AsyncSession, event: PaymentFailed, meta: Meta) -> None:
    """The way back to paying; once for each charge, however many cards are declined."""
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
        news=not meta.restated,
    )
    await notify(session, [event.payer_user_id], notice)


async def on_payment_held(session: AsyncSession, event: PaymentHeld, meta: Meta) -> None:
    """An admin must decide about money that does not match."""
    notice = Notice(
        topic=f"payment:{event.payment_id}",
        version=meta.sequence,
        kind=Kind.PAYMENT_HELD,
        values={
            "received": money(event.received_minor, event.currency),
            "expected": money(event.expected_minor, event.currency),
            "reason": event.reason,
        },
        link=f"/dashboard/payments/{event.payment_id}",
        at=meta.time,
        news=not meta.restated,
    )
    await notify(session, await people.admin_users(session), notice)


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
        news=not meta.restated,
    )
    await notify(session, await people.admin_users(session), notice)


async def on_request_decided(
    session: AsyncSession, event: RequestApproved | RequestRejected | RequestReturned, meta: Meta
) -> None:
    """Tell the organization's users, or the staff member, what was decided about them."""
    kind = DECISIONS.get((event.content_type, type(event)))
    if kind is None:
        return
    if event.content_type is ContentType.ORGANIZATION:
        user_ids = await people.organization_users(session, event.content_id)
    else:
        user_ids = await people.profile_user(session, event.content_id)
    approved = isinstance(event, RequestApproved)
    notice = Notice(
        topic=f"approval:{event.content_id}",
        version=meta.sequence,
        kind=kind,
        values={"reason": event.comment or ""},
        link="/dashboard" if approved else "/dashboard/account-settings/profile",
        at=meta.time,
        news=not meta.restated,
    )
    await notify(session, user_ids, notice)


def _charge_link(purpose: ChargePurpose, charge_id: UUID) -> str:
    if purpose in PAID_BY_CANDIDATES:
        return f"/candidate/my-payments/{charge_id}"
    return "/dashboard/payments"


HANDLERS: dict[type[Event], Handler] = {
    OtpRequested: on_otp_requested,
    SignUpAttempted: on_sign_up_attempted,
    UserRegistered: on_user_registered,
    ProfileUpdated: on_profile_updated,
    NumberCaseChanged: on_number_case_changed,
    EnrollmentChanged: on_enrollment_changed,
    ChargeOpened: on_charge_opened,
    ChargePaid: on_charge_paid,
    ChargeRefunded: on_charge_refunded,
    PaymentFailed: on_payment_failed,
    PaymentHeld: on_payment_held,
    RefundFailed: on_refund_failed,
    RequestApproved: on_request_decided,
    RequestRejected: on_request_decided,
    RequestReturned: on_request_decided,
}
