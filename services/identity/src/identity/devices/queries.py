"""Whose an email address is.

One account owns it: the first that signed up with it. Whoever signs up with it again gets a decoy,
which looks to them like any account that waits for its code, see `registrations.decoys`.
"""

from collections.abc import Sequence

from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.models import User
from identity.devices.service import Asker
from identity.signing.keys import Keys

MAX_DECOYS = 50
"""Only of so many is it looked up whether the browser knows them, the newest ones."""


async def find_owner(session: AsyncSession, email: str) -> User | None:
    """The account that owns the address, active or not."""
    owner: User | None = await session.scalar(
        select(User).where(col(User.email) == email, col(User.decoy).is_(False))
    )
    return owner


async def find_for_sign_in(
    session: AsyncSession, keys: Keys, email: str, asker: Asker
) -> User | None:
    """Whom the address means in this browser.

    The account that has signed in here before, decoy or not; else the one that has proved that the
    address is theirs. An address that nobody has proved is no name to sign in with elsewhere:
    else it would tell an account from a decoy.
    """
    users = await _all_with(session, email)
    known = next((user for user in users if asker.known_as(keys, user)), None)
    if known is not None:
        return known
    return next((user for user in users if not user.decoy and user.verified_at), None)


async def known_to_any(session: AsyncSession, keys: Keys, email: str, asker: Asker) -> str:
    """The browser's name when any account with this address, decoy or not, has signed in there."""
    users = await _all_with(session, email)
    return next(filter(None, (asker.known_as(keys, user) for user in users)), "")


async def _all_with(session: AsyncSession, email: str) -> Sequence[User]:
    users = await session.scalars(
        select(User)
        .where(col(User.email) == email)
        .order_by(col(User.decoy), col(User.created_at).desc())
        .limit(1 + MAX_DECOYS)
    )
    return users.all()
