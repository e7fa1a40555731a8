"""Connecting an account at the provider with the own one.

The same address alone connects nothing: addresses are given to somebody else, and providers differ
in what they call verified. Whoever signs in there with an account that is not connected signs in
here once besides.
"""

from datetime import timedelta

from contracts.identity import SecurityChange
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import delete
from sqlmodel import col

from identity.accounts.accounts.queries import find_email_owner, lock_own_account
from identity.accounts.accounts.service import publish_security_change
from identity.config import Settings
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.ceremonies.models import Purpose
from identity.sign_in.ceremonies.service import create_ceremony, finish_ceremony
from identity.sign_in.openid.errors import LINKED, OpenIdUnknown
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.openid.schemas import OpenIdLinkAsked, OpenIdLinkStep

LIFETIME = timedelta(minutes=15)


async def ask_to_link(
    session: AsyncSession, issuer: str, subject: str, email: str | None
) -> OpenIdLinkAsked:
    """Go on with somebody whose account at the provider is connected with none here.

    Raises `OpenIdUnknown`.
    """
    owner = await find_email_owner(session, email) if email else None
    if owner is None or owner.verified_at is None or not owner.active:
        raise OpenIdUnknown
    token = await create_ceremony(
        session,
        Purpose.OPENID_LINK,
        LIFETIME,
        user_id=owner.id,
        issuer=issuer,
        subject=subject,
    )
    step = OpenIdLinkStep(token=token, expires_in=int(LIFETIME.total_seconds()))
    return OpenIdLinkAsked(openid=step)


async def create_link(session: AsyncSession, actor: Principal, token: str) -> None:
    """Connect the accounts, now that the caller has signed in to the one here.

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
    """Let the account at the provider sign in no more.

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
