"""Signing in with an account at the provider, which takes the password's place."""

import hmac
import secrets

from kit.database import db
from kit.database.db import Database
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.queries import lock_account
from identity.config import Settings
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.ceremonies.models import Purpose
from identity.sign_in.ceremonies.service import create_ceremony, finish_ceremony
from identity.sign_in.logins.cookies import OPENID_LIFETIME
from identity.sign_in.logins.opening import Opened, open_session
from identity.sign_in.logins.schemas import SecondFactorAsked
from identity.sign_in.logins.second_factor import ask_for_code
from identity.sign_in.openid.errors import OpenIdOff, OpenIdRefused
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.openid.schemas import OpenIdLinkAsked, OpenIdLogin
from identity.sign_in.openid.service import ask_to_link
from identity.sign_in.signing.keys import Keys


async def begin_login(database: Database, settings: Settings) -> tuple[str, str]:
    """The state that the browser keeps, and where it goes next.

    Raises `OpenIdOff`, `OpenIdUnavailable`, `OpenIdRefused`.
    """
    if settings.openid_issuer is None:
        raise OpenIdOff
    from identity.sign_in.openid import provider  # noqa: PLC0415 - few have one

    nonce, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    async with database.transaction() as session:
        state = await create_ceremony(
            session, Purpose.OPENID_LOGIN, OPENID_LIFETIME, nonce=nonce, verifier=verifier
        )
    return state, await provider.authorization_address(settings, state, nonce, verifier)


async def login_with_openid(
    database: Database,
    keys: Keys,
    settings: Settings,
    form: OpenIdLogin,
    kept_state: str | None,
    user_agent: str,
) -> Opened | SecondFactorAsked | OpenIdLinkAsked:
    """Begin a session of the user whose account at the provider it is, or ask for what is missing.

    The browser must be the one that began. No connection is held while the provider is asked.

    Raises `OpenIdOff`, `CeremonyExpired`, `OpenIdRefused`, `OpenIdUnknown`, `OpenIdUnavailable`.
    """
    if settings.openid_issuer is None:
        raise OpenIdOff
    from identity.sign_in.openid import provider  # noqa: PLC0415 - few have one

    if not hmac.compare_digest((kept_state or "").encode(), form.state.encode()):
        raise CeremonyExpired
    async with database.transaction() as session:
        begun = await finish_ceremony(session, Purpose.OPENID_LOGIN, form.state)
    nonce, verifier = begun.data["nonce"], begun.data["verifier"]
    who = await provider.identify(settings, form.code, nonce, verifier)
    own = (col(OpenIdLink.issuer) == who.issuer, col(OpenIdLink.subject) == who.subject)
    async with database.transaction() as session:
        found = await session.scalar(select(OpenIdLink).where(*own))
        if found is None:
            return await ask_to_link(session, who.issuer, who.subject, who.email)
        account = await lock_account(session, found.user_id)
        link = await db.lock(session, OpenIdLink, *own)
        if link is None or not account.user.active:
            raise OpenIdRefused
        link.last_used_at = await db.now(session)
        if account.user.second_factor_at is not None:
            return await ask_for_code(session, keys, account.user)
        return await open_session(session, keys, settings, account, user_agent)
