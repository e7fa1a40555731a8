"""Changing an account."""

from collections.abc import Collection
from uuid import UUID

from contracts import Event, ProfileType
from contracts.identity import PrincipalChanged
from kit.db import AsyncSession, utc_now
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col

from identity.accounts.events import principal_changed, profiles_updated
from identity.accounts.models import Account, Profile, User
from identity.roles.queries import holders_of


async def publish_changes(session: AsyncSession, account: Account, *, principal: bool) -> None:
    """Publish a change of a locked account.

    With `principal`, something that tokens carry has changed too: older ones go stale.
    """
    events: list[tuple[Event, int]] = []
    user = account.user
    if principal:
        user.principal_version += 1
        user.principal_changed_at = utc_now()
        events.append((principal_changed(user), user.principal_version))
    for membership in account.memberships:
        membership.profile.version += 1
    await session.flush()
    await outbox.publish_many(session, [*events, *profiles_updated(account)])


async def publish_rights(session: AsyncSession, role_ids: Collection[UUID]) -> int:
    """Publish that these roles allow something else: older tokens of all who have one go stale.
    The number of those users."""
    users = select(col(Profile.user_id)).where(col(Profile.id).in_(holders_of(role_ids)))
    return await _publish_principals(session, col(User.id).in_(users))


async def publish_policy(session: AsyncSession) -> int:
    """Publish that admins without a second factor may do more or less than before: their older
    tokens go stale. The number of those users."""
    admins = select(col(Profile.user_id)).where(col(Profile.type) == ProfileType.ADMIN)
    without = col(User.second_factor_at).is_(None)
    return await _publish_principals(session, without, col(User.id).in_(admins))


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
