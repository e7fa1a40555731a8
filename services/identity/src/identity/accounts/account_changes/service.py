"""Guard every change of sign-in details made for another person.

The account is compared before and after, so any function may change it in between. A verified
former address gets a link that reverts the change; an unverified one proves nothing. Accounts of
organization owners and admins change only with a second admin's confirmation.

A revert removes every sign-in method added since, because the attacker could have reset the
password.
"""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from contracts import Permission
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.domain.people import Names
from kit.messaging import outbox
from kit.security.auth import NotAllowed
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from identity.accounts.account_changes.errors import (
    ChangeEnded,
    ChangeExpired,
    ChangeNotFound,
    DetailChange,
    DetailTaken,
    NeedsConfirmation,
)
from identity.accounts.account_changes.events import sign_in_details_changed
from identity.accounts.account_changes.models import SIGN_IN_DETAILS, AccountChange
from identity.accounts.account_changes.rules import LIFETIME, PROTECTED
from identity.accounts.account_changes.schemas import ChangeRead
from identity.accounts.accounts.models import Account, Membership
from identity.accounts.accounts.queries import lock_account, lock_email
from identity.accounts.accounts.service import publish_changes
from identity.accounts.invitations.models import Invitation
from identity.accounts.invitations.service import revoke_invitations
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.otps.service import void_otps
from identity.sign_in.passkeys.models import Passkey
from identity.sign_in.passwords.hashes.service import hash_unknown_password
from identity.sign_in.second_factors.codes.service import delete_recovery_codes
from identity.sign_in.second_factors.models import SecondFactor
from identity.sign_in.sessions.service import end_user_sessions, token_hash


@asynccontextmanager
async def guard_change_for_other(
    session: AsyncSession, me: Membership, account: Account, *, confirmed: bool = False
) -> AsyncIterator[None]:
    """Guard the block's changes to a locked account's sign-in details, and notify the user.

    The caller has checked the rank. Raises `NotAllowed`, `NeedsConfirmation`.
    """
    user = account.user
    before = {field: getattr(user, field) for field in SIGN_IN_DETAILS}
    # The confirming admin must see the current name, not the one that this request sets.
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
    """Return True if another admin must confirm; invited accounts are not in use yet."""
    types = {membership.profile.type for membership in account.memberships}
    return not account.user.chooses_password and not types.isdisjoint(PROTECTED)


async def get_change(session: AsyncSession, token: str) -> ChangeRead:
    """Read the change that the link reverts.

    Raises `ChangeNotFound`, `ChangeEnded`, `ChangeExpired`.
    """
    change = await _find(session, token)
    return ChangeRead(
        email=change.email,
        fields=list(change.before),
        changed_at=change.created_at,
        expires_at=change.expires_at,
    )


async def revert_change(database: Database, token: str) -> None:
    """Restore the former details and remove every sign-in method added since.

    Raises `ChangeNotFound`, `ChangeEnded`, `ChangeExpired`, `DetailTaken`.
    """
    password_hash = await hash_unknown_password()
    async with database.transaction() as session:
        change = await _find(session, token)
        account = await lock_account(session, change.user_id)
        # Read again under the lock: another request may have reverted it concurrently.
        change = await _find(session, token)
        await _restore(session, account, change)
        account.user.password_hash = password_hash
        await _remove_sign_in_methods(session, account, change)
        await _end_later_changes(session, change)
        await publish_changes(session, account, principal=True)


async def _find(session: AsyncSession, token: str) -> AccountChange:
    change: AccountChange | None = await session.scalar(
        select(AccountChange)
        .where(col(AccountChange.token_hash) == token_hash(token))
        .execution_options(populate_existing=True)
    )
    if change is None:
        raise ChangeNotFound
    if change.ended_at is not None:
        raise ChangeEnded
    if change.expires_at <= await db.now(session):
        raise ChangeExpired
    return change


async def _restore(session: AsyncSession, account: Account, change: AccountChange) -> None:
    user = account.user
    owner = await lock_email(session, change.email)
    if owner is not None and owner.id != user.id:
        raise DetailTaken
    for field, value in change.before.items():
        setattr(user, field, value)
    # The link proves this address; a later change may have replaced it.
    user.email, user.verified_at = change.email, change.verified_at
    try:
        await session.flush()
    except IntegrityError as error:
        raise DetailTaken from error


async def _remove_sign_in_methods(
    session: AsyncSession, account: Account, change: AccountChange
) -> None:
    user = account.user
    await end_user_sessions(session, user.id)
    await void_otps(session, user.id)
    await revoke_invitations(session, col(Invitation.user_id) == user.id)
    for table in (Passkey, OpenIdLink):
        added = col(table.user_id) == user.id, col(table.created_at) >= change.created_at
        await session.execute(delete(table).where(*added))
    if user.second_factor_at is not None and user.second_factor_at >= change.created_at:
        user.second_factor_at = None
        await session.execute(delete(SecondFactor).where(col(SecondFactor.user_id) == user.id))
        await delete_recovery_codes(session, user.id)


async def _end_later_changes(session: AsyncSession, change: AccountChange) -> None:
    later = await db.lock_all(
        session,
        AccountChange,
        col(AccountChange.user_id) == change.user_id,
        col(AccountChange.created_at) >= change.created_at,
        order_by=[col(AccountChange.id)],
    )
    for each in later:
        each.ended_at = await db.now(session)
