from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from contracts.identity import OtpPurpose
from kit.database.db import AsyncSession
from sqlalchemy import func, select
from sqlmodel import col

from identity.config import Settings
from identity.sign_in.otps.errors import OtpLimit, OtpTooSoon
from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.rules import MAX_PER_HOUR
from identity.sign_in.signing.service import Keys


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """A request for a code, with the keys for its limits."""

    purpose: OtpPurpose
    recipient: bytes
    """Keyed hash of the purpose and of the user or address."""
    requester: bytes
    """Keyed hash of the recipient and the requester, to whom the limits apply."""


def code_request(
    keys: Keys, purpose: OtpPurpose, recipient: UUID | str, requester: str = ""
) -> CodeRequest:
    """Build a request for a code for a user ID or an address."""
    recipient_key = keys.digest("otp", purpose.value, recipient)
    return CodeRequest(
        purpose, recipient_key, keys.digest("otp-asker", recipient_key.hex(), requester)
    )


def verification_request(keys: Keys, user_id: UUID) -> CodeRequest:
    return code_request(keys, OtpPurpose.VERIFICATION, user_id)


async def get_wait(
    session: AsyncSession, settings: Settings, request: CodeRequest
) -> tuple[type[OtpTooSoon | OtpLimit] | None, int]:
    """Return why no other code may be sent yet, and for how many seconds."""
    now = func.clock_timestamp()
    statement = select(
        func.count(),
        func.ceil(func.extract("epoch", now - func.max(col(Otp.created_at)))),
        func.ceil(func.extract("epoch", now - func.min(col(Otp.created_at)))),
    ).where(col(Otp.requester) == request.requester, col(Otp.created_at) > now - timedelta(hours=1))
    count, since_last, since_first = (await session.execute(statement)).one()
    if count and (wait := settings.otp_resend_seconds - int(since_last)) > 0:
        return OtpTooSoon, wait
    if count >= MAX_PER_HOUR:
        return OtpLimit, max(1, 3600 - int(since_first))
    return None, 0


async def get_resend_in(
    session: AsyncSession, keys: Keys, settings: Settings, user_id: UUID
) -> int:
    """Return the seconds until the user may request another verification code; 0 means now."""
    _, wait = await get_wait(session, settings, verification_request(keys, user_id))
    return wait
