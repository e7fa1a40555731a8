"""Deleting ceremonies that were not finished."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_DELETE = text("""
WITH portion AS (
    SELECT hash FROM ceremonies WHERE expires_at < now()
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM ceremonies USING portion WHERE ceremonies.hash = portion.hash
""")


async def prune_ceremonies(session: AsyncSession) -> int:
    """Delete ceremonies that have expired."""
    return (await (await session.connection()).execute(_DELETE)).rowcount


SWEEPS = (Sweep("prune_ceremonies", timedelta(minutes=10), prune_ceremonies),)
