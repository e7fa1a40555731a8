from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.security.auth import Principal
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import get_account, lock_own_account
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.accounts.service import publish_changes
from identity.accounts.verifications.errors import AlreadyVerified
from identity.config import Settings
from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.queries import verification_request
from identity.sign_in.otps.rules import LIFETIME
from identity.sign_in.otps.schemas import OtpSent
from identity.sign_in.otps.service import check_limits, create_otp, redeem_code, use_otp
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import build_sign_in_response


async def verify_account(database: Database, keys: Keys, actor: Principal, code: str) -> SignedIn:
    """Verify the caller's address with the code sent to it.

    Raises `AlreadyVerified`, `OtpExpired`, `OtpExhausted`, `OtpWrong`.
    """
    if actor.verified:
        raise AlreadyVerified
    recipient = verification_request(keys, actor.user_id).recipient

    async def use(session: AsyncSession, otp_id: UUID) -> SignedIn:
        account = await lock_own_account(session, actor)
        if account.user.verified_at is not None:
            raise AlreadyVerified
        await use_otp(session, otp_id)
        account.user.verified_at = await db.now(session)
        await publish_changes(session, account, principal=True)
        return build_sign_in_response(account, keys, actor.session_id)

    return await redeem_code(database, keys, col(Otp.recipient) == recipient, code, use)


async def send_verification(
    session: AsyncSession, keys: Keys, settings: Settings, user: User
) -> OtpSent:
    """Send a verification code and void the previous one.

    Raises `OtpTooSoon`, `OtpLimit`.
    """
    request = verification_request(keys, user.id)
    await check_limits(session, settings, request)
    await create_otp(session, keys, request, None if user.decoy else user)
    return OtpSent(resend_in=settings.otp_resend_seconds, expires_in=int(LIFETIME.total_seconds()))


async def resend_verification(
    session: AsyncSession, keys: Keys, settings: Settings, actor: Principal
) -> OtpSent:
    """Send the caller another verification code.

    Raises `AlreadyVerified`, `OtpTooSoon`, `OtpLimit`.
    """
    account = await get_account(session, actor.user_id)
    if account.user.verified_at is not None:
        raise AlreadyVerified
    return await send_verification(session, keys, settings, account.user)
