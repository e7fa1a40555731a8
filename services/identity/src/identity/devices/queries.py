"""Which account an email address means on a device.

One account owns it: the first that signed up with it. Whoever signs up with it again gets a decoy,
which looks to them like any account that waits for its code, see `registrations.decoys`.
"""

from collections.abc import Sequence

from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.models import User
from identity.devices.requester import Requester
from identity.signing.keys import Keys

MAX_DECOYS = 50
"""Only so many, the newest ones, are asked whether they trust the device."""


async def find_login_user(
    session: AsyncSession, keys: Keys, email: str, requester: Requester
) -> User | None:
    """Whom the address signs in on this device.

    The account that has signed in here before, decoy or not; else the one that has verified the
    address. An address that nobody has verified signs in nobody elsewhere: it would tell an account
    from a decoy.
    """
    users = await _list_by_email(session, email)
    trusting = next((user for user in users if requester.trusted_device(keys, user)), None)
    if trusting is not None:
        return trusting
    return next((user for user in users if not user.decoy and user.verified_at), None)


async def get_trusted_device(
    session: AsyncSession, keys: Keys, email: str, requester: Requester
) -> str:
    """The device's name when any account with this address, decoy or not, has signed in with it,
    else an empty text."""
    users = await _list_by_email(session, email)
    return next(filter(None, (requester.trusted_device(keys, user) for user in users)), "")


async def _list_by_email(session: AsyncSession, email: str) -> Sequence[User]:
    users = await session.scalars(
        select(User)
        .where(col(User.email) == email)
        .order_by(col(User.decoy), col(User.created_at).desc())
        .limit(1 + MAX_DECOYS)
    )
    return users.all()
