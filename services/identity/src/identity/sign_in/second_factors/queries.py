from kit.database.db import AsyncSession
from kit.security.auth import Principal, TokenInvalid
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.accounts.queries import find_own_account
from identity.sign_in.second_factors.models import RecoveryCode
from identity.sign_in.second_factors.schemas import SecondFactorRead


async def get_second_factor(session: AsyncSession, actor: Principal) -> SecondFactorRead:
    """Return whether the caller's second factor is on, and the number of recovery codes left.

    Raises `TokenInvalid`.
    """
    account = await find_own_account(session, actor)
    if account is None:
        raise TokenInvalid
    own = col(RecoveryCode.user_id) == actor.user_id
    left = await session.scalar(select(func.count()).select_from(RecoveryCode).where(own))
    return SecondFactorRead(
        since=account.user.second_factor_at,
        recovery_codes=left or 0,
        enforced=account.second_factor_enforced,
    )
