import secrets
from uuid import UUID

from contracts import SUPER_ADMIN, Permission, ProfileType
from kit.database import db
from kit.database.db import AsyncSession, in_literals
from kit.database.search import contains_words
from kit.domain.cleaning import clean_code
from kit.domain.people import read_phone
from kit.security.auth import NotAllowed, Principal, TokenInvalid
from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlmodel import col

from identity.accounts.accounts.errors import UserNotFound
from identity.accounts.accounts.models import (
    Account,
    Membership,
    Profile,
    ProfileStatus,
    SignInPolicy,
    User,
)
from identity.accounts.accounts.rules import propose_username
from identity.accounts.accounts.schemas import (
    ApprovalRead,
    PermissionRead,
    ProfileRead,
    RoleRead,
    UserRead,
)
from identity.accounts.media.service import image_url
from identity.administration.roles.models import ProfileRole, Role, RolePermission
from identity.administration.roles.service import lock_roles
from identity.organizations.organizations.models import Organization
from identity.organizations.organizations.schemas import read_suspension
from identity.sign_in.sessions.queries import has_live_session

_ADMINS_NEED_SECOND_FACTOR = select(col(SignInPolicy.admins_need_second_factor)).scalar_subquery()
USERNAME_ROOM = 23
"""Length that leaves room for a dot and six digits within the limit of 30."""


def is_active() -> ColumnElement[bool]:
    return col(User.active).is_(True)


def is_decoy_organization() -> ColumnElement[bool]:
    """Build the condition that a decoy's sign-up created the organization."""
    return exists().where(
        col(Profile.organization_id) == col(Organization.id),
        col(Profile.user_id) == col(User.id),
        col(User.decoy),
    )


def is_active_profile() -> ColumnElement[bool]:
    """Build the condition that a profile is usable: accepted, not suspended, not removed."""
    return col(Profile.status) == ProfileStatus.ACTIVE


def is_organization_member(organization_id: UUID) -> ColumnElement[bool]:
    """Build the condition that a profile is a member of an organization and not removed."""
    return (
        (col(Profile.organization_id) == organization_id)
        & in_literals(col(Profile.type), (ProfileType.STAFF, ProfileType.TRAINER))
        & ~in_literals(col(Profile.status), (ProfileStatus.REMOVED,))
    )


def has_words(text: str | None) -> ColumnElement[bool]:
    """Build the condition that a user has every word, or the phone number in any notation."""
    typed = (text or "").strip()
    return contains_words(read_phone(clean_code(typed)) or typed, col(User.search))


async def find_account(session: AsyncSession, *conditions: ColumnElement[bool]) -> Account | None:
    """Load the account of the user that meets the conditions, in two queries."""
    statement = (
        select(User, Profile, Organization, _ADMINS_NEED_SECOND_FACTOR)
        .outerjoin(Profile, and_(col(Profile.user_id) == col(User.id), is_active_profile()))
        .outerjoin(Organization, col(Organization.id) == col(Profile.organization_id))
        .where(*conditions)
        .order_by(col(Profile.created_at), col(Profile.id))
        # Overwrite objects that the session read before `lock_account` took the lock.
        .execution_options(populate_existing=True)
    )
    rows = (await session.execute(statement)).all()
    if not rows:
        return None
    user: User = rows[0][0]
    memberships = [Membership(profile, found) for _, profile, found, _ in rows if profile]
    await _add_roles(session, user.id, memberships)
    return Account(user, memberships, admins_need_second_factor=bool(rows[0][3]))


async def get_account(session: AsyncSession, user_id: UUID) -> Account:
    """Load a user's account, active or not.

    Raises `UserNotFound`.
    """
    account = await find_account(session, col(User.id) == user_id)
    if account is None:
        raise UserNotFound
    return account


async def find_own_account(session: AsyncSession, actor: Principal) -> Account | None:
    """Load the caller's account, or None if the session ended after the token was signed."""
    return await find_account(session, *_is_signed_in(actor))


async def lock_account(session: AsyncSession, user_id: UUID) -> Account:
    """Lock an account until the transaction ends.

    Raises `UserNotFound`.
    """
    await db.lock(session, User, col(User.id) == user_id)
    return await get_account(session, user_id)


async def lock_own_account(session: AsyncSession, actor: Principal) -> Account:
    """Lock the caller's account, unless the session ended after the token was signed.

    The caller gets a new token, which must not extend an ended session. Raises `TokenInvalid`.
    """
    if await db.lock(session, User, *_is_signed_in(actor)) is None:
        raise TokenInvalid
    return await get_account(session, actor.user_id)


