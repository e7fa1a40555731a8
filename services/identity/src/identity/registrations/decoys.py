"""What somebody gets who signs up with an address that has an account already.

Nobody may learn by signing up who has an account here. So they get a decoy: a user who can do all
that one can whose address is not verified yet, and whose code is never sent. The owner of the
address is told by mail instead. No other service hears of a decoy but for the welcome that every
new user is shown.
"""

from datetime import timedelta

from contracts.identity import SignUpAttempted
from kit.db import AsyncSession, new_id
from kit.messaging import outbox
from sqlalchemy import func, select, text
from sqlmodel import col

from identity.accounts.models import User

MAILS_PER_DAY = 3
"""To one owner, however often others sign up with the address."""

_PRUNE = text("""
WITH portion AS (
    SELECT id FROM users WHERE decoy AND created_at < now() - interval '30 days'
    LIMIT 100 FOR UPDATE SKIP LOCKED),
ended AS (DELETE FROM sessions USING portion WHERE sessions.user_id = portion.id),
profile AS (
    DELETE FROM profiles USING portion WHERE profiles.user_id = portion.id
    RETURNING organization_id),
organization AS (
    DELETE FROM organizations USING profile WHERE organizations.id = profile.organization_id)
DELETE FROM users USING portion WHERE users.id = portion.id
""")


async def tell_owner(session: AsyncSession, owner: User) -> None:
    """Have the owner told that somebody has signed up with their address, unless they were told
    often enough today. The decoy is stored already, and the address locked."""
    attempts = await session.scalar(
        select(func.count()).where(
            col(User.email) == owner.email,
            col(User.decoy),
            col(User.created_at) > func.now() - timedelta(days=1),
        )
    )
    if (attempts or 0) > MAILS_PER_DAY:
        return
    fact = SignUpAttempted(
        attempt_id=new_id(),
        user_id=owner.id,
        email=owner.email,
        name_en=owner.name_en,
        name_ar=owner.name_ar,
        locale=owner.locale,
    )
    await outbox.publish(session, fact, sequence=1)


async def prune_decoys(session: AsyncSession) -> int:
    """Decoys of a month ago, when a session that nobody uses has ended too."""
    return (await (await session.connection()).execute(_PRUNE)).rowcount
