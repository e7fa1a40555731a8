"""What a service does once after a restore: its rows are those of an earlier moment, and others may
have heard what it has forgotten, or forgotten what they heard.

It may be repeated, and run while copies of the service serve.
"""

from dataclasses import dataclass
from typing import Any

from kit.database.db import AsyncSession
from kit.messaging import outbox, tables
from kit.web.app import Service
from sqlalchemy import Table, inspect, update

VERSIONS_SKIPPED = 1_000_000
"""More than a row is ever changed between a backup and its restore. Others may have seen any of
those versions, and would take what follows for old."""


@dataclass(frozen=True)
class Recovered:
    """How many events go out again as they were, and how many restate what is true now."""

    repeated: int
    restated: int


async def recover(session: AsyncSession, service: Service[Any, Any]) -> Recovered:
    """Let others hear all that they may lack.

    The version of each row goes on behind all that were ever published; what was published within
    the last day is published again, since the broker's queues are lost; what the service has to do
    itself is done; and its state is published as `republish` does.
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
    """Publish all that the service owns as it is now; how many events that makes."""
    if service.republish is None:
        return 0
    count = 0
    async for event, sequence in service.republish(session):
        await outbox.publish(session, event, sequence=sequence, restated=True)
        count += 1
    return count
