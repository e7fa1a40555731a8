"""The events that tell of an enrollment, made from a row of either database driver."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from contracts.enrollment import (
    ChargeCancelled,
    ChargePurpose,
    ChargeRequested,
    EnrollmentChanged,
    EnrollmentStatus,
)


class EnrollmentFacts(Protocol):
    """What the events need of an enrollment."""

    id: UUID
    status: EnrollmentStatus
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    candidate_profile_id: UUID
    candidate_user_id: UUID
    price_minor: int
    currency: str
    payment_due_at: datetime | None
    reason: str | None


class BatchFacts(Protocol):
    """What the events need of its batch."""

    code: str
    title_en: str
    title_ar: str
    starts_at: datetime


ENROLLED = {
    "enrollment_id": "e.id",
    "previous_status": "NULL::text",
    **{
        name: f"e.{name}"
        for name in (
            *("status", "batch_id", "training_id", "organization_id", "candidate_profile_id"),
            *("candidate_user_id", "price_minor", "currency", "payment_due_at", "reason", "result"),
        )
    },
    "batch_code": "b.code",
    "batch_title_en": "b.title_en",
    "batch_title_ar": "b.title_ar",
    "starts_at": "b.starts_at",
}
"""`enrollment_changed` of a new enrollment `e` in a batch `b`, for the statement that makes it."""

CHARGE_REQUESTED = {
    "purpose": f"'{ChargePurpose.ENROLLMENT}'",
    "subject_id": "e.id",
    "payer_profile_id": "e.candidate_profile_id",
    "payer_user_id": "e.candidate_user_id",
    "organization_id": "e.organization_id",
    "amount_minor": "e.price_minor",
    "currency": "e.currency",
    "title_en": "b.title_en",
    "title_ar": "b.title_ar",
    "due_at": "e.payment_due_at",
}
"""`charge_requested` in the same way."""


def enrollment_changed(
    enrollment: EnrollmentFacts,
    batch: BatchFacts,
    previous: EnrollmentStatus | None,
    result: str | None = None,
) -> EnrollmentChanged:
    """The state of an enrollment after it came from `previous`; None for a new one."""
    return EnrollmentChanged(
        enrollment_id=enrollment.id,
        previous_status=previous,
        status=enrollment.status,
        batch_id=enrollment.batch_id,
        training_id=enrollment.training_id,
        organization_id=enrollment.organization_id,
        candidate_profile_id=enrollment.candidate_profile_id,
        candidate_user_id=enrollment.candidate_user_id,
        batch_code=batch.code,
        batch_title_en=batch.title_en,
        batch_title_ar=batch.title_ar,
        starts_at=batch.starts_at,
        price_minor=enrollment.price_minor,
        currency=enrollment.currency,
        payment_due_at=enrollment.payment_due_at,
        reason=enrollment.reason,
        result=result,
    )


def charge_requested(enrollment: EnrollmentFacts, batch: BatchFacts) -> ChargeRequested:
    """What the candidate of an enrollment in `pending_payment` owes."""
    assert enrollment.payment_due_at is not None
    return ChargeRequested(
        purpose=ChargePurpose.ENROLLMENT,
        subject_id=enrollment.id,
        payer_profile_id=enrollment.candidate_profile_id,
        payer_user_id=enrollment.candidate_user_id,
        organization_id=enrollment.organization_id,
        amount_minor=enrollment.price_minor,
        currency=enrollment.currency,
        title_en=batch.title_en,
        title_ar=batch.title_ar,
        due_at=enrollment.payment_due_at,
    )


def charge_cancelled(enrollment: EnrollmentFacts) -> ChargeCancelled:
    """What was owed for an enrollment is owed no more."""
    return ChargeCancelled(purpose=ChargePurpose.ENROLLMENT, subject_id=enrollment.id)
