"""A user together with its profiles, organizations, roles and permissions.

Everything that leaves the service about a user is made here from one `Account`: the JSON, the
token's claims and the facts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts import SUPER_ADMIN, ApprovalStatus, Event, Permission
from contracts.identity import PrincipalChanged, ProfileUpdated
from kit.auth import Principal, TokenInvalid
from kit.db import AsyncSession, utc_now
from kit.errors import NotFound
from kit.messaging import outbox
from sqlalchemy import ColumnElement, exists, select
from sqlmodel import col

from identity.accounts.models import User
from identity.accounts.schemas import (
    ApprovalRead,
    PermissionRead,
    ProfileRead,
    RoleRead,
    SignedIn,
    UserRead,
)
from identity.media.addresses import image_url
from identity.organizations.models import Organization
from identity.profiles.models import Profile
from identity.roles.models import Role, RolePermission, UserRole
from identity.sessions.models import SignInSession
from identity.signing.keys import Keys


class UserNotFound(NotFound):
    """There is no such user."""

    code = "user.not_found"


@dataclass(slots=True)
class Membership:
    """A profile and the organization that it belongs to."""

    profile: Profile
    organization: Organization | None


@dataclass(slots=True)
class Account:
    """A user with all that decides what they may do."""

    user: User
    memberships: list[Membership]
    roles: list[Role]
    permissions: list[str]

    def membership(self, profile_id: UUID) -> Membership | None:
        """The profile of this id, when it is the user's own."""
        return next((m for m in self.memberships if m.profile.id == profile_id), None)


def is_active() -> ColumnElement[bool]:
    """The condition that the user may sign in."""
    return col(User.active).is_(True)


def has_live_session(session_id: UUID) -> ColumnElement[bool]:
    """The condition that the user's session of this id has not ended."""
    return exists().where(
        col(SignInSession.id) == session_id,
        col(SignInSession.user_id) == col(User.id),
        col(SignInSession.ended_at).is_(None),
    )


async def find_account(session: AsyncSession, *conditions: ColumnElement[bool]) -> Account | None:
    """The account of the user that meets the conditions, in two queries."""
    statement = (
        select(User, Profile, Organization)
        .outerjoin(Profile, col(Profile.user_id) == col(User.id))
        .outerjoin(Organization, col(Organization.id) == col(Profile.organization_id))
        .where(*conditions)
        .order_by(col(Profile.created_at), col(Profile.id))
        .execution_options(populate_existing=True)
    )
    rows = (await session.execute(statement)).all()
    if not rows:
        return None
    user: User = rows[0][0]
    memberships = [Membership(profile, found) for _, profile, found in rows if profile]
    roles, permissions = await _roles_of(session, user.id)
    return Account(user, memberships, roles, permissions)


async def load_account(session: AsyncSession, user_id: UUID) -> Account:
    """The account of a user, active or not. Raises `UserNotFound`."""
    account = await find_account(session, col(User.id) == user_id)
    if account is None:
        raise UserNotFound
    return account


async def lock_account(session: AsyncSession, user_id: UUID) -> Account:
    """The account, which nobody else changes until the transaction ends."""
    await session.execute(select(col(User.id)).where(col(User.id) == user_id).with_for_update())
    return await load_account(session, user_id)


async def lock_own_account(session: AsyncSession, actor: Principal) -> Account:
    """The caller's account, locked. Raises `TokenInvalid` when the session has ended a moment ago.

    What it is locked for answers a fresh token: an ended session must not live on in it.
    """
    statement = (
        select(col(User.id))
        .where(col(User.id) == actor.user_id, is_active(), has_live_session(actor.session_id))
        .with_for_update()
    )
    if await session.scalar(statement) is None:
        raise TokenInvalid
    return await load_account(session, actor.user_id)


async def _roles_of(session: AsyncSession, user_id: UUID) -> tuple[list[Role], list[str]]:
    statement = (
        select(Role, col(RolePermission.permission))
        .join(UserRole, col(UserRole.role_id) == col(Role.id))
        .outerjoin(RolePermission, col(RolePermission.role_id) == col(Role.id))
        .where(col(UserRole.user_id) == user_id)
        .order_by(col(Role.created_at), col(Role.id))
    )
    rows = (await session.execute(statement)).all()
    roles = list({role.id: role for role, _ in rows}.values())
    if any(role.slug == SUPER_ADMIN for role in roles):
        return roles, [permission.value for permission in Permission]
    return roles, sorted({permission for _, permission in rows if permission})


