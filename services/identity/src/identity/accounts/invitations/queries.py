from dataclasses import dataclass
from datetime import datetime

from kit.database.db import AsyncSession
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.accounts.models import Profile, ProfileStatus, User
from identity.accounts.invitations.errors import (
    InvitationExpired,
    InvitationNotFound,
    InvitationRevoked,
    InvitationUsed,
)
from identity.accounts.invitations.models import Invitation, InvitationStatus
from identity.accounts.invitations.schemas import InvitationRead
from identity.organizations.organizations.models import Organization
from identity.sign_in.sessions.service import token_hash

ANSWERED = (InvitationStatus.ACCEPTED, InvitationStatus.DECLINED)
ANSWERABLE = (ProfileStatus.INVITED, ProfileStatus.ACTIVE)


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An open invitation with its user, profile and organization."""

    invitation: Invitation
    user: User
    profile: Profile
    organization: Organization | None


async def get_open_invitation(session: AsyncSession, token: str) -> OpenInvitation:
    """Load the invitation of a link that can still be answered.

    Raises `InvitationNotFound`, `InvitationUsed`, `InvitationRevoked`, `InvitationExpired`.
    """
    inviting = func.coalesce(col(Invitation.organization_id), col(Profile.organization_id))
    statement = (
        select(Invitation, User, Profile, Organization, func.now())
        .join(User, col(User.id) == col(Invitation.user_id))
        .join(Profile, col(Profile.id) == col(Invitation.profile_id))
        .outerjoin(Organization, col(Organization.id) == inviting)
        .where(col(Invitation.token_hash) == token_hash(token))
        # Overwrite objects that the session read before it locked the user.
        .execution_options(populate_existing=True)
    )
    row = (await session.execute(statement)).first()
    if row is None:
        raise InvitationNotFound
    invitation, user, profile, organization, now = row
    invited = OpenInvitation(invitation, user, profile, organization)
    _check(invited, now)
    return invited


def _check(invited: OpenInvitation, now: datetime) -> None:
    invitation = invited.invitation
    if invitation.status in ANSWERED:
        raise InvitationUsed
    withdrawn = not invited.user.active or invited.profile.status not in ANSWERABLE
    if invitation.status is InvitationStatus.REVOKED or withdrawn:
        raise InvitationRevoked
    if invitation.expires_at <= now:
        raise InvitationExpired


async def get_invitation(session: AsyncSession, token: str) -> InvitationRead:
    """Read the invitation of a link.

    Raises `InvitationNotFound`, `InvitationUsed`, `InvitationRevoked`, `InvitationExpired`.
    """
    invited = await get_open_invitation(session, token)
    user, organization = invited.user, invited.organization
    return InvitationRead(
        user_id=user.id,
        profile_type=invited.profile.type,
        organization_name_en=organization.name_en if organization else None,
        organization_name_ar=organization.name_ar if organization else None,
        name_en=user.name_en,
        name_ar=user.name_ar,
        username=user.username,
        email=user.email,
        phone=user.phone,
        chooses_password=user.chooses_password,
        expires_at=invited.invitation.expires_at,
    )
