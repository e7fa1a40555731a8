"""Steps after a restore: this service may be behind its consumers, or they behind it.

They may be repeated, and run while the service serves.
"""

from dataclasses import dataclass
from typing import Any

from kit.database.db import AsyncSession
from kit.messaging import outbox, tables
from kit.web.app import Service
from sqlalchemy import Table, inspect, update

VERSIONS_SKIPPED = 1_000_000
"""More than the changes of any row between a backup and its restore. Consumers may have seen those
versions, and would drop lower ones as stale.
"""


@dataclass(frozen=True)
class Recovered:
    """Number of events published again, and of events that restate the current state."""

    repeated: int
    restated: int


async def recover(session: AsyncSession, service: Service[Any, Any]) -> Recovered:
    """Publish everything that consumers may lack.

    Versions continue above all published ones. Events of the last day are published again, since
    the broker's queues are lost. Then the service's own steps run, and its state is republished.
    """
    for model in service.versioned:
        table: Table = inspect(model).local_table
        later = {"version": table.c.version + VERSIONS_SKIPPED}
        await session.execute(update(table).values(later))
    published = tables.outbox.c.published_at
    connection = await session.connection()
    again = update(tables.outbox).where(published.is_not(None)).values(published_at=None)
    repeated = (await connection.execute(again)).rowcount
    if service.recover is not None:
        await service.recover(session)
    return Recovered(repeated, await restate(session, service))


async def restate(session: AsyncSession, service: Service[Any, Any]) -> int:
    """Publish the current state of the service, and return the number of events."""
    if service.republish is None:
        return 0
    count = 0
    async for event, sequence in service.republish(session):
        await outbox.publish(session, event, sequence=sequence, restated=True)
        count += 1
    return count