async def publish_changes(session: AsyncSession, account: Account, *, principal: bool) -> None:
    """Tell the other services of a change to a locked account.

    With `principal`, something that tokens carry has changed too: older ones go stale.
    """
    events: list[tuple[Event, int]] = []
    user = account.user
    if principal:
        user.principal_version += 1
        user.principal_changed_at = utc_now()
        changed = PrincipalChanged(user_id=user.id, principal_version=user.principal_version)
        events.append((changed, user.principal_version))
    for membership in account.memberships:
        membership.profile.version += 1
    await session.flush()
    await outbox.publish_many(session, [*events, *profile_facts(account)])


def profile_facts(account: Account) -> Iterator[tuple[Event, int]]:
    """The state of each profile, with its sequence."""
    for membership in account.memberships:
        yield profile_fact(account.user, membership.profile), membership.profile.version


def profile_fact(user: User, profile: Profile) -> ProfileUpdated:
    """The state of a profile as the other services keep it."""
    return ProfileUpdated(
        profile_id=profile.id,
        user_id=user.id,
        profile_type=profile.type,
        organization_id=profile.organization_id,
        username=user.username,
        email=user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        image_url=image_url(profile.image_key),
        verified=user.verified_at is not None,
        approval_status=profile.approval_status,
        paid=profile.paid,
        active=user.active,
    )


def claims_of(account: Account, session_id: UUID) -> dict[str, Any]:
    """What an access token of this session says of the user."""
    user = account.user
    return {
        "sub": str(user.id),
        "sid": str(session_id),
        "pv": user.principal_version,
        "verified": user.verified_at is not None,
        "identified": user.identified,
        "profiles": [
            {
                "id": str(m.profile.id),
                "type": m.profile.type.value,
                "organization_id": _text(m.profile.organization_id),
                "approved": m.profile.approval_status is ApprovalStatus.APPROVED,
                "paid": m.profile.paid,
                "image": m.profile.image_key is not None,
            }
            for m in account.memberships
        ],
        "roles": [role.slug for role in account.roles],
        "permissions": account.permissions,
    }


def _text(value: UUID | None) -> str | None:
    return str(value) if value else None


def signed_in(account: Account, keys: Keys, session_id: UUID) -> SignedIn:
    """The answer that carries a fresh access token."""
    return SignedIn(
        access_token=keys.sign(claims_of(account, session_id)), user=read_account(account)
    )


def read_account(account: Account) -> UserRead:
    """The account as its user sees it."""
    user = account.user
    first = account.memberships[0].profile if account.memberships else None
    return UserRead(
        id=user.id,
        username=user.username,
        email=user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        image_url=image_url(first.image_key) if first else None,
        image_url_2x=image_url(first.image_key, 2) if first else None,
        verified_at=user.verified_at,
        civil_number=user.civil_number,
        passport_number=user.passport_number,
        identified=user.identified,
        numbers_fixed_at=user.numbers_fixed_at,
        nationality=user.nationality,
        birth_date=user.birth_date,
        gender=user.gender,
        roles=[RoleRead(slug=r.slug, name_en=r.name_en, name_ar=r.name_ar) for r in account.roles],
        permissions=[PermissionRead(slug=slug) for slug in account.permissions],
        profiles=[_read_profile(membership) for membership in account.memberships],
    )


def _read_profile(membership: Membership) -> ProfileRead:
    profile, organization = membership.profile, membership.organization
    return ProfileRead(
        id=profile.id,
        type=profile.type,
        organization_id=profile.organization_id,
        organization_name_en=organization.name_en if organization else None,
        organization_name_ar=organization.name_ar if organization else None,
        paid=profile.paid,
        image_url=image_url(profile.image_key),
        image_url_2x=image_url(profile.image_key, 2),
        approval=ApprovalRead(status=profile.approval_status, comment=profile.approval_comment),
    )
