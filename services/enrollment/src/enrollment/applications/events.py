"""Builds the events about applications."""

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
    """The state of an application after it came from `previous`; None for a new one."""
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
    """It asks for approval, with all that approvers decide on."""
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
    """What the organization owes for it, until the announcement closes."""
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
    """The fee is owed no more."""
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
