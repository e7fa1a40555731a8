from kit.core.errors import Invalid
from kit.database.db import Database
from kit.security.auth import Principal
from kit.web.idempotency import exclude_from_effects

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import get_account, lock_own_account
from identity.sign_in.attempts.service import (
    Attempt,
    count_attempt,
    delete_attempts,
    judge_attempt,
    second_factor_total,
)
from identity.sign_in.otps.service import void_otps
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.passwords.rules import check_password, list_personal_words
from identity.sign_in.sessions.service import end_user_sessions
from identity.sign_in.signing.service import Keys


async def change_password(
    database: Database, keys: Keys, actor: Principal, current: str, password: str
) -> None:
    """Change the caller's password, end their other sessions and void their codes.

    Raises `Invalid`, `AccountLocked`.
    """
    user = await confirm_password(database, keys, actor, current, field="current_password")
    await check_password(password, list_personal_words(user))
    if password == current:
        raise Invalid.field(
            "password",
            "password.unchanged",
            "Choose a password that's different from your current one.",
        )
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        if account.user.password_hash != user.password_hash:
            # Reset while the old password was being checked.
            raise _current_wrong("current_password")
        account.user.password_hash = hashed
        await void_otps(session, actor.user_id)
        await delete_attempts(session, second_factor_total(keys, actor.user_id))
        await end_user_sessions(session, actor.user_id, keep=actor.session_id)


async def confirm_password(
    database: Database, keys: Keys, actor: Principal, password: str, *, field: str
) -> User:
    """Check the caller's password and return their user.

    Repeated failures must wait. Opens its own transactions, so that no connection is held during
    hashing. Raises `Invalid`, `AccountLocked`, `Overloaded`.
    """
    hashing.refuse_when_full()
    # The word "change-password" must not change: stored counts were keyed with it.
    attempts_key = keys.digest("change-password", actor.user_id)

    async def judge(attempt: Attempt) -> User:
        async with attempt.counting() as session:
            await count_attempt(session, attempt, attempts_key)
            user = (await get_account(session, actor.user_id)).user
        if not await hashing.verify_password(user.password_hash, password):
            raise _current_wrong(field)
        with exclude_from_effects():
            async with database.transaction() as session:
                await delete_attempts(session, attempts_key)
        return user

    return await judge_attempt(database, judge)


def _current_wrong(field: str) -> Invalid:
    return Invalid.field(
        field, "password.current_wrong", "Incorrect password. Enter your current password."
    )
