"""Replacing a password that is forgotten, or known."""

from datetime import timedelta

from kit.core.errors import Invalid
from kit.database.db import AsyncSession, Database, utc_now
from kit.security.auth import Principal
from kit.web.idempotency import without_effect
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import (
    get_account,
    is_active,
    lock_account,
    lock_own_account,
)
from identity.accounts.accounts.service import publish_changes
from identity.sign_in.attempts.queries import second_factor_total
from identity.sign_in.attempts.service import (
    Attempt,
    count_attempt,
    delete_attempts,
    judge_attempt,
    login_counts,
)
from identity.sign_in.devices.requester import Requester
from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.service import void_otps
from identity.sign_in.passwords import hashing
from identity.sign_in.passwords.errors import ResetTokenInvalid
from identity.sign_in.passwords.rules import check_password, own_data
from identity.sign_in.sessions.service import end_user_sessions, token_hash
from identity.sign_in.signing.keys import Keys

RESET_TOKEN_LIFETIME = timedelta(minutes=10)


async def reset_password(
    database: Database, keys: Keys, token: str, password: str, requester: Requester
) -> None:
    """Set a new password, end every session and void every code of the user.

    A password that breaks a rule leaves the token valid. No connection is held while
    it is judged and hashed.

    Raises `ResetTokenInvalid`, `Invalid`.
    """
    unused = (
        col(Otp.reset_hash) == token_hash(token),
        col(Otp.used_at) > func.now() - RESET_TOKEN_LIFETIME,
    )
    async with database.transaction() as session:
        user = await session.scalar(
            select(User).join(Otp, col(Otp.user_id) == col(User.id)).where(*unused, is_active())
        )
    if user is None:
        raise ResetTokenInvalid
    await check_password(password, own_data(user))
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        # Another request may have used it meanwhile.
        if await session.scalar(select(col(Otp.id)).where(*unused)) is None:
            raise ResetTokenInvalid
        await void_otps(session, user.id)
        account.user.password_hash = hashed
        if account.user.verified_at is None:
            # The code came by mail, which proves the address as the verification does.
            account.user.verified_at = utc_now()
            account.user.invited_at = None
            await publish_changes(session, account, principal=True)
        await _end_waits(session, keys, account.user, requester)
        await end_user_sessions(session, account.user.id)


async def _end_waits(session: AsyncSession, keys: Keys, user: User, requester: Requester) -> None:
    """Let the requester sign in with the new password at once."""
    names = [name for name in (user.username, user.email, user.civil_number, user.phone) if name]
    devices = {"", requester.trusted_device(keys, user)}
    counts = (login_counts(keys, n, requester.network, d) for n in names for d in devices)
    # Whoever had the old password and guessed at codes does not get as far any more.
    total = second_factor_total(keys, user.id)
    await delete_attempts(session, *(count.own for count in counts), total)


async def change_password(
    database: Database, keys: Keys, actor: Principal, current: str, password: str
) -> None:
    """Replace the caller's password, end their other sessions and void their codes.

    Raises `Invalid`, `AccountLocked`.
    """
    user = await confirm_password(database, keys, actor, current, field="current_password")
    await check_password(password, own_data(user))
    if password == current:
        raise Invalid.field("password", "password.unchanged", "Choose another password.")
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        if account.user.password_hash != user.password_hash:
            # It was reset while the old one was being checked.
            raise _current_wrong("current_password")
        account.user.password_hash = hashed
        await void_otps(session, actor.user_id)
        await delete_attempts(session, second_factor_total(keys, actor.user_id))
        await end_user_sessions(session, actor.user_id, keep=actor.session_id)


async def confirm_password(
    database: Database, keys: Keys, actor: Principal, password: str, *, field: str
) -> User:
    """The caller's user, when the password in this field is theirs.

    One that was wrong repeatedly has to wait. It makes its own transactions: no connection is held
    while the password is hashed.

    Raises `Invalid`, `AccountLocked`, `Overloaded`.
    """
    hashing.refuse_when_full()
    # Its first word stays: counts that are stored were made with it.
    attempts_key = keys.digest("change-password", actor.user_id)

    async def judge(attempt: Attempt) -> User:
        async with attempt.counting() as session:
            await count_attempt(session, attempt, attempts_key)
            user = (await get_account(session, actor.user_id)).user
        if not await hashing.verify_password(user.password_hash, password):
            raise _current_wrong(field)
        with without_effect():
            async with database.transaction() as session:
                await delete_attempts(session, attempts_key)
        return user

    return await judge_attempt(database, judge)


def _current_wrong(field: str) -> Invalid:
    return Invalid.field(field, "password.current_wrong", "This is not your present password.")
