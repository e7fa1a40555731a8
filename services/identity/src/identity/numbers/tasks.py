"""Deleting old counts of numbers that were given."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_DELETE = text("""
WITH portion AS (
    SELECT key FROM number_attempts WHERE since < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM number_attempts USING portion WHERE number_attempts.key = portion.key
""")


async def prune_number_attempts(session: AsyncSession) -> int:
    """Delete counts of numbers that were given before yesterday."""
    return (await (await session.connection()).execute(_DELETE)).rowcount


SWEEPS = (Sweep("prune_number_attempts", timedelta(minutes=10), prune_number_attempts),)
