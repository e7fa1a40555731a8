from fastapi import APIRouter, Response
from kit.core.errors import Forbidden, Invalid, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.telemetry.admission import Essential
from kit.web.idempotency import renew_on_retry

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.config import SettingsDep
from identity.sign_in.attempts.errors import AccountLocked
from identity.sign_in.devices.service import RequesterDep
from identity.sign_in.otps.errors import OtpExhausted, OtpExpired, OtpLimit, OtpTooSoon, OtpWrong
from identity.sign_in.passwords import service
from identity.sign_in.passwords.resets import service as resets
from identity.sign_in.passwords.resets.errors import ResetTokenInvalid
from identity.sign_in.passwords.rules import MAX_LENGTH, MIN_LENGTH, RULES
from identity.sign_in.passwords.schemas import (
    PasswordChange,
    PasswordDictionaries,
    PasswordReset,
    PasswordRule,
    PasswordRules,
    ResetOtpRequest,
    ResetOtpSent,
    ResetOtpVerify,
    ResetTokenRead,
)
from identity.sign_in.revocations.service import KeysDep

router = APIRouter(prefix="/auth", tags=["auth"], dependencies=[Essential])


@router.get("/password-rules")
async def get_password_rules() -> PasswordRules:
    """Return the password rules; their codes are those of the field errors."""
    rules = [PasswordRule(code=code, message=message) for code, message in RULES.items()]
    return PasswordRules(min_length=MIN_LENGTH, max_length=MAX_LENGTH, rules=rules)


@router.get("/password-dictionaries", response_model=PasswordDictionaries)
async def get_password_dictionaries() -> Response:
    """Return the dictionaries of the strength check, about 1 MB, to run it in the browser."""
    from identity.sign_in.passwords.adapters.zxcvbn import dictionaries_json  # noqa: PLC0415

    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(dictionaries_json(), media_type="application/json", headers=headers)


@router.post("/send-reset-password-otp", status_code=202, responses=problems(OtpTooSoon, OtpLimit))
async def send_reset_password_otp(
    body: ResetOtpRequest,
    session: Session,
    keys: KeysDep,
    settings: SettingsDep,
    requester: RequesterDep,
) -> ResetOtpSent:
    """Send a code to the address if an account has it. The response does not reveal it."""
    return await resets.send_reset_otp(session, keys, settings, body.email, requester)


@router.post("/verify-reset-password-otp", responses=problems(OtpWrong, OtpExpired, OtpExhausted))
@renew_on_retry(resets.renew_reset_token)
async def verify_reset_password_otp(
    body: ResetOtpVerify,
    database: DatabaseDep,
    keys: KeysDep,
) -> ResetTokenRead:
    """Exchange the code for a token that resets the password."""
    token = await resets.verify_reset_otp(database, keys, body.request, body.code)
    return ResetTokenRead(reset_token=token)


@router.post("/reset-password", status_code=204, responses=problems(ResetTokenInvalid, Invalid))
async def reset_password(
    body: PasswordReset,
    database: DatabaseDep,
    keys: KeysDep,
    requester: RequesterDep,
) -> None:
    """Set a new password and end all sessions of the user."""
    await resets.reset_password(database, keys, body.reset_token, body.password, requester)


@router.post(
    "/change-password",
    status_code=204,
    responses=problems(Unauthorized, Forbidden, Invalid, AccountLocked),
)
async def change_password(
    body: PasswordChange,
    database: DatabaseDep,
    keys: KeysDep,
    actor: AccountOwnerDep,
) -> None:
    """Change the caller's password and end the user's other sessions."""
    await service.change_password(database, keys, actor, body.current_password, body.password)
