"""The guard around every change of sign-in details that is made for another person.

It compares the account before and after, so it holds whichever function changes the account. The
former address gets a link that reverts the change; an address that was never verified proves
nobody, and gets none. Accounts of organization owners and admins change only with a confirmation.
"""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from contracts import Permission, ProfileType
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.people import Names
from kit.messaging import outbox
from kit.security.auth import NotAllowed

from identity.accounts.account_changes.errors import DetailChange, NeedsConfirmation
from identity.accounts.account_changes.events import sign_in_details_changed
from identity.accounts.account_changes.models import SIGN_IN_DETAILS, AccountChange
from identity.accounts.accounts.models import Account, Membership
from identity.sign_in.sessions.service import end_user_sessions, token_hash

LIFETIME = timedelta(days=7)
PROTECTED = (ProfileType.ORGANIZATION, ProfileType.ADMIN)


@asynccontextmanager
async def changing_for_other(
    session: AsyncSession, me: Membership, account: Account, *, confirmed: bool = False
) -> AsyncIterator[None]:
    """Guard the block's changes of a locked account's sign-in details, and notify its holder.

    The caller has checked the rank. Raises `NotAllowed`, `NeedsConfirmation`.
    """
    user = account.user
    before = {field: getattr(user, field) for field in SIGN_IN_DETAILS}
    # The admin who confirms must read the account's current name, not one that the request sets.
    names: Names = {"name_en": user.name_en, "name_ar": user.name_ar}
    verified_at, is_protected = user.verified_at, _is_protected(account)
    yield
    changed = {field: old for field, old in before.items() if getattr(user, field) != old}
    if not changed:
        return
    if Permission.EDIT_SIGN_IN_DETAILS not in me.permissions:
        raise NotAllowed
    if is_protected and not confirmed:
        changes = [DetailChange(field, old, getattr(user, field)) for field, old in changed.items()]
        raise NeedsConfirmation(user.id, names, changes)
    await end_user_sessions(session, user.id)
    if verified_at is None:
        return
    token, now = secrets.token_urlsafe(32), await db.now(session)
    change = AccountChange(
        user_id=user.id,
        changed_by=me.profile.user_id,
        email=before["email"],
        before=changed,
        verified_at=verified_at,
        token_hash=token_hash(token),
        created_at=now,
        expires_at=now + LIFETIME,
    )
    session.add(change)
    await session.flush()
    await outbox.publish(session, sign_in_details_changed(change, user, token), sequence=1)


def _is_protected(account: Account) -> bool:
    """Tell whether another admin must confirm; an invited account has no holder to protect yet."""
    types = {membership.profile.type for membership in account.memberships}
    return not account.user.chooses_password and not types.isdisjoint(PROTECTED)
