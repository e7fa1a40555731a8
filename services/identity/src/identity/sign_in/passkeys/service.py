import asyncio
from importlib import import_module
from uuid import UUID

from contracts.identity import SecurityChange
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, Database
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.models import Account
from identity.accounts.accounts.queries import lock_account, lock_own_account
from identity.accounts.accounts.service import publish_security_change
from identity.config import Settings
from identity.replicas.queries import get_product_names
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.ceremonies.models import Purpose
from identity.sign_in.ceremonies.service import create_ceremony, finish_ceremony
from identity.sign_in.passkeys.errors import (
    PASSKEY_KEPT,
    PasskeyNotFound,
    PasskeyRefused,
    TooManyPasskeys,
)
from identity.sign_in.passkeys.models import Passkey
from identity.sign_in.passkeys.queries import read_passkey
from identity.sign_in.passkeys.rules import LOGIN_LIFETIME, MAX_PASSKEYS, REGISTRATION_LIFETIME
from identity.sign_in.passkeys.schemas import (
    PasskeyCreate,
    PasskeyLogin,
    PasskeyOptions,
    PasskeyRead,
    PasskeyUpdate,
)
from identity.sign_in.passwords.service import confirm_password
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import SessionStarted, open_session


async def load_webauthn() -> None:
    """Import the WebAuthn adapter in a thread: it takes seconds on a busy machine. Idempotent."""
    await asyncio.to_thread(import_module, "identity.sign_in.passkeys.adapters.webauthn")


async def begin_registration(
    database: Database, keys: Keys, settings: Settings, actor: Principal, password: str
) -> PasskeyOptions:
    """Return the options for a new passkey. Authenticators that have one of the caller's refuse.

    Raises `Invalid`, `AccountLocked`, `TooManyPasskeys`, `TokenInvalid`.
    """
    await load_webauthn()
    from identity.sign_in.passkeys.adapters import webauthn  # noqa: PLC0415 - loaded before

    await confirm_password(database, keys, actor, password, field="password")
    async with database.transaction() as session:
        user = (await lock_own_account(session, actor)).user
        known = await _list_known(session, user.id)
        purpose = Purpose.PASSKEY_REGISTRATION
        challenge = await create_ceremony(session, purpose, REGISTRATION_LIFETIME, user_id=user.id)
        product = getattr(await get_product_names(session, settings), user.locale)
    options = webauthn.registration_options(settings, product, user, challenge, known)
    return PasskeyOptions(options=options)


async def create_passkey(
    database: Database, settings: Settings, actor: Principal, form: PasskeyCreate
) -> PasskeyRead:
    """Verify and store a new passkey. Each challenge allows one attempt.

    Raises `CeremonyExpired`, `PasskeyInvalid`, `Invalid`, `TooManyPasskeys`, `TokenInvalid`.
    """
    await load_webauthn()
    from identity.sign_in.passkeys.adapters import webauthn  # noqa: PLC0415 - loaded before

    challenge = webauthn.parse_challenge(form.credential)
    async with database.transaction() as session:
        begun = await finish_ceremony(session, Purpose.PASSKEY_REGISTRATION, challenge)
    if begun.user_id != actor.user_id:
        raise CeremonyExpired
    made = webauthn.verify_registration(settings, challenge, form.credential)
    async with database.transaction() as session:
        user = (await lock_own_account(session, actor)).user
        await _list_known(session, user.id)
        passkey = Passkey(
            user_id=user.id,
            credential_id=made.credential_id,
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            name=form.name,
            created_at=await db.now(session),
        )
        session.add(passkey)
        with as_field_problems({"uq_passkeys_credential_id": PASSKEY_KEPT}):
            await session.flush()
        await publish_security_change(session, user, SecurityChange.PASSKEY_ADDED)
        return read_passkey(passkey)


async def _list_known(session: AsyncSession, user_id: UUID) -> list[bytes]:
    """List the credential IDs of a user who may add another passkey."""
    own = select(col(Passkey.credential_id)).where(col(Passkey.user_id) == user_id)
    known = list(await session.scalars(own))
    if len(known) >= MAX_PASSKEYS:
        raise TooManyPasskeys
    return known


async def update_passkey(
    session: AsyncSession, actor: Principal, passkey_id: UUID, form: PasskeyUpdate
) -> PasskeyRead:
    """Rename a passkey.

    Raises `PasskeyNotFound`, `TokenInvalid`.
    """
    passkey = await _lock_own(session, await lock_own_account(session, actor), passkey_id)
    passkey.name = form.name
    return read_passkey(passkey)


async def delete_passkey(session: AsyncSession, actor: Principal, passkey_id: UUID) -> None:
    """Remove a passkey. The authenticator keeps its private key.

    Raises `PasskeyNotFound`, `TokenInvalid`.
    """
    account = await lock_own_account(session, actor)
    await session.delete(await _lock_own(session, account, passkey_id))
    await publish_security_change(session, account.user, SecurityChange.PASSKEY_REMOVED)


async def _lock_own(session: AsyncSession, account: Account, passkey_id: UUID) -> Passkey:
    own = (col(Passkey.id) == passkey_id, col(Passkey.user_id) == account.user.id)
    passkey = await db.lock(session, Passkey, *own)
    if passkey is None:
        raise PasskeyNotFound
    return passkey


async def begin_login(session: AsyncSession, settings: Settings) -> PasskeyOptions:
    """Return the options for signing in with any passkey of this site, for an unknown user."""
    await load_webauthn()
    from identity.sign_in.passkeys.adapters import webauthn  # noqa: PLC0415 - loaded before

    challenge = await create_ceremony(session, Purpose.PASSKEY_LOGIN, LOGIN_LIFETIME)
    return PasskeyOptions(options=webauthn.login_options(settings, challenge))


async def login_with_passkey(
    database: Database, keys: Keys, settings: Settings, form: PasskeyLogin, user_agent: str
) -> SessionStarted:
    """Open a session for the passkey's user. Each challenge allows one attempt.

    Signatures cannot be guessed, so attempts are not counted. Raises `CeremonyExpired`,
    `PasskeyRefused`.
    """
    await load_webauthn()
    from identity.sign_in.passkeys.adapters import webauthn  # noqa: PLC0415 - loaded before

    signed = webauthn.read_assertion(form.credential)
    async with database.transaction() as session:
        await finish_ceremony(session, Purpose.PASSKEY_LOGIN, signed.challenge)
        found = await session.scalar(
            select(Passkey).where(col(Passkey.credential_id) == signed.credential_id)
        )
    if found is None or signed.user_handle != found.user_id.bytes:
        raise PasskeyRefused
    async with database.transaction() as session:
        account = await lock_account(session, found.user_id)
        passkey = await db.lock(session, Passkey, col(Passkey.id) == found.id)
        if passkey is None or not account.user.active:
            raise PasskeyRefused
        passkey.sign_count = webauthn.verify_assertion(settings, signed, passkey)
        passkey.last_used_at = await db.now(session)
        return await open_session(session, keys, settings, account, user_agent)
