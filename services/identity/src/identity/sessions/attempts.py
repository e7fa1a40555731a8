"""Holding back those who guess passwords.

Attempts are counted by the name that was typed, whether or not anybody has it, so that the
answers tell nothing about who has an account. A browser that the user has signed in with before
has a count of its own, see `known_browsers`: strangers cannot keep it out.
"""

from kit.db import AsyncSession
from kit.errors import TooManyRequests
from sqlalchemy import delete, func, select, text
from sqlmodel import col

from identity.keys import Keys
from identity.sessions.models import FailedAttempts

FREE_ATTEMPTS = 5
"""From this attempt on there is a wait: 30 s, doubled each time, at most 15 min. An hour without
an attempt starts the count anew."""

_COUNT = text("""
INSERT INTO failed_attempts AS known (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN known.last_at < now() - interval '1 hour' THEN 1 ELSE known.count + 1 END,
    blocked_until = CASE
        WHEN known.last_at >= now() - interval '1 hour' AND known.count + 1 >= :free
        THEN now() + least(30 * power(2, known.count + 1 - :free), 900) * interval '1 second'
    END,
    last_at = now()
WHERE known.blocked_until IS NULL OR known.blocked_until <= clock_timestamp()
RETURNING count
""")


class AccountLocked(TooManyRequests):
    """The password was wrong too often."""

    code = "auth.locked"
    default_detail = "Too many failed attempts. Wait before you try again."


def login_key(keys: Keys, name: str, browser: str) -> bytes:
    """What sign-ins are counted by: the typed name, and the browser when it is a known one."""
    return keys.digest("login", name, browser)


async def count_attempt(session: AsyncSession, key: bytes) -> None:
    """Count an attempt as failed before it is judged, or raise `AccountLocked` during a wait.

    Commit it before the password is hashed: many guesses at once then get no further than one
    by one. `forget_attempts` takes it back when the password was right.
    """
    connection = await session.connection()
    counted = await connection.execute(_COUNT, {"key": key, "free": FREE_ATTEMPTS})
    if counted.first() is not None:
        return
    left = func.extract("epoch", col(FailedAttempts.blocked_until) - func.clock_timestamp())
    seconds = await session.scalar(select(func.ceil(left)).where(col(FailedAttempts.key) == key))
    raise AccountLocked(headers={"Retry-After": str(max(1, int(seconds or 0)))})


async def forget_attempts(session: AsyncSession, *keys: bytes) -> None:
    """The right password, or a new one, makes the wrong ones forgotten."""
    await session.execute(delete(FailedAttempts).where(col(FailedAttempts.key).in_(keys)))
