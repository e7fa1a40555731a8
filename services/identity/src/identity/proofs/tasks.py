"""Deleting used proofs."""

from datetime import timedelta

from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

_DELETE = text("""
WITH portion AS (
    SELECT signature FROM used_proofs WHERE expires_at < now()
    LIMIT 500 FOR UPDATE SKIP LOCKED)
DELETE FROM used_proofs USING portion WHERE used_proofs.signature = portion.signature
""")


async def prune_proofs(session: AsyncSession) -> int:
    """Delete proofs of challenges that have expired."""
    return (await (await session.connection()).execute(_DELETE)).rowcount


SWEEPS = (Sweep("prune_proofs", timedelta(minutes=10), prune_proofs),)
