"""Events of other services, as tests need them."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from contracts import ContentType, ProfileType
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.enrollment import EnrollmentChanged, EnrollmentStatus
from contracts.identity import (
    AdminRolesUpdated,
    InvitationCreated,
    NumberCaseChanged,
    OtpRequested,
    ProfileUpdated,
    RoleUpdated,
    SecurityChange,
    SecurityChanged,
    SignUpAttempted,
    UserRegistered,
)
from contracts.payments import (
    ChargeOpened,
    ChargePaid,
    ChargeRefunded,
    DocumentKind,
    DocumentMade,
    PaymentFailed,
    PaymentUnderReview,
    RefundFailed,
)
from contracts.testing import event
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import ServiceUnderTest
from notifications.config import Settings
from notifications.deliveries.models import Delivery
from notifications.group_messages import tasks
from notifications.notifications.models import Notification
from notifications.notifications.service import Notice
from notifications.texts.models import Kind
from sqlalchemy import select
from sqlmodel import col

Service = ServiceUnderTest[Settings]

STARTS = datetime(2026, 12, 6, 6, 30, tzinfo=UTC)
DUE = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
HUDA: dict[str, Any] = {
    "email": "huda@example.org",
    "name_en": "Huda Salem",
    "name_ar": "هدى سالم",
}
CHARGE: dict[str, Any] = {
    "amount_minor": 115_000,
    "title_en": "Forklift operation",
    "title_ar": "تشغيل الرافعات الشوكية",
}


def registered(**changes: Any) -> UserRegistered:
    """Huda has signed up."""
    return event(UserRegistered, **HUDA | {"username": "huda"} | changes)


def profile_of(user: UserRegistered) -> ProfileUpdated:
    """The profile of somebody who has signed up and verified the address."""
    return profile(**user.model_dump())


async def sign_up(service: Service, **changes: Any) -> UserRegistered:
    """Somebody has signed up and verified the address."""
    user = registered(**changes)
    await service.deliver(user)
    await service.deliver(profile_of(user))
    return user


def otp(**changes: Any) -> OtpRequested:
    """Huda needs a code."""
    return event(OtpRequested, **HUDA | {"code": "482913"} | changes)


def sign_up_attempted(**changes: Any) -> SignUpAttempted:
    """Somebody has signed up with Huda's address."""
    return event(SignUpAttempted, **HUDA | changes)


def security_changed(change: SecurityChange, **changes: Any) -> SecurityChanged:
    """How Huda signs in has changed."""
    return event(SecurityChanged, change=change, **changes)


def invitation(type_: ProfileType = ProfileType.STAFF, **changes: Any) -> InvitationCreated:
    """Huda is invited by an organization."""
    names = {"organization_name_en": "Gulf Ports", "organization_name_ar": "موانئ الخليج"}
    return event(InvitationCreated, **HUDA | names | {"profile_type": type_} | changes)


def profile(type_: ProfileType = ProfileType.CANDIDATE, **changes: Any) -> ProfileUpdated:
    """A profile of Huda, or of another user."""
    return event(ProfileUpdated, **HUDA | {"profile_type": type_} | changes)


def enrollment(
    status: EnrollmentStatus = EnrollmentStatus.CONFIRMED,
    previous: EnrollmentStatus | None = None,
    **changes: Any,
) -> EnrollmentChanged:
    """An enrollment in a forklift batch."""
    values: dict[str, Any] = {
        "previous_status": previous,
        "status": status,
        "batch_code": "FRK-204-1",
        "batch_title_en": CHARGE["title_en"],
        "batch_title_ar": CHARGE["title_ar"],
        "starts_at": STARTS,
        "price_minor": CHARGE["amount_minor"],
        "payment_due_at": DUE,
    }
    return event(EnrollmentChanged, **values | changes)


def charge_opened(enrollment: EnrollmentChanged, **changes: Any) -> ChargeOpened:
    """The charge of an enrollment."""
    owed = {
        "subject_id": enrollment.enrollment_id,
        "payer_user_id": enrollment.candidate_user_id,
        "due_at": DUE,
    }
    return event(ChargeOpened, **CHARGE | owed | changes)


def charge_paid(**changes: Any) -> ChargePaid:
    """Money has come."""
    return event(ChargePaid, **CHARGE | {"paid_at": utc_now()} | changes)


def charge_refunded(**changes: Any) -> ChargeRefunded:
    """Money has gone back."""
    return event(ChargeRefunded, **CHARGE | {"refunded_minor": 50_000, "complete": False} | changes)


def document_made(paid: ChargePaid | ChargeRefunded, **changes: Any) -> DocumentMade:
    """The receipt of a payment, or the credit note of a refund, can be opened."""
    kind = DocumentKind.RECEIPT if isinstance(paid, ChargePaid) else DocumentKind.CREDIT_NOTE
    values = {"charge_id": paid.charge_id, "payer_user_id": paid.payer_user_id}
    # Not by `event`, whose own first parameter is called so.
    return event(DocumentMade, **values | changes).model_copy(update={"kind": kind})


def payment_failed(**changes: Any) -> PaymentFailed:
    """A card was declined."""
    return event(PaymentFailed, **CHARGE | {"due_at": DUE} | changes)


def payment_under_review(**changes: Any) -> PaymentUnderReview:
    """Too little money has come."""
    return event(
        PaymentUnderReview, **{"expected_minor": 115_000, "received_minor": 15_000} | changes
    )


def refund_failed(**changes: Any) -> RefundFailed:
    """The provider has refused to give money back."""
    return event(RefundFailed, **CHARGE | {"reason": "Insufficient balance"} | changes)


Decided = RequestApproved | RequestRejected | RequestReturned


def decided(
    kind: type[Decided], content_type: ContentType, content_id: UUID, **changes: Any
) -> Decided:
    """An approval request was decided."""
    return event(kind, **{"content_type": content_type, "content_id": content_id} | changes)


def number_case(**changes: Any) -> NumberCaseChanged:
    """A claim that was just opened."""
    return event(NumberCaseChanged, **{"holder_user_id": new_id()} | changes)


def notice(topic: str = "topic") -> Notice:
    """Something that many may be notified of."""
    values = dict.fromkeys(("title", "starts", "place", "opens", "closes"), "…")
    return Notice(topic, 1, Kind.BATCH_ALERTED, values, "/trainings", utc_now())


def role(*permissions: str, **changes: Any) -> RoleUpdated:
    """A role that allows this."""
    values: dict[str, Any] = {"slug": "clerk", "permissions": permissions, "active": True}
    return event(RoleUpdated, **values | changes)


def roles_of(admin: ProfileUpdated, *roles: RoleUpdated) -> AdminRolesUpdated:
    """An admin has these roles."""
    ids = tuple(each.role_id for each in roles)
    person = {"profile_id": admin.profile_id, "user_id": admin.user_id}
    return event(AdminRolesUpdated, role_ids=ids, **person)


async def send_portion(service: Service) -> int:
    """Send the portion of a message to a group that is due, if any; how many."""
    async with service.database.transaction() as session:
        return await tasks.send_portion(session)


async def notifications_of(session: AsyncSession, user_id: UUID) -> list[Notification]:
    """A person's notifications, oldest first."""
    rows = await session.execute(
        select(Notification)
        .where(col(Notification.user_id) == user_id)
        .order_by(col(Notification.id))
    )
    return list(rows.scalars())


async def mails(session: AsyncSession) -> list[Delivery]:
    """All deliveries, oldest first."""
    return list((await session.execute(select(Delivery).order_by(col(Delivery.id)))).scalars())
