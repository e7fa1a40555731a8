"""How many attempts have failed."""

from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import func, select, text
from sqlmodel import col

from identity.sign_in.attempts.models import FailedAttempts
from identity.sign_in.signing.keys import Keys


def total_key(keys: Keys, name: str) -> bytes:
    """What all attempts with a name are counted by that come from no trusted device."""
    return keys.digest("login", "total", name)


def second_factor_total(keys: Keys, user_id: UUID) -> bytes:
    """What all codes for a user are counted by that come from no trusted device."""
    return keys.digest("second-factor", "total", user_id)


async def get_failures(session: AsyncSession, keys: Keys, name: str) -> int:
    """How many attempts with this name count now that came from no trusted device."""
    recent = col(FailedAttempts.last_at) >= func.now() - text("interval '1 hour'")
    statement = select(col(FailedAttempts.count)).where(
        col(FailedAttempts.key) == total_key(keys, name), recent
    )
    return await session.scalar(statement) or 0
