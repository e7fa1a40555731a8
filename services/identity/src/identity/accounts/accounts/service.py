from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from contracts import Event, ProfileType
from contracts.identity import PrincipalChanged, SecurityChange
from kit.core.errors import Invalid
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, new_id, utc_now
from kit.domain.people import get_written_names, resolve_names
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col

from identity.accounts.accounts.errors import EMAIL_TAKEN, TAKEN
from identity.accounts.accounts.events import principal_changed, profile_updated, security_changed
from identity.accounts.accounts.models import Account, Profile, User
from identity.accounts.accounts.queries import find_free_username, lock_email
from identity.accounts.accounts.schemas import PersonCreate
from identity.administration.roles.queries import select_holders


async def create_person(
    session: AsyncSession, form: PersonCreate, *, username: str | None, password_hash: str
) -> User:
    """Create the account of a person whom another user adds.

    The invitation that follows lets them choose a password. Without a username, one is derived from
    the address. Raises `Invalid`.
    """
    await refuse_taken_email(session, form.email)
    user = User(
        id=new_id(),
        **form.model_dump(include={"email", "phone", "locale"}),
        **form.names(),
        username=username or await find_free_username(session, form.email),
        password_hash=password_hash,
        invited_at=await db.now(session),
    )
    session.add(user)
    with as_field_problems(TAKEN | {"uq_users_email": EMAIL_TAKEN}):
        await session.flush()
    return user


def change_user_fields(user: User, values: Mapping[str, Any]) -> None:
    """Set the given fields of a locked user. A name given as None is removed.

    Raises `Invalid` if no name would be left.
    """
    given = dict(values)
    if "name_en" in given or "name_ar" in given:
        names = get_written_names(user.name_en, user.name_ar)
        names |= {name: given[name] for name in names if name in given}
        if not any(names.values()):
            message = "Enter the name in English or Arabic."
            raise Invalid.field("name_en", "name.required", message)
        given |= resolve_names(**names)
    for field, value in given.items():
        setattr(user, field, value)


async def refuse_taken_email(session: AsyncSession, email: str) -> None:
    """Reject an address that an account owns, and lock it against concurrent sign-ups.

    Raises `Invalid`.
    """
    if await lock_email(session, email) is not None:
        raise Invalid(fields=[EMAIL_TAKEN])


async def publish_changes(
    session: AsyncSession, account: Account, *, principal: bool, besides: Profile | None = None
) -> None:
    """Publish a change of a locked account.

    `principal` means that token claims changed, so older tokens become stale. `besides` is a
    changed profile of the user that may be suspended.
    """
    events: list[tuple[Event, int]] = []
    user = account.user
    if principal:
        user.principal_version += 1
        user.principal_changed_at = utc_now()
        events.append((principal_changed(user), user.principal_version))
    profiles = {membership.profile.id: membership.profile for membership in account.memberships}
    if besides is not None:
        profiles[besides.id] = besides
    for profile in profiles.values():
        profile.version += 1
    await session.flush()
    events += [(profile_updated(user, each), each.version) for each in profiles.values()]
    await outbox.publish_many(session, events)


async def publish_security_change(
    session: AsyncSession, user: User, change: SecurityChange
) -> None:
    """Publish a changed sign-in method, about which notifications mails the user."""
    await outbox.publish(session, security_changed(user, change), sequence=1)


async def publish_rights(session: AsyncSession, role_ids: Collection[UUID]) -> int:
    """Publish changed permissions of roles, so that tokens of their holders become stale.

    Return the number of those users.
    """
    users = select(col(Profile.user_id)).where(col(Profile.id).in_(select_holders(role_ids)))
    return await _publish_principals(session, col(User.id).in_(users))


async def publish_policy(session: AsyncSession) -> int:
    """Invalidate the tokens of admins without a second factor, after a change of the policy.

    Return the number of those users.
    """
    admins = select(col(Profile.user_id)).where(col(Profile.type) == ProfileType.ADMIN)
    without = col(User.second_factor_at).is_(None)
    return await _publish_principals(session, without, col(User.id).in_(admins))


async def publish_members(session: AsyncSession, organization_id: UUID) -> int:
    """Invalidate the tokens of all members of an organization, including invited ones.

    Return the number of those users.
    """
    members = select(col(Profile.user_id)).where(col(Profile.organization_id) == organization_id)
    return await _publish_principals(session, col(User.id).in_(members))


async def _publish_principals(session: AsyncSession, *conditions: ColumnElement[bool]) -> int:
    statement = (
        update(User)
        .where(*conditions)
        .values(principal_version=col(User.principal_version) + 1, principal_changed_at=func.now())
        .returning(col(User.id), col(User.principal_version))
        .execution_options(synchronize_session=False)
    )
    changed = (await session.execute(statement)).all()
    events = [
        (PrincipalChanged(user_id=row.id, principal_version=row.principal_version), row[1])
        for row in changed
    ]
    await outbox.publish_many(session, events)
    return len(events)
