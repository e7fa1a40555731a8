from fastapi import APIRouter
from kit.core.errors import Invalid, Unauthorized, problems
from kit.database.db import DatabaseDep
from kit.security.auth import AnyUser
from kit.web.idempotency import renew_on_retry

from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.emails import service
from identity.accounts.emails.errors import EmailTaken
from identity.accounts.emails.schemas import EmailChange
from identity.config import SettingsDep
from identity.sign_in.attempts.errors import AccountLocked
from identity.sign_in.otps.errors import OtpExhausted, OtpExpired, OtpLimit, OtpTooSoon, OtpWrong
from identity.sign_in.otps.schemas import OtpSent, OtpVerify
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.tokens.service import renew_sign_in_response

router = APIRouter(prefix="/users/me/email", tags=["users"], responses=problems(Unauthorized))


@router.post("", status_code=202, responses=problems(Invalid, AccountLocked, OtpTooSoon, OtpLimit))
async def request_email_change(
    body: EmailChange,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    actor: AnyUser,
) -> OtpSent:
    """Send a code to a new address. The response does not reveal whether an account has it."""
    return await service.request_change(database, keys, settings, actor, body)


@router.post("/confirm", responses=problems(OtpExpired, OtpExhausted, OtpWrong, EmailTaken))
@renew_on_retry(renew_sign_in_response)
async def change_email(
    body: OtpVerify, database: DatabaseDep, keys: KeysDep, actor: AnyUser
) -> SignedIn:
    """Change to the address that the code was sent to, and end the user's other sessions."""
    return await service.change_email(database, keys, actor, body.code)
