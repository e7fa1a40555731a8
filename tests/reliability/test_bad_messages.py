"""Messages that cannot be handled, or that kill who handles them, do not stop the good ones."""

from multiprocessing.context import ForkServerProcess

import aio_pika
import pytest
from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, Database
from kit.messaging.broker import Broker, open_channel
from kit.messaging.envelope import Meta, encode
from kit.messaging.inbox import Consumer
from kit.messaging.parking import parked, replay
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    Run,
    declare,
    eventually,
    get_queue_depth,
    handled,
    organization_updated,
    publish_events,
    record,
)

from tests.reliability.processes import (
    KILLED,
    World,
    consume_until,
    consume_with_poison,
    ended,
    hold,
    start,
)

GOOD = 1_000
KILLS = 15
PREFETCH = 50


class TestBadMessages:
    async def test_are_parked_while_a_thousand_valid_messages_are_handled(
        self, database: Database, broker: Broker, relay: Relay, run: Run
    ) -> None:
        refuses = True

        async def refuse_some(
            session: AsyncSession, event: OrganizationUpdated, meta: Meta
        ) -> None:
            if refuses and event.name_en == "refused":
                raise ValueError("not today")
            await record(session, event, meta)

        await declare(broker, OrganizationUpdated)
        other_schema = encode(organization_updated(), sequence=1)[1].replace("updated:1", "gone:1")
        await send(broker, b"\x00 not json", other_schema.encode())
        await publish_events(database, 1, "refused")
        await publish_events(database, GOOD)
        await run(Consumer(SERVICE, database, broker, {OrganizationUpdated: refuse_some}))

        await eventually(lambda: handled_are(database, GOOD))
        await eventually(lambda: parked_are(broker, 3))
        reasons = sorted(letter.reason for letter in await parked(broker, SERVICE))
        assert reasons[0] == "ValueError: not today"
        assert reasons[1].startswith("not a schema")
        assert reasons[2].startswith("not an event")

        refuses = False
        assert await replay(broker, SERVICE) == 3
        await eventually(lambda: handled_are(database, GOOD + 1))
        # The unreadable ones are as unreadable as before.
        await eventually(lambda: parked_are(broker, 2))
        await replay(broker, SERVICE)
        await eventually(lambda: parked_are(broker, 2))
        assert await handled(database) == GOOD + 1


class TestKilledConsumer:
    async def test_fifteen_kills_with_a_full_prefetch_park_nothing(
        self, world: World, database: Database, broker: Broker, relay: Relay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await kill_holding(world, database, broker)
        assert await get_queue_depth(broker, broker.dead_name(SERVICE)) == 0
        assert await ended(start(consume_until, world, messages=PREFETCH)) == 0
        assert await handled(database) == PREFETCH

    async def test_a_small_delivery_limit_would_park_them_all(
        self,
        world: World,
        database: Database,
        broker: Broker,
        relay: Relay,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Control: with a limit of 5 the kills above park valid messages."""
        monkeypatch.setattr("kit.messaging.broker.DELIVERY_LIMIT", 5)
        await declare(broker, OrganizationUpdated)
        await kill_holding(world.but(delivery_limit=5), database, broker, kills=6)
        await eventually(lambda: parked_are(broker, PREFETCH))
        letters = await parked(broker, SERVICE)
        assert {letter.reason for letter in letters} == {"parked by the broker: 'delivery_limit'"}

    async def test_a_message_that_kills_every_consumer_is_finally_parked(
        self,
        world: World,
        database: Database,
        broker: Broker,
        relay: Relay,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        limit = 20
        monkeypatch.setattr("kit.messaging.broker.DELIVERY_LIMIT", limit)
        small = world.but(delivery_limit=limit)
        await declare(broker, OrganizationUpdated)
        await publish_events(database, 1, "poison")
        await publish_events(database, 100)
        await eventually(lambda: queued(broker, 101))
        for _ in range(limit + 2):
            victim = start(consume_with_poison, small)

            async def killed_or_spared(victim: ForkServerProcess = victim) -> bool:
                return victim.exitcode is not None or await parked_are(broker, 1)

            await eventually(killed_or_spared)
            if victim.exitcode is None:
                # The broker parked the poison while this one was starting.
                victim.kill()
                await ended(victim)
                break
            assert await ended(victim) == KILLED
        assert await parked_are(broker, 1)
        assert await ended(start(consume_until, small, messages=100)) == 0
        await eventually(lambda: parked_are(broker, 1))
        (letter,) = await parked(broker, SERVICE)
        assert '"poison"' in letter.body


async def kill_holding(
    world: World, database: Database, broker: Broker, kills: int = KILLS
) -> None:
    """Kill a consumer that has taken every message, so often."""
    await publish_events(database, PREFETCH)
    for _ in range(kills):
        await eventually(lambda: queued(broker, PREFETCH), every=0.02)
        holding = start(hold, world, prefetch=PREFETCH)
        await eventually(lambda: queued(broker, 0), every=0.02)
        holding.kill()
        assert await ended(holding) < 0


async def send(broker: Broker, *bodies: bytes) -> None:
    async with broker.connect("test") as connection:
        exchange = await broker.declare_exchange(await open_channel(connection))
        for body in bodies:
            await exchange.publish(aio_pika.Message(body), OrganizationUpdated.type)


async def queued(broker: Broker, count: int) -> bool:
    return await get_queue_depth(broker, broker.queue_name(SERVICE)) == count


async def parked_are(broker: Broker, count: int) -> bool:
    return await get_queue_depth(broker, broker.dead_name(SERVICE)) == count


async def handled_are(database: Database, count: int) -> bool:
    return await handled(database) == count
