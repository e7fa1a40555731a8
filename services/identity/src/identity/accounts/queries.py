"""Finding, loading and locking accounts."""

from uuid import UUID

from contracts import SUPER_ADMIN, Permission
from kit import db
from kit.auth import Principal, TokenInvalid
from kit.db import AsyncSession
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from identity.accounts.errors import UserNotFound
from identity.accounts.models import Account, Membership, Profile, User
from identity.organizations.models import Organization
from identity.roles.models import Role, RolePermission, UserRole
from identity.sessions.queries import has_live_session


def is_active() -> ColumnElement[bool]:
    """The condition that the user may sign in."""
    return col(User.active).is_(True)


async def find_account(session: AsyncSession, *conditions: ColumnElement[bool]) -> Account | None:
    """The account of the user that meets the conditions, in two queries."""
    statement = (
        select(User, Profile, Organization)
        .outerjoin(Profile, col(Profile.user_id) == col(User.id))
        .outerjoin(Organization, col(Organization.id) == col(Profile.organization_id))
        .where(*conditions)
        .order_by(col(Profile.created_at), col(Profile.id))
        # What the session has read before may be from before the lock of `lock_account`.
        .execution_options(populate_existing=True)
    )
    rows = (await session.execute(statement)).all()
    if not rows:
        return None
    user: User = rows[0][0]
    memberships = [Membership(profile, found) for _, profile, found in rows if profile]
    roles, permissions = await _list_roles(session, user.id)
    return Account(user, memberships, roles, permissions)


async def get_account(session: AsyncSession, user_id: UUID) -> Account:
    """The account of a user, active or not.

    Raises `UserNotFound`.
    """
    account = await find_account(session, col(User.id) == user_id)
    if account is None:
        raise UserNotFound
    return account


async def find_own_account(session: AsyncSession, actor: Principal) -> Account | None:
    """The caller's account; None when the session has ended since the token was signed."""
    return await find_account(session, *_is_signed_in(actor))


async def lock_account(session: AsyncSession, user_id: UUID) -> Account:
    """The account, which nobody else changes until the transaction ends.

    Raises `UserNotFound`.
    """
    await db.lock(session, User, col(User.id) == user_id)
    return await get_account(session, user_id)


async def lock_own_account(session: AsyncSession, actor: Principal) -> Account:
    """The caller's account, locked; not when the session has ended since the token was signed.

    The caller is answered a new token, in which an ended session must not live on.

    Raises `TokenInvalid`.
    """
    if await db.lock(session, User, *_is_signed_in(actor)) is None:
        raise TokenInvalid
    return await get_account(session, actor.user_id)


def _is_signed_in(actor: Principal) -> tuple[ColumnElement[bool], ...]:
    is_live = has_live_session(actor.user_id, actor.session_id)
    return col(User.id) == actor.user_id, is_active(), is_live


async def find_email_owner(session: AsyncSession, email: str) -> User | None:
    """The account that owns the address, active or not: the first that signed up with it.

    Whoever signs up with it again gets a decoy, see `registrations.decoys`.
    """
    owner: User | None = await session.scalar(
        select(User).where(col(User.email) == email, col(User.decoy).is_(False))
    )
    return owner


async def _list_roles(session: AsyncSession, user_id: UUID) -> tuple[list[Role], list[str]]:
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
