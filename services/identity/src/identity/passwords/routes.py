"""Routes of passwords."""

from typing import Annotated

from fastapi import APIRouter
from kit.auth import Principal
from kit.db import Session
from kit.errors import Forbidden, Invalid, Unauthorized, problems

from identity.accounts.guards import Config, OwnTransactions, SigningKeys, own_account
from identity.attempts.service import AccountLocked
from identity.devices.service import WhoAsks
from identity.otps.service import OtpExhausted, OtpExpired, OtpLimit, OtpTooSoon, OtpWrong
from identity.passwords import reset_codes, service
from identity.passwords.rules import MAX_LENGTH, MIN_LENGTH, RULES
from identity.passwords.schemas import (
    PasswordChange,
    PasswordReset,
    PasswordRule,
    PasswordRules,
    ResetOtpRequest,
    ResetOtpSent,
    ResetOtpVerify,
    ResetTokenRead,
)
from identity.passwords.service import ResetTokenInvalid

router = APIRouter(prefix="/auth", tags=["auth"])


@router.get("/password-rules")
async def password_rules() -> PasswordRules:
    """What a password must be like; the codes are those of the field errors."""
    rules = [PasswordRule(code=code, message=message) for code, message in RULES.items()]
    return PasswordRules(min_length=MIN_LENGTH, max_length=MAX_LENGTH, rules=rules)


@router.post("/send-reset-password-otp", status_code=202, responses=problems(OtpTooSoon, OtpLimit))
async def send_reset_password_otp(
    body: ResetOtpRequest,
    session: Session,
    keys: SigningKeys,
    settings: Config,
    asker: WhoAsks,
) -> ResetOtpSent:
    """Send a code to the address, if an account has it. The answer does not tell."""
    return await reset_codes.send_reset_otp(session, keys, settings, body.email, asker)


@router.post("/verify-reset-password-otp", responses=problems(OtpWrong, OtpExpired, OtpExhausted))
async def verify_reset_password_otp(
    body: ResetOtpVerify,
    database: OwnTransactions,
    keys: SigningKeys,
) -> ResetTokenRead:
    """Exchange the code for a token that resets the password."""
    token = await reset_codes.verify_reset_otp(database, keys, body.request, body.code)
    return ResetTokenRead(reset_token=token)


@router.post("/reset-password", status_code=204, responses=problems(ResetTokenInvalid, Invalid))
async def reset_password(
    body: PasswordReset,
    database: OwnTransactions,
    keys: SigningKeys,
    asker: WhoAsks,
) -> None:
    """Set a new password. Every session of the user ends."""
    await service.reset_password(database, keys, body.reset_token, body.password, asker)


@router.post(
    "/change-password",
    status_code=204,
    responses=problems(Unauthorized, Forbidden, Invalid, AccountLocked),
)
async def change_password(
    body: PasswordChange,
    database: OwnTransactions,
    keys: SigningKeys,
    actor: Annotated[Principal, own_account],
) -> None:
    """Replace the own password. The user's other sessions end."""
    await service.change_password(database, keys, actor, body.current_password, body.password)
