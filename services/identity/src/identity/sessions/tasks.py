"""Deleting sessions that are over."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_DELETE = text("""
WITH portion AS (
    SELECT id FROM sessions
    WHERE ended_at < now() - interval '1 day' OR expires_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM sessions USING portion WHERE sessions.id = portion.id
""")


async def prune_sessions(session: AsyncSession) -> int:
    """Delete sessions that ended or expired a day ago, with their refresh tokens."""
    return (await (await session.connection()).execute(_DELETE)).rowcount


SWEEPS = (Sweep("prune_sessions", timedelta(minutes=10), prune_sessions),)
