"""Replacing a password: forgotten, or known."""

from datetime import timedelta

from kit.auth import Principal
from kit.db import AsyncSession, Database, utc_now
from kit.errors import Conflict, Invalid
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.models import User
from identity.accounts.service import (
    is_active,
    load_account,
    lock_account,
    lock_own_account,
    publish_changes,
)
from identity.attempts.service import count_attempt, forget_attempts, login_counts
from identity.devices.service import Asker
from identity.logins.service import end_users_sessions, token_hash
from identity.otps.models import Otp
from identity.otps.service import void_codes
from identity.passwords import hashing
from identity.passwords.rules import check_password
from identity.signing.keys import Keys

RESET_TOKEN_LIFETIME = timedelta(minutes=10)


class ResetTokenInvalid(Conflict):
    """The reset token was used or has expired."""

    code = "auth.reset_token_invalid"
    default_detail = "This password reset has expired. Begin again."


async def reset_password(
    database: Database, keys: Keys, token: str, password: str, asker: Asker
) -> None:
    """Set a new password, end every session and void every code of the user.

    Raises `ResetTokenInvalid` or `Invalid`. A password that breaks a rule leaves the token good.
    No connection is held while hashing.
    """
    still_good = (
        col(Otp.reset_hash) == token_hash(token),
        col(Otp.used_at) > func.now() - RESET_TOKEN_LIFETIME,
    )
    async with database.transaction() as session:
        user = await session.scalar(
            select(User).join(Otp, col(Otp.user_id) == col(User.id)).where(*still_good, is_active())
        )
    if user is None:
        raise ResetTokenInvalid
    check_password(password, username=user.username, email=user.email)
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        # Whoever came first has voided it.
        if await session.scalar(select(col(Otp.id)).where(*still_good)) is None:
            raise ResetTokenInvalid
        await void_codes(session, user.id)
        account.user.password_hash = hashed
        if account.user.verified_at is None:
            # The code came by mail, which is what the verification asks for as well.
            account.user.verified_at = utc_now()
            await publish_changes(session, account, principal=True)
        await _end_waits(session, keys, account.user, asker)
        await end_users_sessions(session, account.user.id)


async def _end_waits(session: AsyncSession, keys: Keys, user: User, asker: Asker) -> None:
    """Whoever has set a new password signs in with it at once, here."""
    names = (user.username, user.email)
    browsers = {"", asker.known_as(keys, user)}
    counts = (login_counts(keys, n, asker.network, b) for n in names for b in browsers)
    await forget_attempts(session, *(count.own for count in counts))


async def change_password(
    database: Database, keys: Keys, actor: Principal, current: str, password: str
) -> None:
    """Replace the caller's password, end their other sessions and void their codes.

    Raises `Invalid`, and `AccountLocked` when the present password was wrong repeatedly.
    """
    attempts_key = keys.digest("change-password", actor.user_id)
    async with database.transaction() as session:
        await count_attempt(session, attempts_key)
        user = (await load_account(session, actor.user_id)).user
    if not await hashing.verify_password(user.password_hash, current):
        raise _current_wrong()
    async with database.transaction() as session:
        await forget_attempts(session, attempts_key)
    check_password(password, username=user.username, email=user.email)
    if password == current:
        raise Invalid.field("password", "password.unchanged", "Choose another password.")
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        if account.user.password_hash != user.password_hash:
            # It was reset while the old one was being checked.
            raise _current_wrong()
        account.user.password_hash = hashed
        await void_codes(session, actor.user_id)
        await end_users_sessions(session, actor.user_id, keep=actor.session_id)


def _current_wrong() -> Invalid:
    return Invalid.field(
        "current_password", "password.current_wrong", "This is not your present password."
    )
