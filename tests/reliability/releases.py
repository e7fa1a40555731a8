"""Three releases of a service.

The first knows one event, the second reads a new version of it and adds two types, the third
publishes the new version.
"""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

import sqlalchemy as sa
from contracts.event import Event
from kit.database.db import AsyncSession, Database, new_id
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Consumer
from kit.messaging.relay import Relay
from kit.testing import messaging as testing


class _Sample(Event):
    """Common fields of the releases' events."""

    subject_field: ClassVar[str] = "sample_id"
    sample_id: UUID


def _define_first() -> list[Callable[[], Event]]:
    class Paid(_Sample):
        type: ClassVar[str] = "demo.sample.paid"
        amount: int

    return [lambda: Paid(sample_id=new_id(), amount=1)]


def _define_newer(published: int) -> list[Callable[[], Event]]:
    class Paid(_Sample):
        type: ClassVar[str] = "demo.sample.paid"
        version: ClassVar[int] = 2
        published_version: ClassVar[int] = published
        upcasters = {1: lambda data: {**data, "amount_minor": data["amount"] * 100}}  # noqa: RUF012
        downcasters = {2: lambda data: {**data, "amount": data["amount_minor"] // 100}}  # noqa: RUF012
        amount_minor: int

    class Flagged(_Sample):
        type: ClassVar[str] = "demo.sample.flagged"

    return [
        lambda: Paid(sample_id=new_id(), amount_minor=100),
        lambda: Flagged(sample_id=new_id()),
        testing.organization_updated,
    ]


def define(release: int) -> list[Callable[[], Event]]:
    """Register the events of a release in this process, and return what makes one of each."""
    return _define_first() if release == 1 else _define_newer(release - 1)


async def record(session: AsyncSession, event: Event, meta: Meta) -> None:
    """Write an effect that has the event's type as its name."""
    values: dict[str, Any] = {
        "message_id": meta.id,
        "subject": meta.subject,
        "sequence": meta.sequence,
        "name": event.type,
    }
    await (await session.connection()).execute(sa.insert(testing.effects).values(values))


async def run_copy(
    database: Database, broker: Broker, *, release: int, url: str, count: int
) -> None:
    """Publish `count` of each event of a release, and handle events until killed."""
    make = define(release)
    handlers = {type(each()): record for each in make}
    known = Broker(
        url,
        namespace=broker.namespace,
        retry_delays=broker.retry_delays,
        consumers={testing.SERVICE: handlers},
    )
    relay, consumer = Relay(database, known), Consumer(testing.SERVICE, database, known, handlers)
    relay.start()
    consumer.start()
    await testing.eventually(lambda: relay.connected and consumer.connected)
    for _ in range(count):
        async with database.transaction() as session:
            for each in make:
                await outbox.publish(session, each(), sequence=1)
        await asyncio.sleep(0.01)
    await asyncio.Event().wait()
