"""Deleting old counts of failed attempts."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_DELETE = text("""
WITH portion AS (
    SELECT key FROM failed_attempts WHERE last_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM failed_attempts USING portion WHERE failed_attempts.key = portion.key
""")


async def prune_attempts(session: AsyncSession) -> int:
    """Delete counts that nothing was added to for a day."""
    return (await (await session.connection()).execute(_DELETE)).rowcount


SWEEPS = (Sweep("prune_attempts", timedelta(minutes=10), prune_attempts),)
