"""Replacing a password: forgotten, or known."""

import secrets
from datetime import timedelta

from kit.auth import Principal
from kit.db import AsyncSession, Database, utc_now
from kit.errors import Conflict, Invalid
from sqlalchemy import func, select
from sqlmodel import col

from identity.config import Settings
from identity.keys import Keys
from identity.otps.models import Otp, OtpPurpose
from identity.otps.schemas import OtpSent
from identity.otps.service import check_code, issue, recipient_of, use, void_codes
from identity.passwords import hashing
from identity.passwords.rules import check_password
from identity.sessions import known_browsers
from identity.sessions.attempts import count_attempt, forget_attempts, login_key
from identity.sessions.service import end_users_sessions, token_hash
from identity.users.accounts import (
    is_active,
    load_account,
    lock_account,
    lock_own_account,
    publish_changes,
)
from identity.users.models import User

RESET_TOKEN_LIFETIME = timedelta(minutes=10)


class ResetTokenInvalid(Conflict):
    """The reset token was used or has expired."""

    code = "auth.reset_token_invalid"
    default_detail = "This password reset has expired. Begin again."


async def send_reset_otp(
    session: AsyncSession, keys: Keys, settings: Settings, email: str, cookie: str | None
) -> OtpSent:
    """Send a code to the address if somebody has it; the answer is the same if nobody does.

    `cookie` is that of a known browser, here and below.
    """
    user = await _find_user(session, email)
    recipient = _recipient(keys, email, user, cookie)
    return await issue(session, keys, settings, OtpPurpose.PASSWORD_RESET, recipient, user)


async def verify_reset_otp(
    database: Database, keys: Keys, email: str, code: str, cookie: str | None
) -> str:
    """Exchange the code for a token that resets the password once."""
    async with database.transaction() as session:
        recipient = _recipient(keys, email, await _find_user(session, email), cookie)
    otp_id = await check_code(database, keys, recipient, code)
    token = secrets.token_urlsafe(32)
    async with database.transaction() as session:
        await use(session, otp_id, reset_hash=token_hash(token))
    return token


async def _find_user(session: AsyncSession, email: str) -> User | None:
    found: User | None = await session.scalar(
        select(User).where(col(User.email) == email, is_active())
    )
    return found


def _recipient(keys: Keys, email: str, user: User | None, cookie: str | None) -> bytes:
    browser = known_browsers.recognise(keys, cookie, user)
    return recipient_of(keys, OtpPurpose.PASSWORD_RESET, email, browser)


async def reset_password(
    database: Database, keys: Keys, token: str, password: str, cookie: str | None
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
        names = (account.user.username, account.user.email)
        browsers = {"", known_browsers.recognise(keys, cookie, account.user)}
        await forget_attempts(
            session, *(login_key(keys, name, browser) for name in names for browser in browsers)
        )
        await end_users_sessions(session, account.user.id)


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
