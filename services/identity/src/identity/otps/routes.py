"""Routes of verifying the own account."""

from fastapi import APIRouter
from kit.auth import AnyUser
from kit.db import Session
from kit.errors import Unauthorized, problems

from identity.accounts.guards import Config, OwnTransactions, SigningKeys
from identity.accounts.schemas import SignedIn
from identity.otps import service
from identity.otps.schemas import OtpSent, OtpVerify
from identity.otps.service import (
    AlreadyVerified,
    OtpExhausted,
    OtpExpired,
    OtpLimit,
    OtpTooSoon,
    OtpWrong,
)

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post(
    "/verify-otp",
    responses=problems(Unauthorized, AlreadyVerified, OtpExpired, OtpExhausted, OtpWrong),
)
async def verify_otp(
    body: OtpVerify,
    session: Session,
    database: OwnTransactions,
    keys: SigningKeys,
    actor: AnyUser,
) -> SignedIn:
    """Verify the own account with the code that was sent."""
    return await service.verify(database, session, keys, actor, body.code)


@router.get("/resend-otp", responses=problems(Unauthorized, AlreadyVerified, OtpTooSoon, OtpLimit))
async def resend_otp(
    session: Session, keys: SigningKeys, settings: Config, actor: AnyUser
) -> OtpSent:
    """Send a new code for the verification of the own account."""
    return await service.resend(session, keys, settings, actor)
