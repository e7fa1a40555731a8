"""Codes of password resets.

Anyone may request a code for any address, so limits apply to the requester: a trusted device of the
user, or a network. Each requester has separate codes and attempts, and cannot use up those of
another.

Requests for one address are limited in total, without locking anyone out. The first codes of an
hour have six digits. Later codes have twelve, which cannot be guessed, and requests shortly after a
mail share its code. This limits the mails, and the newest code in the mailbox works for all.
"""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.identity import OtpPurpose
from kit.database import db
from kit.database.db import AsyncSession, Database, new_id, utc_now
from kit.web.idempotency import AlreadyDone
from sqlalchemy import func, select, update
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import find_email_owner, is_active, lock_account
from identity.accounts.accounts.service import publish_changes
from identity.config import Settings
from identity.sign_in.attempts.service import (
    build_login_counts,
    delete_attempts,
    second_factor_total,
)
from identity.sign_in.devices.service import Requester, get_trusted_device
from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.queries import CodeRequest, code_request
from identity.sign_in.otps.rules import DIGITS
from identity.sign_in.otps.service import check_limits, create_otp, redeem_code, use_otp, void_otps
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.passwords.resets.errors import ResetTokenInvalid
from identity.sign_in.passwords.resets.rules import (
    CODE_SHARING_PERIOD,
    LONG_DIGITS,
    MANY_PER_HOUR,
    RESET_TOKEN_LIFETIME,
)
from identity.sign_in.passwords.rules import check_password, list_personal_words
from identity.sign_in.passwords.schemas import ResetOtpSent, ResetTokenRead
from identity.sign_in.sessions.service import end_user_sessions, token_hash
from identity.sign_in.signing.service import Keys


async def send_reset_otp(
    session: AsyncSession, keys: Keys, settings: Settings, email: str, requester: Requester
) -> ResetOtpSent:
    """Send a code to the address if an account has it. The response is the same if none does.

    Raises `OtpTooSoon`, `OtpLimit`.
    """
    owner = await find_email_owner(session, email)
    user = owner if owner and owner.active else None
    device = await get_trusted_device(session, keys, email, requester)
    # The word "browser" must not change: limits of stored codes were keyed with it.
    name = f"browser:{device}" if device else f"network:{requester.network}"
    request = code_request(keys, OtpPurpose.PASSWORD_RESET, email, name)
    await check_limits(session, settings, request)
    otp = await _create_or_share(session, keys, request, user)
    request_token = secrets.token_urlsafe(32)
    otp.request_hash = token_hash(request_token)
    expires_in = otp.expires_at - await db.now(session)
    return ResetOtpSent(
        resend_in=settings.otp_resend_seconds,
        expires_in=int(expires_in.total_seconds()),
        digits=otp.digits,
        request=request_token,
    )


async def _create_or_share(
    session: AsyncSession, keys: Keys, request: CodeRequest, user: User | None
) -> Otp:
    same_address = col(Otp.recipient) == request.recipient
    now = func.clock_timestamp()
    asked = await session.scalar(
        select(func.count()).where(same_address, col(Otp.created_at) > now - timedelta(hours=1))
    )
    if (asked or 0) < MANY_PER_HOUR:
        return await create_otp(session, keys, request, user, DIGITS)
    mailed = await session.scalar(
        select(Otp)
        .where(
            same_address,
            col(Otp.digits) == LONG_DIGITS,
            col(Otp.code_id) == col(Otp.id),
            col(Otp.used_at).is_(None),
            col(Otp.created_at) > now - CODE_SHARING_PERIOD,
        )
        .order_by(col(Otp.created_at).desc())
        .limit(1)
    )
    if mailed is None:
        return await create_otp(session, keys, request, user, LONG_DIGITS)
    return _share(session, request, mailed)


def _share(session: AsyncSession, request: CodeRequest, mailed: Otp) -> Otp:
    """Share the mailed code with another requester, who has separate attempts."""
    shared = Otp(
        id=new_id(),
        purpose=request.purpose,
        recipient=request.recipient,
        requester=request.requester,
        user_id=mailed.user_id,
        code_id=mailed.code_id,
        code_hash=mailed.code_hash,
        digits=mailed.digits,
        expires_at=mailed.expires_at,
    )
    session.add(shared)
    return shared


async def verify_reset_otp(database: Database, keys: Keys, request: str, code: str) -> str:
    """Exchange the code for a token that resets the password once.

    Raises `OtpExpired`, `OtpExhausted`, `OtpWrong`.
    """
    own = col(Otp.request_hash) == token_hash(request)
    token = secrets.token_urlsafe(32)

    async def use(session: AsyncSession, otp_id: UUID) -> str:
        await use_otp(session, otp_id, reset_hash=token_hash(token))
        return token

    return await redeem_code(database, keys, own, code, use)


async def renew_reset_token(database: Database, values: Mapping[str, Any]) -> ResetTokenRead:
    """Answer a retried exchange with a new token that replaces the first.

    Raises `AlreadyDone` if the first was used or has expired.
    """
    token = secrets.token_urlsafe(32)
    async with database.transaction() as session:
        renewed = await session.execute(
            update(Otp)
            .where(
                col(Otp.request_hash) == token_hash(values["body"].request),
                col(Otp.reset_hash).is_not(None),
                col(Otp.used_at) > func.now() - RESET_TOKEN_LIFETIME,
            )
            .values(reset_hash=token_hash(token))
            .returning(col(Otp.id))
        )
        if renewed.first() is None:
            raise AlreadyDone
    return ResetTokenRead(reset_token=token)


async def reset_password(
    database: Database, keys: Keys, token: str, password: str, requester: Requester
) -> None:
    """Set a new password, end all sessions and void all codes of the user.

    A password that breaks a rule leaves the token valid. No connection is held while it is checked
    and hashed. Raises `ResetTokenInvalid`, `Invalid`.
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
    await check_password(password, list_personal_words(user))
    hashed = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        # A concurrent request may have used it.
        if await session.scalar(select(col(Otp.id)).where(*unused)) is None:
            raise ResetTokenInvalid
        await void_otps(session, user.id)
        account.user.password_hash = hashed
        if account.user.verified_at is None:
            # The mailed code proves the address, like a verification.
            account.user.verified_at = utc_now()
            account.user.invited_at = None
            await publish_changes(session, account, principal=True)
        await _end_waits(session, keys, account.user, requester)
        await end_user_sessions(session, account.user.id)


async def _end_waits(session: AsyncSession, keys: Keys, user: User, requester: Requester) -> None:
    """Let the requester sign in with the new password immediately."""
    names = [name for name in (user.username, user.email, user.civil_number, user.phone) if name]
    devices = {"", requester.find_trusted_device(keys, user)}
    counts = (build_login_counts(keys, n, requester.network, d) for n in names for d in devices)
    # Reset for all: guessers of codes no longer know the password.
    total = second_factor_total(keys, user.id)
    await delete_attempts(session, *(count.own for count in counts), total)
