"""Telling how full the batches are.

Not with each change: a sought-after batch changes hundreds of times a second, and every fact
makes the catalogue's kept answers stale. The newest state is told within about a second.
"""

from datetime import timedelta

from contracts.enrollment import SeatsChanged
from kit.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import text

# It waits for a locked row: with SKIP LOCKED the most sought-after batch would never be told.
# The order is the one in which everybody locks seats.
_TAKE_UNTOLD = text("""
    UPDATE seats SET told_version = version WHERE batch_id IN (
        SELECT batch_id FROM seats WHERE told_version < version
        ORDER BY batch_id LIMIT 50 FOR UPDATE)
    RETURNING batch_id, capacity, taken, waiting, version
""")


async def publish_seats(session: AsyncSession) -> int:
    """Publish the seats of the batches that have changed since they were last told."""
    rows = (await session.execute(_TAKE_UNTOLD)).all()
    facts = [
        (
            SeatsChanged(
                batch_id=row.batch_id, capacity=row.capacity, taken=row.taken, waiting=row.waiting
            ),
            row.version,
        )
        for row in rows
    ]
    await outbox.publish_many(session, facts)
    return len(rows)


SWEEPS = (Sweep("publish_seats", timedelta(seconds=1), publish_seats),)
