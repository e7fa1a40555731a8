"""The policy as it is now."""

from kit.database.db import AsyncSession
from sqlalchemy import select

from identity.accounts.accounts.models import SignInPolicy
from identity.sign_in.policies.schemas import SignInPolicyRead


async def get_policy(session: AsyncSession) -> SignInPolicyRead:
    """The stored policy, or the one that an installation begins with."""
    stored = await session.scalar(select(SignInPolicy)) or SignInPolicy()
    return SignInPolicyRead(admins_need_second_factor=stored.admins_need_second_factor)
