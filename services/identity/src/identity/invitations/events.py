"""The events about invitations."""

from contracts.identity import InvitationCreated

from identity.accounts.models import Profile, User
from identity.invitations.models import Invitation
from identity.organizations.models import Organization


def invitation_created(
    invitation: Invitation,
    user: User,
    profile: Profile,
    organization: Organization | None,
    token: str,
) -> InvitationCreated:
    """The link is to be mailed to the user."""
    return InvitationCreated(
        invitation_id=invitation.id,
        user_id=user.id,
        email=user.email,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        profile_type=profile.type,
        organization_name_en=organization.name_en if organization else None,
        organization_name_ar=organization.name_ar if organization else None,
        token=token,
        expires_at=invitation.expires_at,
    )
