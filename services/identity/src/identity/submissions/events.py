"""The events about submissions."""

from contracts.identity import StaffSubmitted

from identity.accounts.models import Profile, User


def staff_submitted(user: User, profile: Profile) -> StaffSubmitted:
    """A staff profile asks for approval, by its user."""
    assert profile.organization_id
    return StaffSubmitted(
        profile_id=profile.id,
        submission=profile.submission,
        organization_id=profile.organization_id,
        name_en=user.name_en,
        name_ar=user.name_ar,
        submitted_by=user.id,
    )
