"""One-time codes: six digits, ten minutes, five attempts; the limits are those of who asks."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from contracts.identity import OtpPurpose, OtpRequested
from kit.auth import Principal
from kit.db import AsyncSession, Database, advisory_lock, new_id
from kit.errors import Conflict, Invalid, TooManyRequests
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col

from identity.accounts.models import User
from identity.accounts.schemas import SignedIn
from identity.accounts.service import load_account, lock_own_account, publish_changes, signed_in
from identity.config import Settings
from identity.otps.models import Otp
from identity.otps.schemas import OtpSent
from identity.signing.keys import Keys

LIFETIME = timedelta(minutes=10)
DIGITS = 6
MAX_ATTEMPTS = 5
MAX_PER_HOUR = 5


class OtpWrong(Invalid):
    """The digits are not those that were sent."""

    code = "auth.otp_wrong"
    default_detail = "The code is not right."


class OtpExpired(Conflict):
    """There is no code that could still be used."""

    code = "auth.otp_expired"
    default_detail = "The code has expired. Ask for a new one."


class OtpExhausted(Conflict):
    """Too many wrong attempts: even the right digits are refused now."""

    code = "auth.otp_exhausted"
    default_detail = "The code was wrong too often. Ask for a new one."


class OtpTooSoon(TooManyRequests):
    """The last code was sent a moment ago."""

    code = "auth.otp_too_soon"
    default_detail = "A code was sent a moment ago. Wait before you ask for another one."


class OtpLimit(TooManyRequests):
    """Five codes were sent within the hour."""

    code = "auth.otp_limit"
    default_detail = "Too many codes were sent. Try again in an hour."


class AlreadyVerified(Conflict):
    """The account is verified; no code is needed."""

    code = "auth.already_verified"
    default_detail = "Your account is verified already."


@dataclass(frozen=True, slots=True)
class Demand:
    """That somebody asks for a code."""

    purpose: OtpPurpose
    recipient: bytes
    """Whom it is for."""
    asker: bytes
    """Who asks: the limits are theirs."""


def demand_of(keys: Keys, purpose: OtpPurpose, whom: UUID | str, asker: str = "") -> Demand:
    """A demand for a code: for a user's verification, or for the reset of an address."""
    recipient = keys.digest("otp", purpose.value, whom)
    return Demand(purpose, recipient, keys.digest("otp-asker", recipient.hex(), asker))


async def issue(
    session: AsyncSession, keys: Keys, demand: Demand, user: User | None, digits: int = DIGITS
) -> Otp:
    """Make a code and have it sent; `refuse_flood` comes first.

    Without a user nothing is sent, and the answers, limits and attempts are the same.
    """
    otp_id = new_id()
    code = f"{secrets.randbelow(10**digits):0{digits}d}"
    # A decoy's code is no digits, so that nobody can hit it by chance.
    hashed = _code_hash(keys, otp_id, code if user else secrets.token_hex(16))
    otp = Otp(
        id=otp_id,
        purpose=demand.purpose,
        recipient=demand.recipient,
        asker=demand.asker,
        user_id=user.id if user else None,
        code_id=otp_id,
        code_hash=hashed,
        digits=digits,
        expires_at=await database_time(session) + LIFETIME,
    )
    session.add(otp)
    await session.flush()
    if user is not None:
        await outbox.publish(session, _request(otp, user, code), sequence=1)
    return otp


def _code_hash(keys: Keys, otp_id: UUID, code: str) -> bytes:
    return keys.digest("code", otp_id, code)


def _request(otp: Otp, user: User, code: str) -> OtpRequested:
    return OtpRequested(
        otp_id=otp.id,
        user_id=user.id,
        email=user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        purpose=otp.purpose,
        code=code,
        expires_at=otp.expires_at,
    )


async def refuse_flood(session: AsyncSession, settings: Settings, demand: Demand) -> None:
    """Raise `OtpTooSoon` or `OtpLimit` for who has asked already; whoever else asks is not
    concerned."""
    # Two requests at once would both find that enough time has passed.
    await advisory_lock(session, f"otps:{demand.recipient.hex()}")
    refusal, wait = await _wait(session, settings, demand)
    if refusal is not None:
        raise refusal(headers={"Retry-After": str(wait)})


