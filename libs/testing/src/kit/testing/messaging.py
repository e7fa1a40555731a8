"""Tables of effects and separate namespaces for messaging tests."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Protocol, TypeVar
from uuid import UUID

import sqlalchemy as sa
from contracts.event import Event
from contracts.identity import OrganizationUpdated
from contracts.testing import event
from kit import testing
from kit.database.db import AsyncSession, Database, new_id
from kit.messaging import outbox, tables
from kit.messaging.broker import Broker, open_channel
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Consumer, Events
from kit.messaging.relay import Relay

SERVICE = "demo"

eventually = testing.eventually
"""Patient, since tests share two cores with other work."""

StartConsumer = Callable[..., Awaitable[Consumer]]
StartRelay = Callable[..., Awaitable[Relay]]
"""Fixtures that start one in the test's process and stop it with the test."""


class Part(Protocol):
    """A relay, a consumer or a listener."""

    @property
    def connected(self) -> bool:
        """Tell if it is connected to the broker."""

    def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


P = TypeVar("P", bound=Part)


class Run(Protocol):
    """Fixture that starts a part in the test's process and stops it with the test."""

    async def __call__(self, part: P) -> P:
        """Return the part once it is connected."""
        ...


metadata = sa.MetaData()
effects = sa.Table(
    "effects",
    metadata,
    sa.Column("position", sa.BigInteger, sa.Identity(), primary_key=True),
    # Not unique, so that a double effect is visible.
    sa.Column("message_id", sa.Uuid, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)


@asynccontextmanager
async def fresh_messaging_database(postgres_url: str) -> AsyncIterator[Database]:
    """Create a database with outbox, inbox and effects, and drop it at the end."""
    async with testing.fresh_database(postgres_url, "messaging") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(tables.metadata.create_all)
            await connection.run_sync(metadata.create_all)
        try:
            yield database
        finally:
            await database.close()


@asynccontextmanager
async def fresh_broker(
    broker_url: str,
    *,
    services: Sequence[str] = (SERVICE,),
    consumers: Mapping[str, Iterable[type[Event]]] | None = None,
) -> AsyncIterator[Broker]:
    """Create a namespace with two short retries, and remove it at the end.

    Consumers create their own queues; `consumers` adds others.
    """
    delays = (timedelta(seconds=0.1), timedelta(seconds=0.2))
    broker = Broker(
        broker_url,
        namespace=f"test-{new_id().hex}",
        retry_delays=delays,
        consumers=consumers or {},
    )
    yield broker
    async with broker.connect("cleanup") as connection:
        channel = await open_channel(connection)
        for service in services:
            for name in broker.queues(service):
                # Quorum queues reject conditional deletion.
                await channel.queue_delete(name, if_unused=False, if_empty=False)
        await channel.exchange_delete(broker.exchange_name)


async def record(session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
    """Handle an event by inserting a row."""
    await record_all(session, [(event, meta)])


async def record_all(session: AsyncSession, events: Events) -> None:
    """Handle a batch by inserting a row for each event."""
    connection = await session.connection()
    rows = [
        {
            "message_id": meta.id,
            "subject": meta.subject,
            "sequence": meta.sequence,
            "name": event.name_en,
        }
        for event, meta in events
    ]
    await connection.execute(sa.insert(effects), rows)


def organization_updated(
    name: str = "Gulf Ports", *, subject: UUID | None = None
) -> OrganizationUpdated:
    """Create an event that a service consumes."""
    return event(OrganizationUpdated, organization_id=subject or new_id(), name_en=name)


async def declare(broker: Broker, *events: type[Event], service: str = SERVICE) -> None:
    """Declare a service's queues like its consumer, bound to these events."""
    async with broker.connect("declaring") as connection:
        channel = await open_channel(connection)
        await broker.declare_service(channel, service, [event.type for event in events])


async def publish_events(database: Database, count: int, name: str = "Gulf Ports") -> None:
    """Commit `count` events in one transaction."""
    async with database.transaction() as session:
        await outbox.publish_many(session, [(organization_updated(name), 1) for _ in range(count)])


async def fetch_count(database: Database, query: str) -> int:
    """Return the number that a query returns."""
    async with database.engine.connect() as connection:
        return int((await connection.execute(sa.text(query))).scalar_one())


async def waiting(database: Database) -> int:
    """Count outbox rows not marked as published."""
    return await fetch_count(database, "SELECT count(*) FROM outbox WHERE published_at IS NULL")


async def handled(database: Database) -> int:
    """Count effects; a double effect counts twice."""
    return await fetch_count(database, "SELECT count(*) FROM effects")


async def count_effects(database: Database) -> int:
    """Count the messages whose effect was stored."""
    return await fetch_count(database, "SELECT count(DISTINCT message_id) FROM effects")


async def get_queue_depth(broker: Broker, queue: str) -> int:
    """Count the ready messages of a queue."""
    async with broker.connect("depth") as connection:
        channel = await open_channel(connection)
        declared = await channel.declare_queue(queue, passive=True)
        return declared.declaration_result.message_count or 0
