"""Changing an account."""

from contracts import Event
from kit.db import AsyncSession, utc_now
from kit.messaging import outbox

from identity.accounts.events import principal_changed, profiles_updated
from identity.accounts.models import Account


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
