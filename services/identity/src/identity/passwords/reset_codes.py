"""The codes of a password reset.

Anybody may ask for one of any address, so limits are those of who asks: a browser that the user
knows, or else a network. Each of them has codes and attempts of its own, and nobody can use up or
void those of another.

What strangers get all together is bounded without keeping anybody out. The first codes of an hour
have six digits, and all the wrong ones that can be tried of them are few. From then on codes have
twelve digits, which nobody hits however many try; and whoever asks shortly after one was mailed
shares it, so that the mails are bounded too and the newest one in the mailbox is good for all.
"""

import secrets
from datetime import timedelta

from contracts.identity import OtpPurpose
from kit.db import AsyncSession, Database, new_id
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.models import User
from identity.config import Settings
from identity.devices.queries import find_owner, known_to_any
from identity.devices.service import Asker
from identity.logins.service import token_hash
from identity.otps.models import Otp
from identity.otps.service import (
    DIGITS,
    Demand,
    check_code,
    database_time,
    demand_of,
    issue,
    refuse_flood,
    use,
)
from identity.passwords.schemas import ResetOtpSent
from identity.signing.keys import Keys

MANY_PER_HOUR = 5
"""After so many codes of an address, whoever asked for them, codes are long and shared."""
LONG_DIGITS = 12
SHARED_FOR = timedelta(minutes=2)
"""How old a mailed code may be to be shared: at least eight minutes are left to type it."""


async def send_reset_otp(
    session: AsyncSession, keys: Keys, settings: Settings, email: str, asker: Asker
) -> ResetOtpSent:
    """Send a code to the address if somebody has it; the answer is the same if nobody does.

    Raises `OtpTooSoon` or `OtpLimit` for who has asked already.
    """
    owner = await find_owner(session, email)
    user = owner if owner and owner.active else None
    known = await known_to_any(session, keys, email, asker)
    name = f"browser:{known}" if known else f"network:{asker.network}"
    demand = demand_of(keys, OtpPurpose.PASSWORD_RESET, email, name)
    await refuse_flood(session, settings, demand)
    otp = await _code_for(session, keys, demand, user)
    request = secrets.token_urlsafe(32)
    otp.request_hash = token_hash(request)
    expires_in = otp.expires_at - await database_time(session)
    return ResetOtpSent(
        resend_in=settings.otp_resend_seconds,
        expires_in=int(expires_in.total_seconds()),
        digits=otp.digits,
        request=request,
    )


async def _code_for(session: AsyncSession, keys: Keys, demand: Demand, user: User | None) -> Otp:
    same_address = col(Otp.recipient) == demand.recipient
    now = func.clock_timestamp()
    asked = await session.scalar(
        select(func.count()).where(same_address, col(Otp.created_at) > now - timedelta(hours=1))
    )
    if (asked or 0) < MANY_PER_HOUR:
        return await issue(session, keys, demand, user, DIGITS)
    mailed = await session.scalar(
        select(Otp)
        .where(
            same_address,
            col(Otp.digits) == LONG_DIGITS,
            col(Otp.code_id) == col(Otp.id),
            col(Otp.used_at).is_(None),
            col(Otp.created_at) > now - SHARED_FOR,
        )
        .order_by(col(Otp.created_at).desc())
        .limit(1)
    )
    if mailed is None:
        return await issue(session, keys, demand, user, LONG_DIGITS)
    return _share(session, demand, mailed)


def _share(session: AsyncSession, demand: Demand, mailed: Otp) -> Otp:
    """The mailed code for another asker, who has attempts of their own."""
    shared = Otp(
        id=new_id(),
        purpose=demand.purpose,
        recipient=demand.recipient,
        asker=demand.asker,
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

    Raises `OtpExpired`, `OtpExhausted` or `OtpWrong`.
    """
    own = col(Otp.request_hash) == token_hash(request)
    otp_id = await check_code(database, keys, own, code)
    token = secrets.token_urlsafe(32)
    async with database.transaction() as session:
        await use(session, otp_id, reset_hash=token_hash(token))
    return token
