"""Inviting people whom others have added, by a one-time link in a mail.

The link's secret has 256 bits, is stored as a hash and is valid for seven days and one answer;
sending another one revokes it. A new person, whose account others have made, accepts with a
password: whoever has the link reads the address's mail, so it counts as verified. Whoever has a
password answers signed in.

A profile of status `invited` becomes active by the acceptance; of any other the invitation is only
the way to a password.
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
from identity.accounts.invitations.queries import Invited, get_invited
from identity.accounts.invitations.rules import LIFETIME
from identity.accounts.invitations.schemas import InvitationAnswer
from identity.config import Settings
from identity.organizations.documents.queries import find_lacking
from identity.organizations.organizations.models import Organization
from identity.organizations.submissions.service import submit_staff
from identity.sign_in.otps.service import void_otps
from identity.sign_in.passwords.hashes.service import hash_password
from identity.sign_in.passwords.rules import check_password, own_data
from identity.sign_in.sessions.service import token_hash
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import Opened, open_session, signed_in


async def create_invitation(
    session: AsyncSession, user: User, profile: Profile, invited_by: UUID
) -> None:
    """Mail a user the link to one of their profiles; an open one before it is revoked.

    For a new person make the account first, in the same transaction:
    `accounts.service.create_person` with the hash of `hashes.service.hash_unknown_password`, then
    a `Profile` of the type. Give it the status `invited` where it needs to be accepted (staff,
    trainers); leave it active where the person exists for others at once (admins, candidates) and
    publish it by `profiles_updated`. The text of the mail and of the page goes by the profile's
    type and organization. `invited_by` is a user.
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
    """Mail new users, who have none yet, the links to their profiles, in the name of the
    organization that brings them. They are thousands: the profiles' ids by the users', of which no
    model is made. `invited_by` is a user or a partner client."""
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
    created = outbox.insert_from(
        join(given, Invitation, col(Invitation.id) == given.c.id)
        .join(User, col(User.id) == col(Invitation.user_id))
        .join(Profile, col(Profile.id) == col(Invitation.profile_id)),
        InvitationCreated,
        invitation_created_data(Invitation, User, Profile, organization, given.c.token),
        id_=func.gen_random_uuid(),
        sequence=literal(1),
    )
    await outbox.publish_with(session, created)


def _values(
    user_id: UUID,
    profile_id: UUID,
    organization_id: UUID | None,
    invited_by: UUID,
    token: str,
    now: datetime,
) -> dict[str, Any]:
    """Of a new invitation, as its model has them."""
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
    """Mail a locked user another link in place of the one before, at most one a minute.

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
    """Make open links invalid that meet the conditions; their users are locked."""
    # Row by row, so that the audit trail sees each.
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
) -> Opened:
    """Take up what somebody was invited to, and sign in whoever has just chosen a password.

    It makes its own transactions: no connection is held while the password is judged and hashed.

    Raises `InvitationNotFound`, `InvitationUsed`, `InvitationRevoked`, `InvitationExpired`,
    `InvitationOfOther`, `InvitationNeedsSignIn`, `Invalid`.
    """
    async with database.transaction() as session:
        user = (await _get_own(session, actor, answer.token)).user
    if not user.chooses_password:
        assert actor is not None
        async with database.transaction() as session:
            await lock_own_account(session, actor)
            account = await _accept(session, await get_invited(session, answer.token))
            return Opened(signed_in(account, keys, actor.session_id))
    hashed = await _check_and_hash(user, answer)
    async with database.transaction() as session:
        await lock_account(session, user.id)
        # Again: another answer may have come first.
        invited = await get_invited(session, answer.token)
        await _set_password(session, invited.user, answer, hashed)
        account = await _accept(session, invited)
        return await open_session(session, keys, settings, account, user_agent)


async def _check_and_hash(user: User, answer: InvitationAnswer) -> str:
    if answer.password is None:
        raise Invalid.field("password", "field.missing", "This field is required.")
    if not answer.accept_terms:
        raise Invalid.field(
            "accept_terms", "terms.required", "Please accept the terms and conditions."
        )
    await check_password(answer.password, own_data(user))
    return await hash_password(answer.password)


async def _set_password(
    session: AsyncSession, user: User, answer: InvitationAnswer, hashed: str
) -> None:
    if not user.chooses_password:
        # By a reset, or another of their invitations, meanwhile.
        raise InvitationNeedsSignIn
    user.password_hash = hashed
    user.verified_at = user.terms_accepted_at = await db.now(session)
    user.terms_version = answer.terms_version
    user.invited_at = None
    await void_otps(session, user.id)


async def _accept(session: AsyncSession, invited: Invited) -> Account:
    """Make the profile active, and return the locked account with it."""
    await _end(session, invited.invitation, InvitationStatus.ACCEPTED)
    profile = invited.profile
    is_new = profile.status is ProfileStatus.INVITED
    if is_new:
        PROFILE_STATES.transition(profile, ProfileStatus.ACTIVE)
    await session.flush()
    account = await get_account(session, invited.user.id)
    submits = is_new and profile.type is ProfileType.STAFF
    # Whoever is asked for documents submits when they have handed them in.
    if submits and not await find_lacking(session, profile.id):
        await submit_staff(session, account, profile, principal=True)
    else:
        await publish_changes(session, account, principal=True)
    return account


async def decline_invitation(session: AsyncSession, actor: Principal | None, token: str) -> None:
    """Refuse what somebody was invited to; the link is of no more use.

    Raises `InvitationNotFound`, `InvitationUsed`, `InvitationRevoked`, `InvitationExpired`,
    `InvitationOfOther`, `InvitationNeedsSignIn`.
    """
    user = (await _get_own(session, actor, token)).user
    await lock_account(session, user.id)
    invited = await get_invited(session, token)
    await _end(session, invited.invitation, InvitationStatus.DECLINED)
    if invited.profile.status is ProfileStatus.INVITED:
        PROFILE_STATES.transition(invited.profile, ProfileStatus.DECLINED)
        invited.profile.version += 1


async def _get_own(session: AsyncSession, actor: Principal | None, token: str) -> Invited:
    """The open invitation, when the caller may answer it: nobody else is signed in, and whoever has
    a password is."""
    invited = await get_invited(session, token)
    if actor is None and not invited.user.chooses_password:
        raise InvitationNeedsSignIn
    if actor is not None and actor.user_id != invited.user.id:
        raise InvitationOfOther
    return invited
