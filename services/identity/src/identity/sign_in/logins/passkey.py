"""Signing in with a passkey, which is both factors: the device, and what unlocks it."""

from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession, Database
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.queries import lock_account
from identity.config import Settings
from identity.sign_in.ceremonies.models import Purpose
from identity.sign_in.ceremonies.service import create_ceremony, finish_ceremony
from identity.sign_in.logins.opening import Opened, open_session
from identity.sign_in.passkeys.errors import PasskeyRefused
from identity.sign_in.passkeys.models import Passkey
from identity.sign_in.passkeys.schemas import PasskeyLogin, PasskeyOptions
from identity.sign_in.passkeys.service import load_relying_party
from identity.sign_in.signing.keys import Keys

LIFETIME = timedelta(minutes=10)
"""As long as a sign-in page may stand open that offers passkeys by itself."""


async def begin_login(session: AsyncSession, settings: Settings) -> PasskeyOptions:
    """What any passkey of this site signs; nobody says who they are."""
    await load_relying_party()
    from identity.sign_in.passkeys import relying_party  # noqa: PLC0415 - loaded before

    challenge = await create_ceremony(session, Purpose.PASSKEY_LOGIN, LIFETIME)
    return PasskeyOptions(options=relying_party.login_options(settings, challenge))


async def login_with_passkey(
    database: Database, keys: Keys, settings: Settings, form: PasskeyLogin, user_agent: str
) -> Opened:
    """Begin a session of the passkey's user. Each challenge is good for one try.

    Nobody guesses a signature, so attempts are not counted.

    Raises `CeremonyExpired`, `PasskeyRefused`.
    """
    await load_relying_party()
    from identity.sign_in.passkeys import relying_party  # noqa: PLC0415 - loaded before

    signed = relying_party.read_assertion(form.credential)
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
        passkey.sign_count = relying_party.verify_assertion(settings, signed, passkey)
        passkey.last_used_at = await db.now(session)
        return await open_session(session, keys, settings, account, user_agent)
