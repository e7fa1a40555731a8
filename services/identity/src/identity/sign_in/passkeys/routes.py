from uuid import UUID

from fastapi import APIRouter
from kit.core.errors import Forbidden, Invalid, Unauthorized, problems
from kit.database.db import DatabaseDep, Session

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.config import SettingsDep
from identity.sign_in.attempts.errors import AccountLocked
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.passkeys import queries, service
from identity.sign_in.passkeys.errors import PasskeyInvalid, PasskeyNotFound, TooManyPasskeys
from identity.sign_in.passkeys.schemas import (
    PasskeyCreate,
    PasskeyOptions,
    PasskeyRead,
    PasskeyUpdate,
)
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.second_factors.schemas import PasswordConfirmation

router = APIRouter(
    prefix="/auth/passkeys", tags=["passkeys"], responses=problems(Unauthorized, Forbidden)
)


@router.get("")
async def list_passkeys(session: Session, actor: AccountOwnerDep) -> list[PasskeyRead]:
    """List the caller's passkeys, oldest first."""
    return await queries.list_passkeys(session, actor.user_id)


@router.post("/options", responses=problems(Invalid, AccountLocked, TooManyPasskeys))
async def begin_passkey(
    body: PasswordConfirmation,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    actor: AccountOwnerDep,
) -> PasskeyOptions:
    """Return the options for a new passkey."""
    return await service.begin_registration(database, keys, settings, actor, body.password)


@router.post(
    "",
    status_code=201,
    responses=problems(CeremonyExpired, PasskeyInvalid, TooManyPasskeys),
)
async def create_passkey(
    body: PasskeyCreate, database: DatabaseDep, settings: SettingsDep, actor: AccountOwnerDep
) -> PasskeyRead:
    """Add the passkey that the authenticator created."""
    return await service.create_passkey(database, settings, actor, body)


@router.put("/{passkey_id}", responses=problems(Invalid, PasskeyNotFound))
async def update_passkey(
    passkey_id: UUID, body: PasskeyUpdate, session: Session, actor: AccountOwnerDep
) -> PasskeyRead:
    """Rename a passkey of the caller."""
    return await service.update_passkey(session, actor, passkey_id, body)


@router.delete("/{passkey_id}", status_code=204, responses=problems(PasskeyNotFound))
async def delete_passkey(passkey_id: UUID, session: Session, actor: AccountOwnerDep) -> None:
    """Remove a passkey of the caller."""
    await service.delete_passkey(session, actor, passkey_id)
