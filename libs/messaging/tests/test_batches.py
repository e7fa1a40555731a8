"""Bursts are handled in batches, and no event fails because of another."""

import asyncio
from datetime import timedelta
from itertools import chain
from uuid import UUID

import aio_pika
import pytest
import sqlalchemy as sa
from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, Database, new_id
from kit.messaging import inbox
from kit.messaging.broker import Broker, open_channel
from kit.messaging.envelope import encode
from kit.messaging.inbox import Batched, Events
from kit.messaging.parking import parked
from kit.testing.messaging import (
    SERVICE,
    StartConsumer,
    count_effects,
    declare,
    eventually,
    fetch_count,
    get_queue_depth,
    handled,
    organization_updated,
    record_all,
)

TYPE = OrganizationUpdated.type
SPACING = timedelta(seconds=0.3)
"""Longer than messages sent together take to arrive."""


class Batches:
    """A handler whose effects are rows; it records its arguments."""

    def __init__(self) -> None:
        self.names: list[list[str]] = []
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self, session: AsyncSession, events: Events) -> None:
        self.names.append([event.name_en for event, _ in events])
        self.begun.set()
        await self.go_on.wait()
        await record_all(session, events)
        if any(event.name_en == "bad" for event, _ in events):
            raise ValueError("no such organization")

    @property
    def given(self) -> list[str]:
        return list(chain.from_iterable(self.names))

    @property
    def largest(self) -> int:
        return max(len(names) for names in self.names)


def message(name: str = "good", *, sequence: int = 1, subject: UUID | None = None) -> bytes:
    return encode(organization_updated(name, subject=subject), sequence=sequence)[1].encode()


async def send(broker: Broker, *bodies: bytes) -> None:
    """Put messages on the exchange, all before the first is confirmed."""
    async with broker.connect("test") as connection:
        exchange = await broker.declare_exchange(await open_channel(connection))
        await asyncio.gather(
            *(exchange.publish(aio_pika.Message(body, type=TYPE), TYPE) for body in bodies)
        )


async def nothing_left(database: Database, broker: Broker, count: int) -> bool:
    return await count_effects(database) == count and await has(
        broker, broker.queue_name(SERVICE), 0
    )


class TestTogether:
    async def test_what_waits_is_one_transaction(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        batches = Batches()
        await declare(broker, OrganizationUpdated)
        await send(broker, *(message(str(number)) for number in range(50)))
        consumer = await consume(Batched(batches, every=SPACING))
        await eventually(lambda: nothing_left(database, broker, 50))
        await consumer.stop()
        # The first event is handled at once, and later ones together.
        assert len(batches.names) < 10
        assert sorted(map(int, batches.given)) == list(range(50))
        assert await handled(database) == await fetch_count(database, "SELECT count(*) FROM inbox")
        assert await get_queue_depth(broker, broker.queue_name(SERVICE)) == 0

    async def test_they_keep_their_order(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        batches, subject = Batches(), new_id()
        numbers = range(1, 31)
        await declare(broker, OrganizationUpdated)
        await send(broker, *(message(str(n), sequence=n, subject=subject) for n in numbers))
        await consume(Batched(batches, every=SPACING))
        await eventually(lambda: nothing_left(database, broker, 30))
        assert batches.given == list(map(str, numbers))
        assert batches.largest > 1

    async def test_a_full_batch_does_not_wait(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        batches = Batches()
        await consume(Batched(batches, every=timedelta(hours=1)), prefetch=20)
        await send(broker, message())
        await eventually(lambda: nothing_left(database, broker, 1))
        await send(broker, *(message() for _ in range(30)))
        await eventually(lambda: nothing_left(database, broker, 31))
        assert batches.largest == 10


class TestOnce:
    async def test_copies_in_one_batch_and_in_the_next_have_one_effect(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        batches = Batches()
        await consume(Batched(batches, every=SPACING))
        bodies = [message() for _ in range(20)]
        for _ in range(2):
            await send(broker, *(bodies * 2))
            await eventually(lambda: nothing_left(database, broker, 20))
        assert await handled(database) == 20
        assert batches.largest > 1

    async def test_without_the_inbox_they_double(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The control: the test above is able to fail."""
        unguarded = "SELECT unnest(CAST(:ids AS uuid[])), CAST(:type AS text)"
        monkeypatch.setattr(inbox, "_insert_all", sa.text(unguarded))
        await consume(Batched(Batches(), every=SPACING))
        bodies = [message() for _ in range(20)]
        for _ in range(2):
            await send(broker, *(bodies * 2))
            await eventually(lambda: nothing_left(database, broker, 20))
        assert await handled(database) > 20


class TestFailures:
    async def test_a_bad_event_holds_up_no_other(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        batches = Batches()
        await consume(Batched(batches, every=SPACING))
        good = [message() for _ in range(20)]
        await send(broker, *good[:10], message("bad"), b"\x00 not json", *good[10:])
        await eventually(lambda: nothing_left(database, broker, 20))
        await eventually(lambda: has(broker, broker.dead_name(SERVICE), 2))
        reasons = sorted(letter.reason for letter in await parked(broker, SERVICE))
        assert reasons[0] == "ValueError: no such organization"
        assert reasons[1].startswith("not an event")
        assert await handled(database) == 20
        assert await fetch_count(database, "SELECT count(*) FROM inbox") == 20

    async def test_a_batch_in_hand_is_finished_before_the_stop(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        batches = Batches()
        consumer = await consume(Batched(batches, every=SPACING))
        batches.go_on.clear()
        await send(broker, *(message() for _ in range(30)))
        await batches.begun.wait()
        stopping = asyncio.create_task(consumer.stop())
        batches.go_on.set()
        await stopping
        begun = len(batches.given)
        assert await handled(database) == begun
        await eventually(lambda: has(broker, broker.queue_name(SERVICE), 30 - begun))

    async def test_a_batch_that_does_not_end_leaves_nothing_behind(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(inbox, "_STOP_TIMEOUT", 0.1)
        batches = Batches()
        consumer = await consume(Batched(batches, every=SPACING))
        batches.go_on.clear()
        await send(broker, *(message() for _ in range(10)))
        await batches.begun.wait()
        await consumer.stop()
        assert await fetch_count(database, "SELECT count(*) FROM inbox") == 0
        await eventually(lambda: has(broker, broker.queue_name(SERVICE), 10))


async def has(broker: Broker, queue: str, count: int) -> bool:
    return await get_queue_depth(broker, queue) == count
