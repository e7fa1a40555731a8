"""Limits on trying numbers to find out which ones are used.

Whether a number is free is answered to whoever gives it, so giving one is counted, by the user and
by the network that they ask from, before it is judged. What cannot be a number at all is refused
before that and not counted: its check digit catches most slips.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TypeVar
from uuid import UUID

from contracts.identity import NumberKind
from kit.database.db import AsyncSession, Database
from sqlalchemy import func, select, text, update
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.numbers.errors import TooManyNumbers
from identity.accounts.numbers.holders import number_of
from identity.accounts.numbers.models import NumberAttempts
from identity.sign_in.attempts.service import Attempt, judge_attempt
from identity.sign_in.signing.keys import Keys

T = TypeVar("T")

PER_USER = 5
"""Numbers that a user may give in an hour."""
PER_NETWORK = 120
"""Numbers that may be given from one network in an hour; a whole training centre may share it."""

_COUNT = text("""
INSERT INTO number_attempts AS stored (key, count, since) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN stored.since <= now() - interval '1 hour' THEN 1 ELSE stored.count + 1 END,
    since = CASE WHEN stored.since <= now() - interval '1 hour' THEN now() ELSE stored.since END
WHERE stored.since <= now() - interval '1 hour' OR stored.count < :limit
RETURNING count
""")


async def judge_numbers(
    database: Database,
    keys: Keys,
    user_id: UUID,
    network: str,
    given: Mapping[NumberKind, str | None],
    country: str | None,
    work: Callable[[AsyncSession], Awaitable[T]],
) -> T:
    """Count that a user gives numbers other than their own, or another country of a passport, and
    judge them by the work. Each has a transaction of its own, so that a refusal counts too.

    Raises `TooManyNumbers`.
    """

    async def judge(attempt: Attempt) -> T:
        if given or country is not None:
            async with attempt.counting() as session:
                user = await session.get(User, user_id)
                if user is not None and _is_new(user, given, country):
                    limits = {keys.digest("number", "user", user_id): PER_USER}
                    limits[keys.digest("number", "network", network)] = PER_NETWORK
                    await _count(session, attempt, limits.items())
        async with database.transaction() as session:
            return await work(session)

    return await judge_attempt(database, judge)


def _is_new(user: User, given: Mapping[NumberKind, str | None], country: str | None) -> bool:
    if country is not None and country != user.passport_country:
        return True
    return any(number and number != number_of(user, kind) for kind, number in given.items())


async def _count(
    session: AsyncSession, attempt: Attempt, limits: Iterable[tuple[bytes, int]]
) -> None:
    connection = await session.connection()
    for key, limit in limits:
        counted = await connection.execute(_COUNT, {"key": key, "limit": limit})
        if counted.first() is None:
            raise TooManyNumbers(headers={"Retry-After": str(await _seconds_left(session, key))})
        left = func.greatest(col(NumberAttempts.count) - 1, 0)
        attempt.uncount_by(
            update(NumberAttempts).where(col(NumberAttempts.key) == key).values(count=left)
        )


async def _seconds_left(session: AsyncSession, key: bytes) -> int:
    left = func.extract("epoch", col(NumberAttempts.since) - func.now()) + 3600
    seconds = await session.scalar(select(func.ceil(left)).where(col(NumberAttempts.key) == key))
    return max(1, int(seconds or 0))
