from fastapi import APIRouter
from kit.core.errors import Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.security.auth import AnyUser
from kit.telemetry.admission import Essential
from kit.web.idempotency import renew_on_retry

from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.verifications import service as verification
from identity.accounts.verifications.errors import AlreadyVerified
from identity.config import SettingsDep
from identity.sign_in.otps.errors import OtpExhausted, OtpExpired, OtpLimit, OtpTooSoon, OtpWrong
from identity.sign_in.otps.schemas import OtpSent, OtpVerify
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.tokens.service import renew_sign_in_response

router = APIRouter(prefix="/auth", tags=["auth"], dependencies=[Essential])


@router.post(
    "/verify-otp",
    responses=problems(Unauthorized, AlreadyVerified, OtpExpired, OtpExhausted, OtpWrong),
)
@renew_on_retry(renew_sign_in_response)
async def verify_otp(
    body: OtpVerify,
    database: DatabaseDep,
    keys: KeysDep,
    actor: AnyUser,
) -> SignedIn:
    """Verify the caller's address with the code sent to it."""
    return await verification.verify_account(database, keys, actor, body.code)


@router.get("/resend-otp", responses=problems(Unauthorized, AlreadyVerified, OtpTooSoon, OtpLimit))
async def resend_otp(
    session: Session, keys: KeysDep, settings: SettingsDep, actor: AnyUser
) -> OtpSent:
    """Send the caller a new verification code."""
    return await verification.resend_verification(session, keys, settings, actor)