async def _wait(
    session: AsyncSession, settings: Settings, demand: Demand
) -> tuple[type[OtpTooSoon | OtpLimit] | None, int]:
    """Why no other code may be sent yet, and for how many seconds."""
    now = func.clock_timestamp()
    statement = select(
        func.count(),
        func.ceil(func.extract("epoch", now - func.max(col(Otp.created_at)))),
        func.ceil(func.extract("epoch", now - func.min(col(Otp.created_at)))),
    ).where(col(Otp.asker) == demand.asker, col(Otp.created_at) > now - timedelta(hours=1))
    count, since_last, since_first = (await session.execute(statement)).one()
    if count and (wait := settings.otp_resend_seconds - int(since_last)) > 0:
        return OtpTooSoon, wait
    if count >= MAX_PER_HOUR:
        return OtpLimit, max(1, 3600 - int(since_first))
    return None, 0


async def database_time(session: AsyncSession) -> datetime:
    """When the transaction began."""
    return (await session.execute(select(func.now()))).scalar_one()


async def check_code(
    database: Database, keys: Keys, condition: ColumnElement[bool], code: str
) -> UUID:
    """The id of the newest code that meets the condition, when the digits are right.

    Raises `OtpExpired`, `OtpExhausted` or `OtpWrong`. The attempt is counted, and committed,
    before the digits are compared: many guesses at once get no further than one by one.
    """
    async with database.transaction() as session:
        otp = await _count_attempt(session, condition)
    if hmac.compare_digest(otp.code_hash, _code_hash(keys, otp.code_id, code)):
        return otp.id
    left = MAX_ATTEMPTS - otp.attempts
    if left == 0:
        raise OtpExhausted
    raise OtpWrong.field("code", OtpWrong.code, f"The code is not right. Attempts left: {left}.")


async def _count_attempt(session: AsyncSession, condition: ColumnElement[bool]) -> Otp:
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
    return otp


async def use(session: AsyncSession, otp_id: UUID, *, reset_hash: bytes | None = None) -> UUID:
    """Mark a checked code as used, once, and return its user. Raises `OtpExpired`."""
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


async def void_codes(session: AsyncSession, user_id: UUID) -> None:
    """Nothing that was sent to the user, or that a code was exchanged for, is good any more."""
    await session.execute(
        update(Otp)
        .where(col(Otp.user_id) == user_id)
        .values(used_at=func.coalesce(col(Otp.used_at), func.now()), reset_hash=None)
        .execution_options(synchronize_session=False)
    )


async def verify(
    database: Database, session: AsyncSession, keys: Keys, actor: Principal, code: str
) -> SignedIn:
    """Prove the caller's address with the code that was sent to it."""
    if actor.verified:
        raise AlreadyVerified
    recipient = _verification(keys, actor.user_id).recipient
    otp_id = await check_code(database, keys, col(Otp.recipient) == recipient, code)
    account = await lock_own_account(session, actor)
    if account.user.verified_at is not None:
        raise AlreadyVerified
    await use(session, otp_id)
    account.user.verified_at = await database_time(session)
    await publish_changes(session, account, principal=True)
    return signed_in(account, keys, actor.session_id)


def _verification(keys: Keys, user_id: UUID) -> Demand:
    return demand_of(keys, OtpPurpose.VERIFICATION, user_id)


async def send_verification(
    session: AsyncSession, keys: Keys, settings: Settings, user: User
) -> OtpSent:
    """Send a code for the verification; the one before it is void.

    Raises `OtpTooSoon` or `OtpLimit`.
    """
    demand = _verification(keys, user.id)
    await refuse_flood(session, settings, demand)
    await issue(session, keys, demand, None if user.decoy else user)
    return OtpSent(resend_in=settings.otp_resend_seconds, expires_in=int(LIFETIME.total_seconds()))


async def resend_in(session: AsyncSession, keys: Keys, settings: Settings, user_id: UUID) -> int:
    """Seconds until the user may ask for another code for the verification; 0 is at once."""
    _, wait = await _wait(session, settings, _verification(keys, user_id))
    return wait


async def resend(
    session: AsyncSession, keys: Keys, settings: Settings, actor: Principal
) -> OtpSent:
    """Send the caller another code for the verification."""
    account = await load_account(session, actor.user_id)
    if account.user.verified_at is not None:
        raise AlreadyVerified
    return await send_verification(session, keys, settings, account.user)
