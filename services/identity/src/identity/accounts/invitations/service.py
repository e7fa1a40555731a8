"""Invite people whom other users have added, by a one-time link in a mail.

The link's secret has 256 bits, is stored as a hash and is valid for seven days and one answer; a
new link revokes it. New users accept with a password. Since they received the mail, their address
counts as verified. Users with a password answer signed in.

Acceptance activates a profile of status `invited`. For any other profile, the invitation only
serves to set a password.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts import ProfileType
from contracts.identity import InvitationCreated
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, Database, new_id
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import ARRAY, ColumnElement, Text, Uuid, column, func, join, literal, select
from sqlmodel import col

from identity.accounts.accounts.models import PROFILE_STATES, Account, Profile, ProfileStatus, User
from identity.accounts.accounts.queries import get_account, lock_account, lock_own_account
from identity.accounts.accounts.service import publish_changes
from identity.accounts.invitations.errors import (
    InvitationNeedsSignIn,
    InvitationOfOther,
    InvitationTooSoon,
)
from identity.accounts.invitations.events import invitation_created, invitation_created_data
from identity.accounts.invitations.models import INVITATION_STATES, Invitation, InvitationStatus
from identity.accounts.invitations.queries import OpenInvitation, get_open_invitation
from identity.accounts.invitations.rules import LIFETIME
from identity.accounts.invitations.schemas import InvitationAnswer
from identity.config import Settings
from identity.organizations.documents.queries import find_missing_documents
from identity.organizations.organizations.models import Organization
from identity.organizations.submissions.service import submit_staff
from identity.sign_in.otps.service import void_otps
from identity.sign_in.passwords.hashes.service import hash_password
from identity.sign_in.passwords.rules import check_password, list_personal_words
from identity.sign_in.sessions.service import token_hash
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import SessionStarted, build_sign_in_response, open_session


async def create_invitation(
    session: AsyncSession, user: User, profile: Profile, invited_by: UUID
) -> None:
    """Mail a user the link to one of their profiles and revoke a previous open link.

    Create a new user first, in the same transaction: `accounts.service.create_person` with
    `hashes.service.hash_unknown_password`, then a `Profile`. Give it the status `invited` if it
    needs acceptance (staff, trainers). Otherwise (admins, candidates) leave it active and publish
    it by `profiles_updated`. `invited_by` is a user ID.
    """
    await revoke_invitations(session, col(Invitation.profile_id) == profile.id)
    token, now = secrets.token_urlsafe(32), await db.now(session)
    values = _values(user.id, profile.id, profile.organization_id, invited_by, token, now)
    invitation = Invitation(**values)
    session.add(invitation)
    if user.chooses_password:
        user.invited_at = now
    await session.flush()
    organization = (
        await session.get(Organization, profile.organization_id)
        if profile.organization_id
        else None
    )
    event = invitation_created(invitation, user, profile, organization, token)
    await outbox.publish(session, event, sequence=1)


async def create_invitations(
    session: AsyncSession,
    invited: Mapping[UUID, UUID],
    invited_by: UUID,
    organization: Organization | None,
) -> None:
    """Mail new users the links to their profiles, in the name of an organization.

    `invited` maps user IDs to profile IDs. It may have thousands, so rows are inserted without
    models. `invited_by` is the ID of a user or a partner client.
    """
    now = await db.now(session)
    tokens = {new_id(): secrets.token_urlsafe(32) for _ in invited}
    by = organization.id if organization else None
    rows = [
        {"id": id_, **_values(user_id, profile_id, by, invited_by, token, now)}
        for (id_, token), (user_id, profile_id) in zip(tokens.items(), invited.items(), strict=True)
    ]
    await db.insert_many(session, Invitation, rows)
    given = (
        func.unnest(literal(list(tokens), ARRAY(Uuid)), literal(list(tokens.values()), ARRAY(Text)))
        .table_valued(column("id", Uuid), column("token", Text))
        .render_derived(name="given")
    )
    created = outbox.build_event_insert(
        join(given, Invitation, col(Invitation.id) == given.c.id)
        .join(User, col(User.id) == col(Invitation.user_id))
        .join(Profile, col(Profile.id) == col(Invitation.profile_id)),
        InvitationCreated,
        invitation_created_data(Invitation, User, Profile, organization, given.c.token),
        id_=func.gen_random_uuid(),
        sequence=literal(1),
    )
    await outbox.run_event_insert(session, created)


def _values(
    user_id: UUID,
    profile_id: UUID,
    organization_id: UUID | None,
    invited_by: UUID,
    token: str,
    now: datetime,
) -> dict[str, Any]:
    """Return the columns of a new invitation."""
    return {
        "user_id": user_id,
        "profile_id": profile_id,
        "organization_id": organization_id,
        "token_hash": token_hash(token),
        "invited_by": invited_by,
        "created_at": now,
        "expires_at": now + LIFETIME,
    }


async def invite_again(
    session: AsyncSession, settings: Settings, user: User, profile: Profile, invited_by: UUID
) -> None:
    """Mail a locked user a new link that replaces the previous one, at most once a minute.

    Raises `InvitationTooSoon`.
    """
    last = await session.scalar(
        select(func.max(col(Invitation.created_at))).where(col(Invitation.profile_id) == profile.id)
    )
    now = await db.now(session)
    wait = settings.otp_resend_seconds - int((now - last).total_seconds()) if last else 0
    if wait > 0:
        raise InvitationTooSoon(headers={"Retry-After": str(wait)})
    await create_invitation(session, user, profile, invited_by)


async def revoke_invitations(session: AsyncSession, *conditions: ColumnElement[bool]) -> None:
    """Revoke open links that meet the conditions. Their users must be locked."""
    # Row by row, so that the audit trail records each.
    is_open = col(Invitation.status) == InvitationStatus.OPEN
    for invitation in await session.scalars(select(Invitation).where(is_open, *conditions)):
        await _end(session, invitation, InvitationStatus.REVOKED)
    await session.flush()


async def _end(session: AsyncSession, invitation: Invitation, status: InvitationStatus) -> None:
    INVITATION_STATES.transition(invitation, status)
    invitation.ended_at = await db.now(session)


async def accept_invitation(
    database: Database,
    keys: Keys,
    settings: Settings,
    actor: Principal | None,
    answer: InvitationAnswer,
    user_agent: str,
) -> SessionStarted:
    """Accept an invitation, and sign in a user who has just chosen a password.

    Opens its own transactions, so that no connection is held while the password is checked and
    hashed. Raises `InvitationNotFound`, `InvitationUsed`, `InvitationRevoked`, `InvitationExpired`,
    `InvitationOfOther`, `InvitationNeedsSignIn`, `Invalid`.
    """
    async with database.transaction() as session:
        user = (await _get_own(session, actor, answer.token)).user
    if not user.chooses_password:
        assert actor is not None
        async with database.transaction() as session:
            await lock_own_account(session, actor)
            account = await _accept_invitation(
                session, await get_open_invitation(session, answer.token)
            )
            return SessionStarted(build_sign_in_response(account, keys, actor.session_id))
    hashed = await _check_and_hash(user, answer)
    async with database.transaction() as session:
        await lock_account(session, user.id)
        # Read again under the lock: a concurrent answer may have come first.
        invited = await get_open_invitation(session, answer.token)
        await _set_password(session, invited.user, answer, hashed)
        account = await _accept_invitation(session, invited)
        return await open_session(session, keys, settings, account, user_agent)


async def _check_and_hash(user: User, answer: InvitationAnswer) -> str:
    if answer.password is None:
        raise Invalid.field("password", "field.missing", "Fill in this field.")
    if not answer.accept_terms:
        raise Invalid.field("accept_terms", "terms.required", "Accept the terms and conditions.")
    await check_password(answer.password, list_personal_words(user))
    return await hash_password(answer.password)


async def _set_password(
    session: AsyncSession, user: User, answer: InvitationAnswer, hashed: str
) -> None:
    if not user.chooses_password:
        # Set concurrently by a password reset or another invitation of the user.
        raise InvitationNeedsSignIn
    user.password_hash = hashed
    user.verified_at = user.terms_accepted_at = await db.now(session)
    user.terms_version = answer.terms_version
    user.invited_at = None
    await void_otps(session, user.id)


async def _accept_invitation(session: AsyncSession, invited: OpenInvitation) -> Account:
    """Activate the profile and return the locked account."""
    await _end(session, invited.invitation, InvitationStatus.ACCEPTED)
    profile = invited.profile
    is_new = profile.status is ProfileStatus.INVITED
    if is_new:
        PROFILE_STATES.transition(profile, ProfileStatus.ACTIVE)
    await session.flush()
    account = await get_account(session, invited.user.id)
    submits = is_new and profile.type is ProfileType.STAFF
    # Staff who must hand in documents submit after doing so.
    if submits and not await find_missing_documents(session, profile.id):
        await submit_staff(session, account, profile, principal=True)
    else:
        await publish_changes(session, account, principal=True)
    return account


async def decline_invitation(session: AsyncSession, actor: Principal | None, token: str) -> None:
    """Decline an invitation, which ends its link.

    Raises `InvitationNotFound`, `InvitationUsed`, `InvitationRevoked`, `InvitationExpired`,
    `InvitationOfOther`, `InvitationNeedsSignIn`.
    """
    user = (await _get_own(session, actor, token)).user
    await lock_account(session, user.id)
    invited = await get_open_invitation(session, token)
    await _end(session, invited.invitation, InvitationStatus.DECLINED)
    if invited.profile.status is ProfileStatus.INVITED:
        PROFILE_STATES.transition(invited.profile, ProfileStatus.DECLINED)
        invited.profile.version += 1


async def _get_own(session: AsyncSession, actor: Principal | None, token: str) -> OpenInvitation:
    """Load the open invitation if the caller may answer it.

    The caller is the invited user, or is signed out while that user has no password.
    """
    invited = await get_open_invitation(session, token)
    if actor is None and not invited.user.chooses_password:
        raise InvitationNeedsSignIn
    if actor is not None and actor.user_id != invited.user.id:
        raise InvitationOfOther
    return invited
