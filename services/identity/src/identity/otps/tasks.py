"""Deleting old codes."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_DELETE = text("""
WITH portion AS (
    SELECT id FROM otps WHERE created_at < now() - interval '1 day'
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM otps USING portion WHERE otps.id = portion.id
""")


async def prune_otps(session: AsyncSession) -> int:
    """Delete codes of yesterday; the limits look back an hour."""
    return (await (await session.connection()).execute(_DELETE)).rowcount


SWEEPS = (Sweep("prune_otps", timedelta(minutes=10), prune_otps),)
