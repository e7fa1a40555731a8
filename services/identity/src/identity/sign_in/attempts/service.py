"""Limit guesses of passwords and second-factor codes.

Attempts are counted by the entered name, whether or not it exists, so that the responses do not
reveal accounts. They are also counted by requester (see `devices`), so that only a requester who
guessed must wait. Attempts from all untrusted devices share a total. While it is high, each needs a
proof of work: guessing becomes expensive, but the owner can still sign in.

The same waits apply to codes, for which the password is known already. Six digits are few, so all
untrusted devices together must wait too; see ADR 15 for the owner's alternatives.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from kit.core.errors import is_refusal
from kit.database.db import AsyncSession, Database
from kit.web.idempotency import exclude_from_effects
from sqlalchemy import Update, delete, func, select, text, update
from sqlmodel import col
from structlog import get_logger

from identity.sign_in.attempts.errors import AccountLocked, ProofRequired
from identity.sign_in.attempts.models import FailedAttempts
from identity.sign_in.attempts.rules import (
    FIRST_WAIT_SECONDS,
    FORGOTTEN_AFTER,
    FREE_ATTEMPTS,
    FREE_IN_TOTAL,
    LONGEST_WAIT_SECONDS,
)
from identity.sign_in.signing.service import Keys

T = TypeVar("T")
log = get_logger(__name__)
_UNCOUNT_BACKOFF_SECONDS = (0.5, 2, 5, 15, 30, 60)
"""Retries while the database is unavailable. After the last one, the count expires by age."""
_COUNT = text("""
INSERT INTO failed_attempts AS stored (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN stored.last_at < now() - CAST(:forgotten AS interval) THEN 1
        ELSE stored.count + 1 END,
    blocked_until = CASE
        WHEN stored.last_at >= now() - CAST(:forgotten AS interval) AND stored.count + 1 >= :free
        THEN now() + interval '1 second' * least(
            CAST(:first AS float) * power(2, stored.count + 1 - :free), CAST(:longest AS float))
    END,
    last_at = now()
WHERE stored.blocked_until IS NULL OR stored.blocked_until <= clock_timestamp()
RETURNING blocked_until
""")
_COUNT_IN_TOTAL = text("""
INSERT INTO failed_attempts AS stored (key, count, last_at) VALUES (:key, 1, now())
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN stored.last_at < now() - CAST(:forgotten AS interval) THEN 1
        ELSE stored.count + 1 END,
    last_at = now()
WHERE :proved OR stored.count < :free OR stored.last_at < now() - CAST(:forgotten AS interval)
RETURNING count
""")


def total_key(keys: Keys, name: str) -> bytes:
    """Build the counter key for all attempts on a name from untrusted devices."""
    return keys.digest("login", "total", name)


def second_factor_total(keys: Keys, user_id: UUID) -> bytes:
    """Build the counter key for all codes of a user from untrusted devices."""
    return keys.digest("second-factor", "total", user_id)


async def get_failures(session: AsyncSession, keys: Keys, name: str) -> int:
    """Count the recent attempts with this name from untrusted devices."""
    recent = col(FailedAttempts.last_at) >= func.now() - FORGOTTEN_AFTER
    statement = select(col(FailedAttempts.count)).where(
        col(FailedAttempts.key) == total_key(keys, name), recent
    )
    return await session.scalar(statement) or 0


class Attempt:
    """A counted attempt, and the statements that uncount it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements: list[Update] = []
        self._counted = False

    @asynccontextmanager
    async def counting(self) -> AsyncIterator[AsyncSession]:
        """Open the transaction that counts the attempt before it is checked."""
        with exclude_from_effects():
            async with self._database.transaction() as session:
                yield session
        self._counted = True

    def add_count_reversal(self, statement: Update) -> None:
        """Add a statement that reverts a count."""
        self._statements.append(statement)

    async def uncount(self) -> None:
        """Revert the counts if they were committed."""
        if not self._counted:
            return
        with exclude_from_effects():
            async with self._database.transaction() as session:
                for statement in self._statements:
                    await session.execute(
                        statement, execution_options={"synchronize_session": False}
                    )


_running: set[asyncio.Task[object]] = set()
"""Strong references, because the event loop holds only weak ones."""


def _start(work: Awaitable[T]) -> "asyncio.Task[T]":
    task = asyncio.ensure_future(work)
    assert isinstance(task, asyncio.Task)
    _running.add(task)
    task.add_done_callback(_finish)
    return task


def _finish(task: asyncio.Task[object]) -> None:
    _running.discard(task)
    if not task.cancelled():
        # Mark the exception as retrieved, since the caller may be gone.
        task.exception()


async def judge_attempt(database: Database, work: Callable[[Attempt], Awaitable[T]]) -> T:
    """Count and check an attempt by the work, and uncount it if the work fails unexpectedly.

    A 4xx problem is a result and stays counted. Neither a disconnect nor a request timeout cancels
    the work.
    """
    return await asyncio.shield(_start(_judge(Attempt(database), work)))


async def _judge(attempt: Attempt, work: Callable[[Attempt], Awaitable[T]]) -> T:
    try:
        return await work(attempt)
    except BaseException as error:
        if not is_refusal(error):
            await _uncount(attempt)
        raise


async def _uncount(attempt: Attempt) -> None:
    try:
        await attempt.uncount()
    except Exception:
        log.warning("attempt not uncounted yet", exc_info=True)
        _start(_uncount_later(attempt))


async def _uncount_later(attempt: Attempt) -> None:
    for seconds in _UNCOUNT_BACKOFF_SECONDS:
        await asyncio.sleep(seconds)
        try:
            await attempt.uncount()
        except Exception:
            log.warning("attempt not uncounted yet", exc_info=True)
        else:
            return


@dataclass(frozen=True, slots=True)
class LoginCounts:
    """Keys by which a sign-in attempt is counted."""

    own: bytes
    """Key of the entered name and the requester."""
    total: bytes | None
    """Key of the entered name for all untrusted devices; None on a trusted one."""


def build_login_counts(keys: Keys, name: str, network: str, device: str) -> LoginCounts:
    """Build the keys for an entered name, on a trusted device or from a network."""
    if device:
        # The word "browser" must not change: stored counts were keyed with it.
        return LoginCounts(keys.digest("login", "browser", name, device), None)
    return LoginCounts(keys.digest("login", "network", name, network), total_key(keys, name))


def build_second_factor_counts(keys: Keys, user_id: UUID, network: str, device: str) -> LoginCounts:
    """Build the keys for a user's codes, on a trusted device or from a network."""
    if device:
        return LoginCounts(keys.digest("second-factor", "browser", user_id, device), None)
    own = keys.digest("second-factor", "network", user_id, network)
    return LoginCounts(own, second_factor_total(keys, user_id))


async def count_attempt(
    session: AsyncSession, attempt: Attempt, key: bytes, free: int = FREE_ATTEMPTS
) -> None:
    """Count an attempt as failed before it is checked, or reject it during a wait.

    Commit it before hashing the password, so that concurrent guesses gain nothing.
    `uncount_attempt` reverts it after the right password. Raises `AccountLocked`.
    """
    connection = await session.connection()
    waits = {"first": FIRST_WAIT_SECONDS, "longest": LONGEST_WAIT_SECONDS}
    counted = (
        await connection.execute(
            _COUNT, {"key": key, "free": free, "forgotten": FORGOTTEN_AFTER} | waits
        )
    ).first()
    if counted is None:
        raise _create_locked(await _seconds_left(session, key))
    blocked_until: datetime | None = counted.blocked_until
    column = col(FailedAttempts.blocked_until)
    attempt.add_count_reversal(
        _build_decrement(key).values(blocked_until=func.nullif(column, blocked_until))
    )


def _build_decrement(key: bytes) -> Update:
    count = func.greatest(col(FailedAttempts.count) - 1, 0)
    return update(FailedAttempts).where(col(FailedAttempts.key) == key).values(count=count)


async def refuse_while_blocked(session: AsyncSession, key: bytes) -> None:
    """Reject an attempt during a wait without counting it.

    Use it for fast checks that count only failures, since correct secrets are often presented
    concurrently. Raises `AccountLocked`.
    """
    seconds = await _seconds_left(session, key)
    if seconds > 0:
        raise _create_locked(seconds)


async def _seconds_left(session: AsyncSession, key: bytes) -> int:
    left = func.extract("epoch", col(FailedAttempts.blocked_until) - func.clock_timestamp())
    seconds = await session.scalar(select(func.ceil(left)).where(col(FailedAttempts.key) == key))
    return int(seconds or 0)


def _create_locked(seconds: int) -> AccountLocked:
    return AccountLocked(headers={"Retry-After": str(max(1, seconds))})


async def count_in_total(
    session: AsyncSession, attempt: Attempt, key: bytes, *, proved: bool
) -> None:
    """Count an attempt from an untrusted device.

    Raises `ProofRequired`.
    """
    connection = await session.connection()
    free = {"free": FREE_IN_TOTAL, "forgotten": FORGOTTEN_AFTER}
    values = {"key": key, **free, "proved": proved}
    if (await connection.execute(_COUNT_IN_TOTAL, values)).first() is None:
        raise ProofRequired
    attempt.add_count_reversal(_build_decrement(key))


async def uncount_attempt(session: AsyncSession, counts: LoginCounts) -> None:
    """Uncount a successful attempt and reset the requester's count."""
    await delete_attempts(session, counts.own)
    if counts.total is not None:
        await session.execute(
            _build_decrement(counts.total), execution_options={"synchronize_session": False}
        )


async def delete_attempts(session: AsyncSession, *keys: bytes) -> None:
    """Reset counts after the right password or a password change."""
    await session.execute(delete(FailedAttempts).where(col(FailedAttempts.key).in_(keys)))