async def lock_own_rights(
    session: AsyncSession, actor: Principal, permission: Permission
) -> Membership:
    """Lock all roles and return the caller's membership, to change the rights of others.

    Permissions are read from the database, because the token may be stale. Raises `TokenInvalid`,
    `NotAllowed`.
    """
    await lock_roles(session)
    membership = await find_own_membership(session, actor)
    if membership is None:
        raise TokenInvalid
    if permission not in membership.permissions:
        raise NotAllowed
    return membership


async def find_own_membership(session: AsyncSession, actor: Principal) -> Membership | None:
    """Load the caller's membership, or None if the session ended after the token was signed."""
    account = await find_own_account(session, actor)
    return account.membership(actor.profile_id) if account else None


def _is_signed_in(actor: Principal) -> tuple[ColumnElement[bool], ...]:
    is_live = has_live_session(actor.user_id, actor.session_id)
    return col(User.id) == actor.user_id, is_active(), is_live


async def list_permitted_admins(session: AsyncSession, permission: Permission) -> list[UUID]:
    """List the active admins who have a permission; super-admins have all."""
    listed = exists().where(
        col(RolePermission.role_id) == col(Role.id),
        col(RolePermission.permission) == permission.value,
    )
    found = await session.scalars(
        select(col(User.id))
        .join(Profile, col(Profile.user_id) == col(User.id))
        .join(ProfileRole, col(ProfileRole.profile_id) == col(Profile.id))
        .join(Role, col(Role.id) == col(ProfileRole.role_id))
        .where(
            is_active(),
            is_active_profile(),
            col(Profile.type) == ProfileType.ADMIN,
            or_(col(Role.slug) == SUPER_ADMIN, listed),
        )
        .distinct()
    )
    return list(found)


async def find_email_owner(session: AsyncSession, email: str) -> User | None:
    """Find the account that owns the address, active or not: the first that signed up with it.

    Later sign-ups with it become decoys, see `registrations.service`. An empty address has no
    owner.
    """
    if not email:
        return None
    owner: User | None = await session.scalar(
        select(User).where(col(User.email) == email, col(User.decoy).is_(False))
    )
    return owner


async def lock_email(session: AsyncSession, email: str) -> User | None:
    """Lock an address until the transaction ends, and return the account that owns it."""
    await db.advisory_lock(session, f"email:{email}")
    return await find_email_owner(session, email)


async def find_free_username(session: AsyncSession, email: str) -> str:
    """Derive a free username from an address, with a number if the plain one is taken."""
    proposed = propose_username(email)
    name = proposed
    while await session.scalar(select(exists().where(col(User.username) == name))):
        name = f"{proposed[:USERNAME_ROOM]}.{secrets.randbelow(10**6):06d}"
    return name


async def _add_roles(session: AsyncSession, user_id: UUID, memberships: list[Membership]) -> None:
    statement = (
        select(col(ProfileRole.profile_id), Role, col(RolePermission.permission))
        .join(Role, col(Role.id) == col(ProfileRole.role_id))
        .join(Profile, col(Profile.id) == col(ProfileRole.profile_id))
        .outerjoin(RolePermission, col(RolePermission.role_id) == col(Role.id))
        .where(col(Profile.user_id) == user_id)
        .order_by(col(Role.created_at), col(Role.id))
    )
    rows = (await session.execute(statement)).all()
    for membership in memberships:
        own = [row for row in rows if row[0] == membership.profile.id]
        membership.roles = list({role.id: role for _, role, _ in own}.values())
        membership.permissions = _permissions(membership, {slug for *_, slug in own if slug})


def _permissions(membership: Membership, listed: set[str]) -> list[str]:
    """Return the permissions of the roles; all for a super-admin's admin profile."""
    is_admin = membership.profile.type is ProfileType.ADMIN
    if is_admin and any(role.slug == SUPER_ADMIN for role in membership.roles):
        return [permission.value for permission in Permission]
    return sorted(listed)


def read_account(account: Account) -> UserRead:
    user = account.user
    profiles = [_read_profile(membership) for membership in account.memberships]
    return UserRead(
        **user.model_dump(include=set(UserRead.model_fields)),
        image=profiles[0].image if profiles else None,
        image_2x=profiles[0].image_2x if profiles else None,
        second_factor_due=account.second_factor_due,
        identified=user.identified,
        user_roles=profiles[0].roles if profiles else [],
        permissions=profiles[0].permissions if profiles else [],
        profiles=profiles,
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
        image=image_url(profile.image_key),
        image_2x=image_url(profile.image_key, 2),
        approval=ApprovalRead(status=profile.approval_status, comment=profile.approval_comment),
        suspension=read_suspension(organization),
        roles=[
            RoleRead(slug=role.slug, name_en=role.name_en, name_ar=role.name_ar)
            for role in membership.roles
        ],
        permissions=[PermissionRead(slug=slug) for slug in membership.permissions],
    )
