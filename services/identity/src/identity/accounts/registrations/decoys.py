"""What whoever signs up with an address that has an account already gets.

Signing up may not reveal who has an account here. So they get a decoy: a user who can do all that
one can whose address is not verified yet, and whose code is never sent. The owner of the
address gets a mail instead. Nothing about a decoy is published but the welcome that every new user
is shown.
"""

from datetime import timedelta

from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.registrations.events import sign_up_attempted

MAILS_PER_DAY = 3
"""To one owner, however often others sign up with the address."""


async def notify_owner(session: AsyncSession, owner: User) -> None:
    """Have a mail sent to the owner about a sign-up with their address, at most three a day. The
    decoy is stored already, and the address locked."""
    attempts = await session.scalar(
        select(func.count()).where(
            col(User.email) == owner.email,
            col(User.decoy),
            col(User.created_at) > func.now() - timedelta(days=1),
        )
    )
    if (attempts or 0) > MAILS_PER_DAY:
        return
    await outbox.publish(session, sign_up_attempted(owner), sequence=1)
