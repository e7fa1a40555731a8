"""Builds the events of enrollments.

The `_data` functions accept rows or statement columns (for `outbox.build_event_insert`): both have
the same attribute names.
"""

from typing import Any

from contracts.enrollment import (
    ChargeCancelled,
    ChargeRequested,
    EnrollmentChanged,
    EnrollmentStatus,
)
from contracts.payments import ChargePurpose

from enrollment.enrollments.models import Enrollment


def enrollment_changed(
    enrollment: Enrollment, batch: Any, previous: EnrollmentStatus | None
) -> EnrollmentChanged:
    """Build the event for the enrollment's state; `previous` is None for a new enrollment."""
    return EnrollmentChanged(**enrollment_changed_data(enrollment, batch, previous))


def charge_requested(enrollment: Enrollment, batch: Any) -> ChargeRequested:
    """Build the charge for an enrollment in `pending_payment`."""
    return ChargeRequested(**charge_requested_data(enrollment, batch))


def charge_cancelled(enrollment: Enrollment) -> ChargeCancelled:
    """Build the cancellation of an enrollment's charge."""
    return ChargeCancelled(purpose=ChargePurpose.ENROLLMENT, subject_id=enrollment.id)


def enrollment_changed_data(
    enrollment: Any, batch: Any, previous: EnrollmentStatus | None
) -> dict[str, Any]:
    return {
        "enrollment_id": enrollment.id,
        "previous_status": previous,
        "status": enrollment.status,
        "batch_id": enrollment.batch_id,
        "training_id": enrollment.training_id,
        "organization_id": enrollment.organization_id,
        "candidate_profile_id": enrollment.candidate_profile_id,
        "candidate_user_id": enrollment.candidate_user_id,
        "batch_code": batch.code,
        "batch_title_en": batch.title_en,
        "batch_title_ar": batch.title_ar,
        "starts_at": batch.starts_at,
        "price_minor": enrollment.price_minor,
        "currency": enrollment.currency,
        "payment_due_at": enrollment.payment_due_at,
        "reason": enrollment.reason,
        "result": enrollment.result,
        "bulk_enrollment_id": enrollment.bulk_enrollment_id,
    }


def enrollment_moved_data(enrollment: Any, batch: Any) -> dict[str, Any]:
    return {
        "enrollment_id": enrollment.id,
        "batch_id": enrollment.batch_id,
        "training_id": enrollment.training_id,
        "candidate_user_id": enrollment.candidate_user_id,
        "batch_title_en": batch.title_en,
        "batch_title_ar": batch.title_ar,
        "city_en": batch.city_en,
        "city_ar": batch.city_ar,
        "starts_at": batch.starts_at,
    }


def charge_requested_data(enrollment: Any, batch: Any) -> dict[str, Any]:
    return {
        "purpose": ChargePurpose.ENROLLMENT,
        "subject_id": enrollment.id,
        "payer_profile_id": enrollment.candidate_profile_id,
        "payer_user_id": enrollment.candidate_user_id,
        "organization_id": enrollment.organization_id,
        "amount_minor": enrollment.price_minor,
        "currency": enrollment.currency,
        "title_en": batch.title_en,
        "title_ar": batch.title_ar,
        "subject_code": batch.code,
        "lines": None,
        "purchase_order": None,
        "due_at": enrollment.payment_due_at,
    }
