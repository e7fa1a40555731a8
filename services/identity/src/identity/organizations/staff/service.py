"""Manage an organization's members.

Suspension and removal take effect immediately: older tokens become stale and newer ones lack the
profile. The person's account and other profiles remain.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from contracts import ADMIN_ROLE, ApprovalStatus, ProfileType
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from kit.security.rate_limiter import RateLimiter
from sqlalchemy import exists, select
from sqlmodel import col

from identity.accounts.accounts.models import PROFILE_STATES, Account, Profile, ProfileStatus, User
from identity.accounts.accounts.queries import get_account, is_organization_member, lock_account
from identity.accounts.accounts.service import create_person, publish_changes
from identity.accounts.invitations.models import Invitation
from identity.accounts.invitations.service import (
    create_invitation,
    invite_again,
    revoke_invitations,
)
from identity.administration.roles.models import Role
from identity.administration.roles.service import lock_roles, replace_roles
from identity.config import Settings
from identity.organizations.onboarding.rules import require_organization
from identity.organizations.staff.errors import StaffExists, StaffNotFound, StaffStateRefused
from identity.organizations.staff.queries import find_person
from identity.organizations.staff.schemas import (
    StaffCreate,
    StaffInvite,
    StaffPlace,
    StaffRole,
    StaffType,
    StaffUpdate,
)
from identity.sign_in.passwords.hashes.service import hash_unknown_password

SEARCHES = RateLimiter(30, timedelta(hours=1))
"""Limit per organization: each search reveals whether an account exists."""


@contextmanager
def count_search(actor: Principal) -> Iterator[UUID]:
    """Count a search for accounts, which the block performs, and yield the caller's organization.

    Raises `NotAllowed`, `TooManyRequests`.
    """
    organization_id = require_organization(actor)
    with SEARCHES.attempt(organization_id):
        yield organization_id


async def create_staff(session: AsyncSession, actor: Principal, form: StaffCreate) -> UUID:
    """Create an account for a new member, mail an invitation and return the profile's ID.

    Raises `Invalid`, `TooManyRequests`.
    """
    with count_search(actor) as organization_id:
        # Hash before the first statement, so that no connection is held meanwhile.
        password_hash = await hash_unknown_password()
        await lock_roles(session)
        user = await create_person(session, form, username=None, password_hash=password_hash)
        return await _invite(session, actor, user, organization_id, form)


async def invite_existing(session: AsyncSession, actor: Principal, form: StaffInvite) -> UUID:
    """Invite a person who has an account and return the profile's ID.

    Raises `PersonNotFound`, `StaffExists`, `TooManyRequests`.
    """
    with count_search(actor) as organization_id:
        await lock_roles(session)
        user = await find_person(session, form.identifier)
        user = (await lock_account(session, user.id)).user
        is_same = (col(Profile.user_id) == user.id, col(Profile.type) == ProfileType(form.type))
        if await session.scalar(
            select(exists().where(is_organization_member(organization_id), *is_same))
        ):
            raise StaffExists
        return await _invite(session, actor, user, organization_id, form)


async def _invite(
    session: AsyncSession,
    actor: Principal,
    user: User,
    organization_id: UUID,
    place: StaffPlace,
) -> UUID:
    is_staff = place.type is StaffType.STAFF
    profile = Profile(
        user_id=user.id,
        type=ProfileType(place.type),
        organization_id=organization_id,
        status=ProfileStatus.INVITED,
        approval_status=ApprovalStatus.DRAFT if is_staff else ApprovalStatus.APPROVED,
    )
    session.add(profile)
    await session.flush()
    await _give_role(session, profile.id, place.role)
    await create_invitation(session, user, profile, actor.user_id)
    return profile.id


async def _give_role(session: AsyncSession, profile_id: UUID, role: StaffRole) -> None:
    slugs = [ADMIN_ROLE] if role is StaffRole.ADMIN else []
    ids = await session.scalars(select(col(Role.id)).where(col(Role.slug).in_(slugs)))
    await replace_roles(session, profile_id, ids.all())


async def update_staff(
    session: AsyncSession, actor: Principal, profile_id: UUID, changes: StaffUpdate
) -> None:
    """Grant or revoke the admin role, and invalidate the member's older tokens.

    Raises `StaffNotFound`, `StaffStateRefused`.
    """
    await lock_roles(session)
    account, profile = await _lock_member(session, actor, profile_id)
    if profile.type is not ProfileType.STAFF:
        raise StaffStateRefused("You can't give trainers a role.")
    await _give_role(session, profile.id, changes.role)
    if profile.status is ProfileStatus.ACTIVE:
        await publish_changes(session, account, principal=True)


async def suspend_staff(session: AsyncSession, actor: Principal, profile_id: UUID) -> None:
    """Suspend a member, which revokes the profile's rights.

    Raises `StaffNotFound`, `StaffStateRefused`.
    """
    account, profile = await _lock_member(session, actor, profile_id)
    if profile.status is not ProfileStatus.ACTIVE:
        raise StaffStateRefused
    PROFILE_STATES.transition(profile, ProfileStatus.SUSPENDED)
    await publish_changes(session, account, principal=True)


async def resume_staff(session: AsyncSession, actor: Principal, profile_id: UUID) -> None:
    """Resume a suspended member.

    Raises `StaffNotFound`, `StaffStateRefused`.
    """
    account, profile = await _lock_member(session, actor, profile_id)
    if profile.status is not ProfileStatus.SUSPENDED:
        raise StaffStateRefused
    PROFILE_STATES.transition(profile, ProfileStatus.ACTIVE)
    await session.flush()
    await publish_changes(session, await get_account(session, account.user.id), principal=True)


async def invite_staff_again(
    session: AsyncSession, settings: Settings, actor: Principal, profile_id: UUID
) -> None:
    """Mail a new link to an invited member and revoke the previous one.

    Raises `StaffNotFound`, `StaffStateRefused`, `InvitationTooSoon`.
    """
    account, profile = await _lock_member(session, actor, profile_id)
    if profile.status is not ProfileStatus.INVITED:
        raise StaffStateRefused
    await invite_again(session, settings, account.user, profile, actor.user_id)


async def remove_staff(session: AsyncSession, actor: Principal, profile_id: UUID) -> None:
    """Remove a member. Also delete an account that has no password and no other profile.

    Raises `StaffNotFound`.
    """
    await lock_roles(session)
    account, profile = await _lock_member(session, actor, profile_id)
    await revoke_invitations(session, col(Invitation.profile_id) == profile.id)
    if await _is_only_here(session, account.user, profile):
        await session.delete(profile)
        await session.flush()
        await session.delete(account.user)
        return
    was_active = profile.status is ProfileStatus.ACTIVE
    PROFILE_STATES.transition(profile, ProfileStatus.REMOVED)
    await _give_role(session, profile.id, StaffRole.NONE)
    if was_active:
        await publish_changes(session, account, principal=True)


async def _is_only_here(session: AsyncSession, user: User, profile: Profile) -> bool:
    others = exists().where(col(Profile.user_id) == user.id, col(Profile.id) != profile.id)
    return user.chooses_password and not await session.scalar(select(others))


async def _lock_member(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> tuple[Account, Profile]:
    """Lock the account of a member of the caller's organization, and return the profile with it."""
    own = is_organization_member(require_organization(actor)), col(Profile.id) == profile_id
    user_id = await session.scalar(select(col(Profile.user_id)).where(*own))
    if user_id is None:
        raise StaffNotFound
    account = await lock_account(session, user_id)
    # Read again under the lock: the member may have been removed concurrently.
    profile = await session.scalar(
        select(Profile).where(*own).execution_options(populate_existing=True)
    )
    if profile is None:
        raise StaffNotFound
    return account, profile
