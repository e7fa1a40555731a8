"""Limits on guessing passwords, and the codes that are asked for besides.

Attempts are counted by the name that was given, whether or not anybody has it, so that the answers
do not reveal who has an account; and by the requester, see `devices`: only a requester who has
guessed waits. All attempts that come from no trusted device have a total besides, whatever their
addresses. While it is high each of them needs a proof of work: every guess costs something, and
the owner signs in with the right password, a moment later.

Whoever guesses at codes has the password. They wait in the same way, and because six digits are few
all of them together wait too; see ADR 15 for what is left to the owner meanwhile.
"""

from dataclasses import dataclass
from uuid import UUID

from kit.db import AsyncSession
from sqlalchemy import delete, func, select, text, update
from sqlmodel import col

from identity.attempts.errors import AccountLocked, ProofRequired
from identity.attempts.models import FailedAttempts
from identity.attempts.queries import second_factor_total, total_key
from identity.signing.keys import Keys

FREE_ATTEMPTS = 5
"""From this attempt on there is a wait: 30 s, doubled each time, at most 15 min. An hour without
an attempt starts the count anew."""
FREE_IN_TOTAL = 10
"""After so many attempts from no trusted device each needs a proof. An hour without one starts the
count anew."""
FREE_CODES_IN_TOTAL = 20
"""After so many codes for a user from no trusted device there is a wait for all of them."""

_COUNT = text("""
INSERT INTO failed_attempts AS stored (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN stored.last_at < now() - interval '1 hour' THEN 1 ELSE stored.count + 1 END,
    blocked_until = CASE
        WHEN stored.last_at >= now() - interval '1 hour' AND stored.count + 1 >= :free
        THEN now() + least(30 * power(2, stored.count + 1 - :free), 900) * interval '1 second'
    END,
    last_at = now()
WHERE stored.blocked_until IS NULL OR stored.blocked_until <= clock_timestamp()
RETURNING count
""")
_COUNT_IN_TOTAL = text("""
INSERT INTO failed_attempts AS stored (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN stored.last_at < now() - interval '1 hour' THEN 1 ELSE stored.count + 1 END,
    last_at = now()
WHERE :proved OR stored.count < :free OR stored.last_at < now() - interval '1 hour'
RETURNING count
""")


@dataclass(frozen=True, slots=True)
class LoginCounts:
    """What an attempt to sign in is counted by."""

    own: bytes
    """The given name with the requester."""
    total: bytes | None
    """The given name, for all that come from no trusted device; None on a trusted one."""


def login_counts(keys: Keys, name: str, network: str, device: str) -> LoginCounts:
    """The counts of a given name, for a trusted device or else for a network."""
    if device:
        # The digest keeps its first word: counts that are stored were made with it.
        return LoginCounts(keys.digest("login", "browser", name, device), None)
    return LoginCounts(keys.digest("login", "network", name, network), total_key(keys, name))


def second_factor_counts(keys: Keys, user_id: UUID, network: str, device: str) -> LoginCounts:
    """The counts of a user's codes, for a trusted device or else for a network."""
    if device:
        return LoginCounts(keys.digest("second-factor", "browser", user_id, device), None)
    own = keys.digest("second-factor", "network", user_id, network)
    return LoginCounts(own, second_factor_total(keys, user_id))


async def count_attempt(session: AsyncSession, key: bytes, free: int = FREE_ATTEMPTS) -> None:
    """Count an attempt as failed before it is judged, or refuse it during a wait.

    Commit it before the password is hashed: many guesses at once then get no further than one
    by one. `take_back` undoes it when the password was right.

    Raises `AccountLocked`.
    """
    connection = await session.connection()
    counted = await connection.execute(_COUNT, {"key": key, "free": free})
    if counted.first() is None:
        raise _locked_for(await _seconds_left(session, key))


async def refuse_while_blocked(session: AsyncSession, key: bytes) -> None:
    """Refuse an attempt during a wait, without counting it: for secrets that are judged in no time
    and counted only when they were wrong, since the right one is often presented at once.

    Raises `AccountLocked`.
    """
    seconds = await _seconds_left(session, key)
    if seconds > 0:
        raise _locked_for(seconds)


async def _seconds_left(session: AsyncSession, key: bytes) -> int:
    left = func.extract("epoch", col(FailedAttempts.blocked_until) - func.clock_timestamp())
    seconds = await session.scalar(select(func.ceil(left)).where(col(FailedAttempts.key) == key))
    return int(seconds or 0)


def _locked_for(seconds: int) -> AccountLocked:
    return AccountLocked(headers={"Retry-After": str(max(1, seconds))})


async def count_in_total(session: AsyncSession, key: bytes, *, proved: bool) -> None:
    """Count an attempt that comes from no trusted device.

    Raises `ProofRequired`.
    """
    connection = await session.connection()
    values = {"key": key, "free": FREE_IN_TOTAL, "proved": proved}
    if (await connection.execute(_COUNT_IN_TOTAL, values)).first() is None:
        raise ProofRequired


async def take_back(session: AsyncSession, counts: LoginCounts) -> None:
    """The password was right, so the attempt was no guess, and the requester's count is reset."""
    await delete_attempts(session, counts.own)
    if counts.total is not None:
        await session.execute(
            update(FailedAttempts)
            .where(col(FailedAttempts.key) == counts.total)
            .values(count=func.greatest(col(FailedAttempts.count) - 1, 0))
            .execution_options(synchronize_session=False)
        )


async def delete_attempts(session: AsyncSession, *keys: bytes) -> None:
    """Reset counts, after the right password or with a new one."""
    await session.execute(delete(FailedAttempts).where(col(FailedAttempts.key).in_(keys)))
