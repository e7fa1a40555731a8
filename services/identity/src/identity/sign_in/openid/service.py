"""Connect provider accounts and sign in with them.

An equal address alone connects nothing: addresses get reassigned, and providers differ in how they
verify them. The user must sign in here once.
"""

import hmac
import secrets

from contracts.identity import SecurityChange
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, Database
from kit.security.auth import Principal
from sqlalchemy import delete, select
from sqlmodel import col

from identity.accounts.accounts.queries import find_email_owner, lock_account, lock_own_account
from identity.accounts.accounts.service import publish_security_change
from identity.config import Settings
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.ceremonies.models import Purpose
from identity.sign_in.ceremonies.service import create_ceremony, finish_ceremony
from identity.sign_in.cookies.service import OPENID_LIFETIME
from identity.sign_in.openid.errors import LINKED, OpenIdNotConfigured, OpenIdRefused, OpenIdUnknown
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.openid.rules import LINK_LIFETIME
from identity.sign_in.openid.schemas import OpenIdLinkAsked, OpenIdLinkStep, OpenIdLogin
from identity.sign_in.second_factors.challenges.schemas import SecondFactorAsked
from identity.sign_in.second_factors.challenges.service import ask_for_code
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import SessionStarted, open_session


async def ask_to_link(
    session: AsyncSession, issuer: str, subject: str, email: str | None
) -> OpenIdLinkAsked:
    """Ask the owner of the provider's verified address to sign in here and connect both.

    Raises `OpenIdUnknown`.
    """
    owner = await find_email_owner(session, email) if email else None
    if owner is None or owner.verified_at is None or not owner.active:
        raise OpenIdUnknown
    token = await create_ceremony(
        session,
        Purpose.OPENID_LINK,
        LINK_LIFETIME,
        user_id=owner.id,
        issuer=issuer,
        subject=subject,
    )
    step = OpenIdLinkStep(token=token, expires_in=int(LINK_LIFETIME.total_seconds()))
    return OpenIdLinkAsked(openid=step)


async def create_link(session: AsyncSession, actor: Principal, token: str) -> None:
    """Connect the accounts after the caller has signed in here.

    Raises `CeremonyExpired`, `Invalid`, `TokenInvalid`.
    """
    user = (await lock_own_account(session, actor)).user
    begun = await finish_ceremony(session, Purpose.OPENID_LINK, token)
    if begun.user_id != user.id:
        raise CeremonyExpired
    link = OpenIdLink(issuer=begun.data["issuer"], subject=begun.data["subject"], user_id=user.id)
    session.add(link)
    with as_field_problems(LINKED):
        await session.flush()
    await publish_security_change(session, user, SecurityChange.OPENID_LINKED)


async def delete_link(session: AsyncSession, settings: Settings, actor: Principal) -> None:
    """Disconnect the provider account. Idempotent.

    Raises `TokenInvalid`.
    """
    user = (await lock_own_account(session, actor)).user
    deleted = await session.execute(
        delete(OpenIdLink)
        .where(col(OpenIdLink.user_id) == user.id, col(OpenIdLink.issuer) == settings.openid_issuer)
        .returning(col(OpenIdLink.subject))
    )
    if deleted.first() is not None:
        await publish_security_change(session, user, SecurityChange.OPENID_UNLINKED)


async def begin_login(database: Database, settings: Settings) -> tuple[str, str]:
    """Return the state that the browser keeps and the provider's sign-in URL.

    Raises `OpenIdNotConfigured`, `OpenIdUnavailable`, `OpenIdRefused`.
    """
    if settings.openid_issuer is None:
        raise OpenIdNotConfigured
    from identity.sign_in.openid.adapters import openid_connect  # noqa: PLC0415 - few have one

    nonce, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    async with database.transaction() as session:
        state = await create_ceremony(
            session, Purpose.OPENID_LOGIN, OPENID_LIFETIME, nonce=nonce, verifier=verifier
        )
    return state, await openid_connect.authorization_address(settings, state, nonce, verifier)


async def login_with_openid(
    database: Database,
    keys: Keys,
    settings: Settings,
    form: OpenIdLogin,
    kept_state: str | None,
    user_agent: str,
) -> SessionStarted | SecondFactorAsked | OpenIdLinkAsked:
    """Open a session for the provider account's user, or ask for a code or a connection.

    The browser must be the one that began. No connection is held during the provider's calls.
    Raises `OpenIdNotConfigured`, `CeremonyExpired`, `OpenIdRefused`, `OpenIdUnknown` or
    `OpenIdUnavailable`.
    """
    if settings.openid_issuer is None:
        raise OpenIdNotConfigured
    from identity.sign_in.openid.adapters import openid_connect  # noqa: PLC0415 - few have one

    if not hmac.compare_digest((kept_state or "").encode(), form.state.encode()):
        raise CeremonyExpired
    async with database.transaction() as session:
        begun = await finish_ceremony(session, Purpose.OPENID_LOGIN, form.state)
    nonce, verifier = begun.data["nonce"], begun.data["verifier"]
    who = await openid_connect.identify(settings, form.code, nonce, verifier)
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
