"""Holding back those who guess passwords.

Attempts are counted by the name that was typed, whether or not anybody has it, so that the
answers tell nothing about who has an account.
"""

from kit.db import AsyncSession, Database
from kit.errors import TooManyRequests
from sqlalchemy import delete, func, select, text
from sqlmodel import col

from identity.sessions.models import FailedAttempts

FREE_ATTEMPTS = 5
"""From this failure on there is a wait: 30 s, doubled each time, at most 15 min. An hour without
a failure starts the count anew."""

_COUNT = text("""
INSERT INTO failed_attempts AS known (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN known.last_at < now() - interval '1 hour' THEN 1 ELSE known.count + 1 END,
    blocked_until = CASE
        WHEN known.last_at >= now() - interval '1 hour' AND known.count + 1 >= :free
        THEN now() + least(30 * power(2, known.count + 1 - :free), 900) * interval '1 second'
    END,
    last_at = now()
""")


class AccountLocked(TooManyRequests):
    """The password was wrong too often."""

    code = "auth.locked"
    default_detail = "Too many failed attempts. Wait before you try again."


async def refuse_blocked(session: AsyncSession, key: bytes) -> int:
    """Raise `AccountLocked` while there is a wait; else how many failures are remembered."""
    left = func.ceil(
        func.extract("epoch", col(FailedAttempts.blocked_until) - func.clock_timestamp())
    )
    statement = select(col(FailedAttempts.count), left).where(col(FailedAttempts.key) == key)
    found = (await session.execute(statement)).first()
    if found is None:
        return 0
    count, seconds = found
    if seconds is not None and seconds > 0:
        raise AccountLocked(headers={"Retry-After": str(int(seconds))})
    return int(count)


async def count_failure(database: Database, key: bytes) -> None:
    """Remember a failure, in a transaction of its own: the request itself is refused."""
    async with database.transaction() as session:
        connection = await session.connection()
        await connection.execute(_COUNT, {"key": key, "free": FREE_ATTEMPTS})


async def forget_failures(session: AsyncSession, *keys: bytes) -> None:
    """The right password, or a new one, makes the wrong ones forgotten."""
    await session.execute(delete(FailedAttempts).where(col(FailedAttempts.key).in_(keys)))
