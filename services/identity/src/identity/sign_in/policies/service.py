from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from identity.accounts.accounts.models import SignInPolicy
from identity.accounts.accounts.service import publish_policy
from identity.sign_in.policies.schemas import SignInPolicyRead, SignInPolicyUpdate

_FIRST = SignInPolicy().model_dump()


async def get_policy(session: AsyncSession) -> SignInPolicyRead:
    """Return the stored policy or the default."""
    stored = await session.scalar(select(SignInPolicy)) or SignInPolicy()
    return SignInPolicyRead(admins_need_second_factor=stored.admins_need_second_factor)


async def update_policy(session: AsyncSession, changes: SignInPolicyUpdate) -> SignInPolicyRead:
    """Require a second factor of admins, or stop requiring it.

    Tokens of admins without one become stale, so that it takes effect immediately.
    """
    await session.execute(insert(SignInPolicy).values(_FIRST).on_conflict_do_nothing())
    policy = await db.lock(session, SignInPolicy)
    assert policy
    if policy.admins_need_second_factor != changes.admins_need_second_factor:
        policy.admins_need_second_factor = changes.admins_need_second_factor
        await publish_policy(session)
    return SignInPolicyRead(**changes.model_dump())
