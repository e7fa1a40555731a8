"""Holding back those who try numbers to learn which are known.

Whether a number is free is told to whoever gives it, so giving one is counted, by the user and by
the address that they ask from, before it is judged. What cannot be a number at all is refused
before that and not counted: the sum of the digits catches most slips.
"""

from collections.abc import Iterable, Mapping
from uuid import UUID

from contracts.identity import NumberKind
from kit.db import AsyncSession, Database
from kit.errors import TooManyRequests
from sqlalchemy import func, select, text
from sqlmodel import col

from identity.accounts.models import User
from identity.numbers.holders import number_of
from identity.numbers.models import NumberAttempts
from identity.signing.keys import Keys

PER_USER = 5
"""Numbers that a user may give in an hour."""
PER_NETWORK = 120
"""Numbers that may be given from one network in an hour; a whole training centre may share it."""

_COUNT = text("""
INSERT INTO number_attempts AS known (key, count, since) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN known.since <= now() - interval '1 hour' THEN 1 ELSE known.count + 1 END,
    since = CASE WHEN known.since <= now() - interval '1 hour' THEN now() ELSE known.since END
WHERE known.since <= now() - interval '1 hour' OR known.count < :limit
RETURNING count
""")


class TooManyNumbers(TooManyRequests):
    """More numbers were given within the hour than anybody has."""

    code = "number.limit"
    default_detail = "Too many numbers were tried. Wait before you give another one."


async def count_given(
    database: Database,
    keys: Keys,
    user_id: UUID,
    network: str,
    given: Mapping[NumberKind, str | None],
) -> None:
    """Count that a user gives numbers other than their own, in a transaction of its own, so that a
    refusal counts too. Raises `TooManyNumbers`.
    """
    if not given:
        return
    async with database.transaction() as session:
        user = await session.get(User, user_id)
        if user is None or not _is_new(user, given):
            return
        limits = {keys.digest("number", "user", user_id): PER_USER}
        limits[keys.digest("number", "network", network)] = PER_NETWORK
        await _count(session, limits.items())


def _is_new(user: User, given: Mapping[NumberKind, str | None]) -> bool:
    return any(number and number != number_of(user, kind) for kind, number in given.items())


async def _count(session: AsyncSession, limits: Iterable[tuple[bytes, int]]) -> None:
    connection = await session.connection()
    for key, limit in limits:
        counted = await connection.execute(_COUNT, {"key": key, "limit": limit})
        if counted.first() is None:
            raise TooManyNumbers(headers={"Retry-After": str(await _seconds_left(session, key))})


async def _seconds_left(session: AsyncSession, key: bytes) -> int:
    left = func.extract("epoch", col(NumberAttempts.since) - func.now()) + 3600
    seconds = await session.scalar(select(func.ceil(left)).where(col(NumberAttempts.key) == key))
    return max(1, int(seconds or 0))
