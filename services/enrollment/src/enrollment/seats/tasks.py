"""Telling how full the batches are.

Not with each change: a sought-after batch changes hundreds of times a second, and every fact
makes the catalogue's kept answers stale. The newest state is told within about a second.
"""

from datetime import timedelta

from contracts.enrollment import SeatsChanged
from kit.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep

_TELL = outbox.insert_sql(
    SeatsChanged,
    {name: f"told.{name}" for name in ("batch_id", "capacity", "taken", "waiting")},
    id_="told.event_id",
    sequence="told.version",
    trace="NULL::text",
)
# It waits for a locked row: with SKIP LOCKED the most sought-after batch would never be told.
# The order is the one in which everybody locks seats.
_TELL_UNTOLD = f"""
    WITH untold AS (
        SELECT batch_id FROM seats WHERE told_version < version
        ORDER BY batch_id LIMIT 50 FOR UPDATE),
    told AS (
        UPDATE seats SET told_version = version FROM untold
        WHERE seats.batch_id = untold.batch_id
        RETURNING seats.*, gen_random_uuid() AS event_id)
    {_TELL} FROM told
"""  # noqa: S608


async def publish_seats(session: AsyncSession) -> int:
    """Publish the seats of the batches that have changed since they were last told."""
    return await outbox.publish_with(session, _TELL_UNTOLD)


SWEEPS = (Sweep("publish_seats", timedelta(seconds=1), publish_seats),)
