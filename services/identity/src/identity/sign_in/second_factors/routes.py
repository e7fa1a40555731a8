from fastapi import APIRouter
from kit.core.errors import Forbidden, Invalid, Problem, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.web.idempotency import renew_on_retry, repeatable

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.config import SettingsDep
from identity.sign_in.attempts.errors import AccountLocked
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.second_factors import queries, service
from identity.sign_in.second_factors.errors import (
    SecondFactorEnforced,
    SecondFactorOff,
    SecondFactorOn,
    SecondFactorWrong,
)
from identity.sign_in.second_factors.schemas import (
    PasswordConfirmation,
    RecoveryCodes,
    SecondFactorConfirmation,
    SecondFactorConfirmed,
    SecondFactorRead,
    SecondFactorRemoval,
    SecondFactorSetup,
)

router = APIRouter(prefix="/auth/second-factor", tags=["second factor"])

CONFIRMING: tuple[type[Problem], ...] = (Unauthorized, Forbidden, Invalid, AccountLocked)


@router.get("", responses=problems(Unauthorized, Forbidden))
async def get_second_factor(session: Session, actor: AccountOwnerDep) -> SecondFactorRead:
    """Return the state of the caller's second factor."""
    return await queries.get_second_factor(session, actor)


@router.post("", status_code=201, responses=problems(SecondFactorOn, *CONFIRMING))
@repeatable
async def begin_second_factor(
    body: PasswordConfirmation,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    actor: AccountOwnerDep,
) -> SecondFactorSetup:
    """Begin to set up an authenticator app, which takes effect with its first code."""
    return await service.begin_setup(database, keys, settings, actor, body.password)


@router.post(
    "/confirm",
    responses=problems(Unauthorized, Forbidden, SecondFactorOn, SecondFactorOff, SecondFactorWrong),
)
@renew_on_retry(service.reissue_confirmation)
async def confirm_second_factor(
    body: SecondFactorConfirmation,
    session: Session,
    keys: KeysDep,
    settings: SettingsDep,
    actor: AccountOwnerDep,
) -> SecondFactorConfirmed:
    """Turn the second factor on and end the user's other sessions."""
    return await service.confirm_setup(session, keys, settings, actor, body.code)


@router.post(
    "/turn-off",
    status_code=204,
    responses=problems(SecondFactorOff, SecondFactorEnforced, SecondFactorWrong, *CONFIRMING),
)
async def turn_off_second_factor(
    body: SecondFactorRemoval,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    actor: AccountOwnerDep,
) -> None:
    """Turn the second factor off."""
    await service.turn_off(database, keys, settings, actor, body)


@router.post("/recovery-codes", responses=problems(SecondFactorOff, *CONFIRMING))
@renew_on_retry(service.reissue_recovery_codes)
async def renew_recovery_codes(
    body: PasswordConfirmation, database: DatabaseDep, keys: KeysDep, actor: AccountOwnerDep
) -> RecoveryCodes:
    """Replace the recovery codes with ten new ones."""
    return await service.renew_recovery_codes(database, keys, actor, body.password)
