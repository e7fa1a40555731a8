"""What is removed when it is of no more use. Each call deletes one limited batch."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_SESSIONS = text("""
DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions
    WHERE ended_at < now() - interval '1 day' OR expires_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
""")
_OTPS = text("""
DELETE FROM otps WHERE id IN (
    SELECT id FROM otps WHERE created_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
""")
_ATTEMPTS = text("""
DELETE FROM failed_attempts WHERE key IN (
    SELECT key FROM failed_attempts WHERE last_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
""")


async def prune_sessions(session: AsyncSession) -> int:
    """Sessions that ended or expired a day ago, with their refresh tokens."""
    return (await (await session.connection()).execute(_SESSIONS)).rowcount


async def prune_otps(session: AsyncSession) -> int:
    """Codes of yesterday; the limits look back an hour."""
    return (await (await session.connection()).execute(_OTPS)).rowcount


async def prune_attempts(session: AsyncSession) -> int:
    """Failures that nothing was added to for a day."""
    return (await (await session.connection()).execute(_ATTEMPTS)).rowcount


SWEEPS = (
    Sweep("prune_sessions", timedelta(minutes=10), prune_sessions),
    Sweep("prune_otps", timedelta(minutes=10), prune_otps),
    Sweep("prune_attempts", timedelta(minutes=10), prune_attempts),
)
