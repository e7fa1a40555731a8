"""Replacing a password: forgotten, or known."""

import secrets
from datetime import timedelta
from uuid import UUID

from kit.auth import Principal
from kit.db import AsyncSession, Database, utc_now
from kit.errors import Conflict, Invalid
from sqlalchemy import func, select, update
from sqlmodel import col

from identity.config import Settings
from identity.keys import Keys
from identity.otps.models import Otp, OtpPurpose
from identity.otps.schemas import OtpSent
from identity.otps.service import check_code, issue, recipient_of, use
from identity.passwords import hashing
from identity.passwords.rules import check_password
from identity.sessions.attempts import count_failure, forget_failures, refuse_blocked
from identity.sessions.service import end_users_sessions, token_hash
from identity.users.accounts import load_account, lock_account, publish_changes
from identity.users.models import User

RESET_TOKEN_LIFETIME = timedelta(minutes=10)


class ResetTokenInvalid(Conflict):
    """The reset token was used or has expired."""

    code = "auth.reset_token_invalid"
    default_detail = "This password reset has expired. Begin again."


async def send_reset_otp(
    session: AsyncSession, keys: Keys, settings: Settings, email: str
) -> OtpSent:
    """Send a code to the address if somebody has it; the answer is the same if nobody does."""
    user = await session.scalar(select(User).where(col(User.email) == email, col(User.active)))
    recipient = recipient_of(keys, OtpPurpose.PASSWORD_RESET, email)
    return await issue(session, keys, settings, OtpPurpose.PASSWORD_RESET, recipient, user)


async def verify_reset_otp(
    database: Database, session: AsyncSession, keys: Keys, email: str, code: str
) -> str:
    """Exchange the code for a token that resets the password once."""
    recipient = recipient_of(keys, OtpPurpose.PASSWORD_RESET, email)
    otp_id = await check_code(database, keys, recipient, code)
    token = secrets.token_urlsafe(32)
    await use(session, otp_id, reset_hash=token_hash(token))
    return token


async def reset_password(database: Database, keys: Keys, token: str, password: str) -> None:
    """Set a new password and end every session. Raises `ResetTokenInvalid` or `Invalid`.

    A password that breaks a rule leaves the token good. No connection is held while hashing.
    """
    still_good = (
        col(Otp.reset_hash) == token_hash(token),
        col(Otp.used_at) > func.now() - RESET_TOKEN_LIFETIME,
    )
    async with database.transaction() as session:
        user = await session.scalar(
            select(User).join(Otp, col(Otp.user_id) == col(User.id)).where(*still_good)
        )
    if user is None:
        raise ResetTokenInvalid
    check_password(password, username=user.username, email=user.email)
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        taken = await session.scalar(
            update(Otp).where(*still_good).values(reset_hash=None).returning(col(Otp.id))
        )
        if taken is None:
            raise ResetTokenInvalid
        account.user.password_hash = hashed
        if account.user.verified_at is None:
            # The code came by mail, which is what the verification asks for as well.
            account.user.verified_at = utc_now()
            await publish_changes(session, account, principal=True)
        names = (account.user.username, account.user.email)
        await forget_failures(session, *(keys.digest("login", name) for name in names))
        await end_users_sessions(session, account.user.id)


async def change_password(
    database: Database, keys: Keys, actor: Principal, current: str, password: str
) -> None:
    """Replace the caller's password and end their other sessions.

    Raises `Invalid`, and `AccountLocked` when the present password was wrong repeatedly.
    """
    attempts_key = keys.digest("change-password", actor.user_id)
    async with database.transaction() as session:
        await refuse_blocked(session, attempts_key)
        user = (await load_account(session, actor.user_id)).user
    if not await hashing.verify_password(user.password_hash, current):
        await count_failure(database, attempts_key)
        raise Invalid.field(
            "current_password", "password.current_wrong", "This is not your present password."
        )
    check_password(password, username=user.username, email=user.email)
    if password == current:
        raise Invalid.field("password", "password.unchanged", "Choose another password.")
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        await _store(session, actor.user_id, hashed)
        await forget_failures(session, attempts_key)
        await end_users_sessions(session, actor.user_id, keep=actor.session_id)


async def _store(session: AsyncSession, user_id: UUID, hashed: str) -> None:
    await session.execute(update(User).where(col(User.id) == user_id).values(password_hash=hashed))
