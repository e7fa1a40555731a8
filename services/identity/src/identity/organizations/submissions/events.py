from uuid import UUID

from contracts.identity import OrganizationSubmitted, StaffSubmitted
from contracts.submissions import Snapshot

from identity.accounts.accounts.models import Profile, User
from identity.organizations.organizations.models import Organization


def organization_submitted(
    organization: Organization, snapshot: Snapshot, state_id: UUID | None
) -> OrganizationSubmitted:
    assert organization.submitted_by
    return OrganizationSubmitted(
        organization_id=organization.id,
        submission=organization.submission,
        name_en=organization.name_en,
        name_ar=organization.name_ar,
        submitted_by=organization.submitted_by,
        snapshot=snapshot,
        state_id=state_id,
    )


def staff_submitted(
    user: User, profile: Profile, snapshot: Snapshot, state_id: UUID | None
) -> StaffSubmitted:
    assert profile.organization_id
    return StaffSubmitted(
        profile_id=profile.id,
        submission=profile.submission,
        organization_id=profile.organization_id,
        name_en=user.name_en,
        name_ar=user.name_ar,
        submitted_by=user.id,
        snapshot=snapshot,
        state_id=state_id,
    )
