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
    """Create the event of Huda's registration."""
    return event(UserRegistered, **HUDA | {"username": "huda"} | changes)


def profile_of(user: UserRegistered) -> ProfileUpdated:
    """Create the profile of a registered user with a verified address."""
    return profile(**user.model_dump())


async def sign_up(service: Service, **changes: Any) -> UserRegistered:
    """Register a user with a verified address."""
    user = registered(**changes)
    await service.deliver(user)
    await service.deliver(profile_of(user))
    return user


def otp(**changes: Any) -> OtpRequested:
    """Create a request for Huda's code."""
    return event(OtpRequested, **HUDA | {"code": "482913"} | changes)


def sign_up_attempted(**changes: Any) -> SignUpAttempted:
    """Create a sign-up attempt with Huda's address."""
    return event(SignUpAttempted, **HUDA | changes)


def security_changed(change: SecurityChange, **changes: Any) -> SecurityChanged:
    """Create a change of how Huda signs in."""
    return event(SecurityChanged, change=change, **changes)


def invitation(type_: ProfileType = ProfileType.STAFF, **changes: Any) -> InvitationCreated:
    """Create an organization's invitation of Huda."""
    names = {"organization_name_en": "Gulf Ports", "organization_name_ar": "موانئ الخليج"}
    return event(InvitationCreated, **HUDA | names | {"profile_type": type_} | changes)


def profile(type_: ProfileType = ProfileType.CANDIDATE, **changes: Any) -> ProfileUpdated:
    """Create a profile of Huda, or of another user."""
    return event(ProfileUpdated, **HUDA | {"profile_type": type_} | changes)


def enrollment(
    status: EnrollmentStatus = EnrollmentStatus.CONFIRMED,
    previous: EnrollmentStatus | None = None,
    **changes: Any,
) -> EnrollmentChanged:
    """Create an enrollment in a forklift batch."""
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
    """Create the charge of an enrollment."""
    owed = {
        "subject_id": enrollment.enrollment_id,
        "payer_user_id": enrollment.candidate_user_id,
        "due_at": DUE,
    }
    return event(ChargeOpened, **CHARGE | owed | changes)


def charge_paid(**changes: Any) -> ChargePaid:
    """Create a payment."""
    return event(ChargePaid, **CHARGE | {"paid_at": utc_now()} | changes)


def charge_refunded(**changes: Any) -> ChargeRefunded:
    """Create a refund."""
    return event(ChargeRefunded, **CHARGE | {"refunded_minor": 50_000, "complete": False} | changes)


def document_made(paid: ChargePaid | ChargeRefunded, **changes: Any) -> DocumentMade:
    """Create the event for the receipt of a payment, or the credit note of a refund."""
    kind = DocumentKind.RECEIPT if isinstance(paid, ChargePaid) else DocumentKind.CREDIT_NOTE
    values = {"charge_id": paid.charge_id, "payer_user_id": paid.payer_user_id}
    # Not through `event`, whose first parameter has the same name.
    return event(DocumentMade, **values | changes).model_copy(update={"kind": kind})


def payment_failed(**changes: Any) -> PaymentFailed:
    """Create a declined card payment."""
    return event(PaymentFailed, **CHARGE | {"due_at": DUE} | changes)


def payment_under_review(**changes: Any) -> PaymentUnderReview:
    """Create a payment of too little money."""
    return event(
        PaymentUnderReview, **{"expected_minor": 115_000, "received_minor": 15_000} | changes
    )


def refund_failed(**changes: Any) -> RefundFailed:
    """Create a refund that the provider rejected."""
    return event(RefundFailed, **CHARGE | {"reason": "Insufficient balance"} | changes)


Decided = RequestApproved | RequestRejected | RequestReturned


def decided(
    kind: type[Decided], content_type: ContentType, content_id: UUID, **changes: Any
) -> Decided:
    """Create the decision of an approval request."""
    return event(kind, **{"content_type": content_type, "content_id": content_id} | changes)


def number_case(**changes: Any) -> NumberCaseChanged:
    """Create a newly opened case."""
    return event(NumberCaseChanged, **{"holder_user_id": new_id()} | changes)


def notice(topic: str = "topic") -> Notice:
    """Create a notice."""
    values = dict.fromkeys(("title", "starts", "place", "opens", "closes"), "…")
    return Notice(topic, 1, Kind.BATCH_ALERTED, values, "/trainings", utc_now())


def role(*permissions: str, **changes: Any) -> RoleUpdated:
    """Create a role with these permissions."""
    values: dict[str, Any] = {"slug": "clerk", "permissions": permissions, "active": True}
    return event(RoleUpdated, **values | changes)


def roles_of(admin: ProfileUpdated, *roles: RoleUpdated) -> AdminRolesUpdated:
    """Assign roles to an admin."""
    ids = tuple(each.role_id for each in roles)
    person = {"profile_id": admin.profile_id, "user_id": admin.user_id}
    return event(AdminRolesUpdated, role_ids=ids, **person)


async def send_chunk(service: Service) -> int:
    """Send the due chunk of a group message; return the number of messages."""
    async with service.database.transaction() as session:
        return await tasks.send_chunk(session)


async def notifications_of(session: AsyncSession, user_id: UUID) -> list[Notification]:
    """Return a user's notifications, oldest first."""
    rows = await session.execute(
        select(Notification)
        .where(col(Notification.user_id) == user_id)
        .order_by(col(Notification.id))
    )
    return list(rows.scalars())


async def mails(session: AsyncSession) -> list[Delivery]:
    """Return all deliveries, oldest first."""
    return list((await session.execute(select(Delivery).order_by(col(Delivery.id)))).scalars())
