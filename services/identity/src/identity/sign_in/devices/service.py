"""Recognize requesters and trusted devices before sign-in.

A signed cookie identifies a browser in which a user has signed in before (a device cookie in
OWASP's terms). Attempts there are counted by device, all others by network, so attackers elsewhere
cannot lock the user out. The cookie does not authenticate.
"""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Cookie, Depends
from kit.core.remote_address import Network
from kit.database.db import AsyncSession
from sqlalchemy import and_, or_, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.rules import normalize_sign_in_name
from identity.sign_in.devices.rules import MAX_DECOYS
from identity.sign_in.signing.service import Keys

COOKIE = "trusted_device"
FORMER_COOKIE = "known_browser"
"""Former name of the cookie, which browsers send for a year after its last use."""
_DeviceCookie = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]
_FormerCookie = Annotated[str | None, Cookie(alias=FORMER_COOKIE, include_in_schema=False)]


@dataclass(frozen=True, slots=True)
class Requester:
    """A browser in a network, possibly a trusted device."""

    network: str
    cookie: str | None

    def find_trusted_device(self, keys: Keys, user: User | None) -> str:
        """Return the device's name if the user has signed in with it before, else ""."""
        device, _, signature = (self.cookie or "").partition(".")
        if user is None or not signature.isascii():
            return ""
        trusted = hmac.compare_digest(signature, _signature(keys, device, user.id))
        return device if trusted else ""


def create_device_cookie(keys: Keys, user_id: UUID) -> str:
    """Create the cookie for a browser in which the user has just signed in."""
    device = secrets.token_urlsafe(16)
    return f"{device}.{_signature(keys, device, user_id)}"


def _signature(keys: Keys, device: str, user_id: UUID) -> str:
    # The word "browser" must not change: existing cookies were signed with it.
    return keys.digest("browser", device, user_id).hex()


async def _requester(
    network: Network, cookie: _DeviceCookie = None, former: _FormerCookie = None
) -> Requester:
    return Requester(network, cookie or former)


RequesterDep = Annotated[Requester, Depends(_requester)]
"""The requester of a route."""


async def find_login_user(
    session: AsyncSession, keys: Keys, name: str, requester: Requester
) -> User | None:
    """Find the user for a username, email address, civil number or phone number, as typed.

    Always one query, so that the time reveals nothing.
    """
    if "@" in name:
        return _choose_by_email(await _list_by_email(session, name), keys, requester)
    return await _find_by_name(session, name, normalize_sign_in_name(name))


def _choose_by_email(users: Sequence[User], keys: Keys, requester: Requester) -> User | None:
    """Choose the account that signed in here before, decoy or not, else the verified one.

    Elsewhere an unverified address does not sign in, since that would reveal decoys.
    """
    trusting = next((user for user in users if requester.find_trusted_device(keys, user)), None)
    if trusting is not None:
        return trusting
    return next((user for user in users if not user.decoy and user.verified_at), None)


async def _find_by_name(session: AsyncSession, typed: str, name: str) -> User | None:
    """Find an account by civil number, username or verified phone number, in this order.

    A phone number of several accounts matches none.
    """
    with_phone = and_(
        col(User.phone) == name, col(User.verified_at).is_not(None), col(User.decoy).is_(False)
    )
    own = or_(col(User.civil_number) == name, col(User.username) == typed)
    found = await session.scalars(
        select(User).where(or_(own, with_phone)).order_by(own.desc().nulls_last()).limit(4)
    )
    users = found.all()
    for is_named in (lambda u: u.civil_number == name, lambda u: u.username == typed):
        if named := next(filter(is_named, users), None):
            return named
    return users[0] if len(users) == 1 else None


async def get_trusted_device(
    session: AsyncSession, keys: Keys, email: str, requester: Requester
) -> str:
    """Return the device's name if any account with this address has signed in with it, else ""."""
    users = await _list_by_email(session, email)
    return next(filter(None, (requester.find_trusted_device(keys, user) for user in users)), "")


async def _list_by_email(session: AsyncSession, email: str) -> Sequence[User]:
    users = await session.scalars(
        select(User)
        .where(col(User.email) == email)
        .order_by(col(User.decoy), col(User.created_at).desc())
        .limit(1 + MAX_DECOYS)
    )
    return users.all()
