from datetime import timedelta

from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import text

from identity.accounts.registrations.rules import DECOY_RETENTION

_PRUNE = text("""
WITH portion AS (
    SELECT id FROM users WHERE decoy AND created_at < now() - CAST(:kept AS interval)
    LIMIT 100 FOR UPDATE SKIP LOCKED),
ended AS (DELETE FROM sessions USING portion WHERE sessions.user_id = portion.id),
profile AS (
    DELETE FROM profiles USING portion WHERE profiles.user_id = portion.id
    RETURNING organization_id),
organization AS (
    DELETE FROM organizations USING profile WHERE organizations.id = profile.organization_id)
DELETE FROM users USING portion WHERE users.id = portion.id
""")


async def prune_decoys(session: AsyncSession) -> int:
    """Delete decoys after 30 days, when even unused sessions have ended."""
    connection = await session.connection()
    return (await connection.execute(_PRUNE, {"kept": DECOY_RETENTION})).rowcount


TASKS = (Sweep("prune_decoys", timedelta(minutes=10), prune_decoys),)
