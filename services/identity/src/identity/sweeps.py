"""What is removed when it is of no more use. Each call deletes one limited portion.

It is chosen in a CTE, which runs once: a subquery may run again for each row, each time with other
rows.
"""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

from identity.registrations.decoys import prune_decoys

_SESSIONS = text("""
WITH portion AS (
    SELECT id FROM sessions
    WHERE ended_at < now() - interval '1 day' OR expires_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM sessions USING portion WHERE sessions.id = portion.id
""")
_OTPS = text("""
WITH portion AS (
    SELECT id FROM otps WHERE created_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM otps USING portion WHERE otps.id = portion.id
""")
_ATTEMPTS = text("""
WITH portion AS (
    SELECT key FROM failed_attempts WHERE last_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM failed_attempts USING portion WHERE failed_attempts.key = portion.key
""")
_PROOFS = text("""
WITH portion AS (
    SELECT signature FROM used_proofs WHERE expires_at < now()
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM used_proofs USING portion WHERE used_proofs.signature = portion.signature
""")
_NUMBER_ATTEMPTS = text("""
WITH portion AS (
    SELECT key FROM number_attempts WHERE since < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM number_attempts USING portion WHERE number_attempts.key = portion.key
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


async def prune_proofs(session: AsyncSession) -> int:
    """Proofs of challenges that have expired."""
    return (await (await session.connection()).execute(_PROOFS)).rowcount


async def prune_number_attempts(session: AsyncSession) -> int:
    """Counts of numbers that were given before yesterday."""
    return (await (await session.connection()).execute(_NUMBER_ATTEMPTS)).rowcount


SWEEPS = (
    Sweep("prune_sessions", timedelta(minutes=10), prune_sessions),
    Sweep("prune_otps", timedelta(minutes=10), prune_otps),
    Sweep("prune_attempts", timedelta(minutes=10), prune_attempts),
    Sweep("prune_proofs", timedelta(minutes=10), prune_proofs),
    Sweep("prune_number_attempts", timedelta(minutes=10), prune_number_attempts),
    Sweep("prune_decoys", timedelta(minutes=10), prune_decoys),
)
