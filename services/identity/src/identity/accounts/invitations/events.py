"""Builders of invitation events.

Fields come from rows, or from equally named columns of a statement (`outbox.build_event_insert`).
"""

from typing import Any

from contracts.identity import InvitationCreated

from identity.accounts.accounts.models import Profile, User
from identity.accounts.invitations.models import Invitation
from identity.organizations.organizations.models import Organization


def invitation_created(
    invitation: Invitation,
    user: User,
    profile: Profile,
    organization: Organization | None,
    token: str,
) -> InvitationCreated:
    return InvitationCreated(
        **invitation_created_data(invitation, user, profile, organization, token)
    )


def invitation_created_data(
    invitation: Any, user: Any, profile: Any, organization: Organization | None, token: Any
) -> dict[str, Any]:
    return {
        "invitation_id": invitation.id,
        "user_id": user.id,
        "email": user.email,
        "phone": user.phone,
        "name_en": user.name_en,
        "name_ar": user.name_ar,
        "locale": user.locale,
        "profile_type": profile.type,
        "organization_name_en": organization.name_en if organization else None,
        "organization_name_ar": organization.name_ar if organization else None,
        "token": token,
        "expires_at": invitation.expires_at,
    }
