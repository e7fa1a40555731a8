"""One-time codes: six digits, ten minutes, five attempts, and limits per requester."""

import hmac
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

from kit.core.errors import Problem
from kit.database import db
from kit.database.db import AsyncSession, Database, advisory_lock, new_id
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.config import Settings
from identity.sign_in.attempts.service import Attempt, judge_attempt
from identity.sign_in.otps.errors import OtpExhausted, OtpExpired, OtpWrong
from identity.sign_in.otps.events import otp_requested
from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.queries import CodeRequest, get_wait
from identity.sign_in.otps.rules import DIGITS, LIFETIME, MAX_ATTEMPTS
from identity.sign_in.signing.service import Keys

T = TypeVar("T")


async def check_limits(session: AsyncSession, settings: Settings, request: CodeRequest) -> None:
    """Reject another code within the requester's limits; other requesters are not affected.

    Raises `OtpTooSoon`, `OtpLimit`.
    """
    # Serialize concurrent requests, which would otherwise both pass.
    await advisory_lock(session, f"otps:{request.recipient.hex()}")
    refusal, wait = await get_wait(session, settings, request)
    if refusal is not None:
        raise refusal(headers={"Retry-After": str(wait)})


async def create_otp(
    session: AsyncSession,
    keys: Keys,
    request: CodeRequest,
    user: User | None,
    digits: int = DIGITS,
    *,
    email: str | None = None,
) -> Otp:
    """Create a code and send it to `email`, by default to the user's address.

    Call `check_limits` first. Without a user nothing is sent, but responses, limits and attempts
    are the same.
    """
    otp_id = new_id()
    code = f"{secrets.randbelow(10**digits):0{digits}d}"
    # Not digits for a decoy, so that no guess can match.
    hashed = _code_hash(keys, otp_id, code if user else secrets.token_hex(16))
    otp = Otp(
        id=otp_id,
        purpose=request.purpose,
        recipient=request.recipient,
        requester=request.requester,
        user_id=user.id if user else None,
        email=email,
        code_id=otp_id,
        code_hash=hashed,
        digits=digits,
        expires_at=await db.now(session) + LIFETIME,
    )
    session.add(otp)
    await session.flush()
    if user is not None:
        await outbox.publish(session, otp_requested(otp, user, code), sequence=1)
    return otp


def _code_hash(keys: Keys, otp_id: UUID, code: str) -> bytes:
    return keys.digest("code", otp_id, code)


async def redeem_code(
    database: Database,
    keys: Keys,
    condition: ColumnElement[bool],
    code: str,
    use: Callable[[AsyncSession, UUID], Awaitable[T]],
) -> T:
    """Use the newest code that meets the condition, in a separate transaction.

    The attempt is counted and committed before the comparison, so that concurrent guesses gain
    nothing. Raises `OtpExpired`, `OtpExhausted`, `OtpWrong`.
    """

    async def judge(attempt: Attempt) -> T:
        async with attempt.counting() as session:
            otp = await _count_attempt(session, attempt, condition)
        if not hmac.compare_digest(otp.code_hash, _code_hash(keys, otp.code_id, code)):
            raise _wrong_code(MAX_ATTEMPTS - otp.attempts)
        async with database.transaction() as session:
            return await use(session, otp.id)

    return await judge_attempt(database, judge)


def _wrong_code(left: int) -> Problem:
    if left == 0:
        return OtpExhausted()
    return OtpWrong.field("code", OtpWrong.code, f"The code is not right. Attempts left: {left}.")


async def _count_attempt(
    session: AsyncSession, attempt: Attempt, condition: ColumnElement[bool]
) -> Otp:
    # Not `db.lock`: only the newest of several codes is locked, and the database compares its
    # expiry.
    statement = (
        select(Otp, col(Otp.expires_at) > func.now())
        .where(condition)
        .order_by(col(Otp.created_at).desc(), col(Otp.id).desc())
        .limit(1)
        .with_for_update()
    )
    found = (await session.execute(statement)).first()
    if found is None or found[0].used_at is not None or not found[1]:
        raise OtpExpired
    otp: Otp = found[0]
    if otp.attempts >= MAX_ATTEMPTS:
        raise OtpExhausted
    otp.attempts += 1
    left = func.greatest(col(Otp.attempts) - 1, 0)
    attempt.add_count_reversal(update(Otp).where(col(Otp.id) == otp.id).values(attempts=left))
    return otp


async def use_otp(session: AsyncSession, otp_id: UUID, *, reset_hash: bytes | None = None) -> UUID:
    """Mark a checked code as used, once, and return its user's ID.

    Raises `OtpExpired`.
    """
    statement = (
        update(Otp)
        .where(col(Otp.id) == otp_id, col(Otp.used_at).is_(None), col(Otp.user_id).is_not(None))
        .values(used_at=func.now(), reset_hash=reset_hash)
        .returning(col(Otp.user_id))
        .execution_options(synchronize_session=False)
    )
    user_id: UUID | None = await session.scalar(statement)
    if user_id is None:
        raise OtpExpired
    return user_id


async def void_otps(session: AsyncSession, user_id: UUID) -> None:
    """Void all codes of the user and the tokens for which they were exchanged."""
    await session.execute(
        update(Otp)
        .where(col(Otp.user_id) == user_id)
        .values(used_at=func.coalesce(col(Otp.used_at), func.now()), reset_hash=None)
        .execution_options(synchronize_session=False)
    )
