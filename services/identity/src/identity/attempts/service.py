"""Holding back those who guess passwords.

Attempts are counted by the name that was typed, whether or not anybody has it, so that the
answers tell nothing about who has an account; and by who asks, see `askers`: only whoever has
guessed waits. All who are not in a known browser have a total besides, whatever their addresses.
While it is high each of their attempts costs a proof of work: whoever guesses pays for each guess,
and the owner gets in with the right password, a moment later.
"""

from dataclasses import dataclass

from kit.db import AsyncSession
from kit.errors import TooManyRequests
from sqlalchemy import delete, func, select, text, update
from sqlmodel import col

from identity.proofs.service import ProofRequired
from identity.sessions.models import FailedAttempts
from identity.signing.keys import Keys

FREE_ATTEMPTS = 5
"""From this attempt on there is a wait: 30 s, doubled each time, at most 15 min. An hour without
an attempt starts the count anew."""
FREE_IN_TOTAL = 10
"""After so many attempts of strangers each costs a proof. An hour without one starts it anew."""

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
_COUNT_IN_TOTAL = text("""
INSERT INTO failed_attempts AS known (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN known.last_at < now() - interval '1 hour' THEN 1 ELSE known.count + 1 END,
    last_at = now()
WHERE :proved OR known.count < :free OR known.last_at < now() - interval '1 hour'
RETURNING count
""")


class AccountLocked(TooManyRequests):
    """The password was wrong too often."""

    code = "auth.locked"
    default_detail = "Too many failed attempts. Wait before you try again."


@dataclass(frozen=True, slots=True)
class LoginCounts:
    """What an attempt to sign in is counted by."""

    own: bytes
    """The typed name with who asks."""
    total: bytes | None
    """The typed name, for all strangers; a known browser is none."""


def login_counts(keys: Keys, name: str, network: str, browser: str) -> LoginCounts:
    """The counts of a typed name, for a known browser or else for a network."""
    if browser:
        return LoginCounts(keys.digest("login", "browser", name, browser), None)
    return LoginCounts(keys.digest("login", "network", name, network), _total(keys, name))


def _total(keys: Keys, name: str) -> bytes:
    return keys.digest("login", "total", name)


async def count_attempt(session: AsyncSession, key: bytes) -> None:
    """Count an attempt as failed before it is judged, or raise `AccountLocked` during a wait.

    Commit it before the password is hashed: many guesses at once then get no further than one
    by one. `take_back` undoes it when the password was right.
    """
    connection = await session.connection()
    counted = await connection.execute(_COUNT, {"key": key, "free": FREE_ATTEMPTS})
    if counted.first() is not None:
        return
    left = func.extract("epoch", col(FailedAttempts.blocked_until) - func.clock_timestamp())
    seconds = await session.scalar(select(func.ceil(left)).where(col(FailedAttempts.key) == key))
    raise AccountLocked(headers={"Retry-After": str(max(1, int(seconds or 0)))})


async def count_in_total(session: AsyncSession, key: bytes, *, proved: bool) -> None:
    """Count a stranger's attempt. Raises `ProofRequired` when it needs a proof and has none."""
    connection = await session.connection()
    values = {"key": key, "free": FREE_IN_TOTAL, "proved": proved}
    if (await connection.execute(_COUNT_IN_TOTAL, values)).first() is None:
        raise ProofRequired


async def failures_of(session: AsyncSession, keys: Keys, name: str) -> int:
    """How many attempts of strangers with this name count now."""
    recent = col(FailedAttempts.last_at) >= func.now() - text("interval '1 hour'")
    statement = select(col(FailedAttempts.count)).where(
        col(FailedAttempts.key) == _total(keys, name), recent
    )
    return await session.scalar(statement) or 0


async def take_back(session: AsyncSession, counts: LoginCounts) -> None:
    """The password was right: whoever typed it has not guessed, and starts anew."""
    await forget_attempts(session, counts.own)
    if counts.total is not None:
        await session.execute(
            update(FailedAttempts)
            .where(col(FailedAttempts.key) == counts.total)
            .values(count=func.greatest(col(FailedAttempts.count) - 1, 0))
            .execution_options(synchronize_session=False)
        )


async def forget_attempts(session: AsyncSession, *keys: bytes) -> None:
    """The right password, or a new one, makes the wrong ones forgotten."""
    await session.execute(delete(FailedAttempts).where(col(FailedAttempts.key).in_(keys)))
