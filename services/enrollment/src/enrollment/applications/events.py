from collections.abc import Sequence

from contracts.enrollment import (
    ApplicationChanged,
    ApplicationStatus,
    ApplicationSubmitted,
    ChargeCancelled,
    ChargeRequested,
)
from contracts.payments import ChargePurpose
from contracts.submissions import Snapshot, SubmittedField

from enrollment.applications.models import Application
from enrollment.replicas.models import Announcement, StaffProfile


def application_changed(
    application: Application, announcement: Announcement, previous: ApplicationStatus | None
) -> ApplicationChanged:
    """Build the event for the application's state; `previous` is None for a new application."""
    return ApplicationChanged(
        application_id=application.id,
        previous_status=previous,
        status=application.status,
        announcement_id=application.announcement_id,
        organization_id=application.organization_id,
        submission=application.submission,
        title_en=announcement.title_en,
        title_ar=announcement.title_ar,
        comment=application.comment,
    )


def application_submitted(
    application: Application, announcement: Announcement, staff: Sequence[StaffProfile]
) -> ApplicationSubmitted:
    """Build the request for approval with everything that approvers need."""
    assert application.submitted_by
    return ApplicationSubmitted(
        application_id=application.id,
        submission=application.submission,
        organization_id=application.organization_id,
        announcement_id=application.announcement_id,
        name_en=announcement.title_en,
        name_ar=announcement.title_ar,
        submitted_by=application.submitted_by,
        snapshot=_snapshot(application, announcement, staff),
    )


def charge_requested(application: Application, announcement: Announcement) -> ChargeRequested:
    """Build the fee's charge, due when the announcement closes."""
    assert application.submitted_by and application.submitted_profile_id
    return ChargeRequested(
        purpose=ChargePurpose.APPLICATION,
        subject_id=application.id,
        payer_profile_id=application.submitted_profile_id,
        payer_user_id=application.submitted_by,
        organization_id=application.organization_id,
        amount_minor=application.fee_minor,
        currency=application.currency,
        title_en=announcement.title_en,
        title_ar=announcement.title_ar,
        due_at=announcement.closes_at,
    )


def charge_cancelled(application: Application) -> ChargeCancelled:
    """Build the cancellation of the fee's charge."""
    return ChargeCancelled(purpose=ChargePurpose.APPLICATION, subject_id=application.id)


def _snapshot(
    application: Application, announcement: Announcement, staff: Sequence[StaffProfile]
) -> Snapshot:
    return Snapshot(
        fields=(
            SubmittedField(
                name="announcement", value=announcement.title_en, value_ar=announcement.title_ar
            ),
            SubmittedField(name="note", value=application.note or None),
            SubmittedField(
                name="staff_members",
                value=", ".join(each.name_en for each in staff),
                value_ar="، ".join(each.name_ar for each in staff),
            ),
        )
    )
