"""Facts of other services, as tests need them."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus, ContentType, ProfileType
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.enrollment import ChargePurpose, EnrollmentChanged, EnrollmentStatus
from contracts.identity import (
    NumberCaseChanged,
    NumberCaseStatus,
    NumberCause,
    NumberKind,
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
from kit.db import new_id, utc_now
from kit.testing import ServiceUnderTest

STARTS = datetime(2026, 12, 6, 6, 30, tzinfo=UTC)
DUE = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


def registered(**changes: Any) -> UserRegistered:
    """Huda has signed up."""
    values: dict[str, Any] = {
        "user_id": new_id(),
        "username": "huda",
        "email": "huda@example.org",
        "phone": "+966500000001",
        "name_en": "Huda Salem",
        "name_ar": "هدى سالم",
        "locale": "en",
    }
    return UserRegistered(**values | changes)


def profile_of(fact: UserRegistered) -> ProfileUpdated:
    """The profile of somebody who has signed up and proved the address."""
    return profile(**fact.model_dump())


async def sign_up(service: ServiceUnderTest, **changes: Any) -> UserRegistered:
    """Somebody has signed up and proved the address."""
    fact = registered(**changes)
    await service.deliver(fact)
    await service.deliver(profile_of(fact))
    return fact


def otp(**changes: Any) -> OtpRequested:
    """Huda needs a code."""
    values: dict[str, Any] = {
        "otp_id": new_id(),
        "user_id": new_id(),
        "email": "huda@example.org",
        "phone": "+966500000001",
        "name_en": "Huda Salem",
        "name_ar": "هدى سالم",
        "locale": "en",
        "purpose": "verification",
        "code": "482913",
        "expires_at": utc_now() + timedelta(minutes=10),
    }
    return OtpRequested(**values | changes)


def sign_up_attempted(**changes: Any) -> SignUpAttempted:
    """Somebody has signed up with Huda's address."""
    values: dict[str, Any] = {
        "attempt_id": new_id(),
        "user_id": new_id(),
        "email": "huda@example.org",
        "name_en": "Huda Salem",
        "name_ar": "هدى سالم",
        "locale": "en",
    }
    return SignUpAttempted(**values | changes)


def profile(type_: ProfileType = ProfileType.CANDIDATE, **changes: Any) -> ProfileUpdated:
    """A profile of a user."""
    values: dict[str, Any] = {
        "profile_id": new_id(),
        "user_id": new_id(),
        "profile_type": type_,
        "organization_id": None,
        "username": "huda",
        "email": "huda@example.org",
        "phone": "+966500000001",
        "name_en": "Huda Salem",
        "name_ar": "هدى سالم",
        "locale": "en",
        "image_url": None,
        "verified": True,
        "approval_status": ApprovalStatus.APPROVED,
        "paid": True,
        "active": True,
    }
    return ProfileUpdated(**values | changes)


def enrollment(
    status: EnrollmentStatus, previous: EnrollmentStatus | None = None, **changes: Any
) -> EnrollmentChanged:
    """An enrollment in a forklift batch."""
    values: dict[str, Any] = {
        "enrollment_id": new_id(),
        "previous_status": previous,
        "status": status,
        "batch_id": new_id(),
        "training_id": new_id(),
        "organization_id": new_id(),
        "candidate_profile_id": new_id(),
        "candidate_user_id": new_id(),
        "batch_code": "FRK-204-1",
        "batch_title_en": "Forklift operation",
        "batch_title_ar": "تشغيل الرافعات الشوكية",
        "starts_at": STARTS,
        "price_minor": 115_000,
        "currency": "SAR",
        "payment_due_at": DUE,
        "reason": None,
        "result": None,
    }
    return EnrollmentChanged(**values | changes)


def _charge(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "charge_id": new_id(),
        "reference": "ITQ-2026-000123",
        "purpose": ChargePurpose.ENROLLMENT,
        "subject_id": new_id(),
        "payer_profile_id": new_id(),
        "payer_user_id": new_id(),
        "organization_id": new_id(),
        "amount_minor": 115_000,
        "currency": "SAR",
        "title_en": "Forklift operation",
        "title_ar": "تشغيل الرافعات الشوكية",
        "due_at": DUE,
    }
    return values | changes


def charge_opened(fact: EnrollmentChanged, **changes: Any) -> ChargeOpened:
    """The charge of an enrollment."""
    owed = {"subject_id": fact.enrollment_id, "payer_user_id": fact.candidate_user_id}
    return ChargeOpened(**_charge(**owed | changes))


def charge_paid(**changes: Any) -> ChargePaid:
    """Money has come."""
    return ChargePaid(**_charge(**{"paid_at": utc_now(), "late": False} | changes))


def charge_refunded(**changes: Any) -> ChargeRefunded:
    """Money has gone back."""
    return ChargeRefunded(**_charge(**{"refunded_minor": 50_000, "complete": False} | changes))


def payment_failed(**changes: Any) -> PaymentFailed:
    """A card was declined."""
    values: dict[str, Any] = {
        "payment_id": new_id(),
        "charge_id": new_id(),
        "purpose": ChargePurpose.ENROLLMENT,
        "payer_user_id": new_id(),
        "amount_minor": 115_000,
        "currency": "SAR",
        "title_en": "Forklift operation",
        "title_ar": "تشغيل الرافعة الشوكية",
        "due_at": DUE,
        "reason": "Insufficient funds",
    }
    return PaymentFailed(**values | changes)


def payment_held(**changes: Any) -> PaymentHeld:
    """Too little money has come."""
    values: dict[str, Any] = {
        "payment_id": new_id(),
        "charge_id": new_id(),
        "payer_user_id": new_id(),
        "expected_minor": 115_000,
        "received_minor": 15_000,
        "currency": "SAR",
        "reason": "amount_mismatch",
    }
    return PaymentHeld(**values | changes)


def refund_failed(**changes: Any) -> RefundFailed:
    """The provider has refused to give money back."""
    values: dict[str, Any] = {
        "refund_id": new_id(),
        "payment_id": new_id(),
        "charge_id": new_id(),
        "reference": "ITQ-2026-000123",
        "amount_minor": 115_000,
        "currency": "SAR",
        "title_en": "Forklift operation",
        "title_ar": "تشغيل الرافعة الشوكية",
        "reason": "Insufficient balance",
    }
    return RefundFailed(**values | changes)


Decided = RequestApproved | RequestRejected | RequestReturned


def decided(
    kind: type[Decided], content_type: ContentType, content_id: UUID, **changes: Any
) -> Decided:
    """An approval request was decided."""
    values: dict[str, Any] = {
        "request_id": new_id(),
        "content_type": content_type,
        "content_id": content_id,
        "submission": 1,
        "decided_by": new_id(),
        "comment": None,
    }
    return kind(**values | changes)


def number_case(**changes: Any) -> NumberCaseChanged:
    """A claim that was just opened."""
    values: dict[str, Any] = {
        "case_id": new_id(),
        "kind": NumberKind.CIVIL,
        "cause": NumberCause.CLAIM,
        "previous_status": None,
        "status": NumberCaseStatus.OPEN,
        "claimant_user_id": new_id(),
        "holder_user_id": new_id(),
        "asked_user_ids": (),
        "comment": None,
    }
    return NumberCaseChanged(**(values | changes))
