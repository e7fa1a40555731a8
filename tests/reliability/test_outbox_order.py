"""The outbox has many writers and readers, whose ids do not commit in their order."""

import asyncio

import sqlalchemy as sa
from aio_pika.abc import AbstractIncomingMessage
from contracts.identity import OrganizationUpdated
from kit.database.db import Database
from kit.messaging import outbox
from kit.messaging.broker import Broker, open_channel
from kit.messaging.inbox import Consumer
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    declare,
    eventually,
    fetch_count,
    handled,
    organization_updated,
    publish_events,
    waiting,
)

from tests.reliability.processes import World, ended, relay_all, start
from tests.reliability.processes import _forks as forks

ROWS = 10_000
LATE_SECONDS = 10


class TestTwoRelays:
    async def test_publish_each_of_ten_thousand_rows_once(
        self, world: World, database: Database, broker: Broker
    ) -> None:
        await declare(broker, OrganizationUpdated)
        for _ in range(10):
            await publish_events(database, ROWS // 10)
        with forks.Manager() as manager:
            counts = manager.Queue()
            async with database.engine.begin() as starter:
                # Neither can claim a row before both have asked for one.
                await starter.execute(sa.text("LOCK TABLE outbox IN EXCLUSIVE MODE"))
                relays = [start(relay_all, world, counts=counts) for _ in range(2)]
                await eventually(lambda: both_have_asked(database))
            assert [await ended(relay, seconds=180) for relay in relays] == [0, 0]
            shares = [counts.get(), counts.get()]
        assert sum(shares) == ROWS
        assert min(shares) > 0
        ids = await received(broker)
        assert len(ids) == ROWS
        assert len(set(ids)) == ROWS
        assert await waiting(database) == 0


class TestLateCommit:
    async def test_a_lower_id_that_commits_ten_seconds_later_is_published_too(
        self, database: Database, relay: Relay, consumer: Consumer
    ) -> None:
        async with database.transaction() as session:
            await outbox.publish(session, organization_updated("late"), sequence=1)
            begun = asyncio.get_running_loop().time()
            await publish_events(database, 100, "prompt")
            await eventually(lambda: handled_are(database, 100))
            await eventually(lambda: none_waits(database))
            left = LATE_SECONDS - (asyncio.get_running_loop().time() - begun)
            # The delay is what is tested: nothing is waited for.
            await asyncio.sleep(left)
        await eventually(lambda: handled_are(database, 101))
        lowest = await fetch_count(
            database,
            "SELECT count(*) FROM outbox AS late WHERE body->'data'->>'name_en' = 'late' "
            "AND NOT EXISTS (SELECT FROM outbox AS other WHERE other.id < late.id)",
        )
        assert lowest == 1


async def received(broker: Broker) -> list[str]:
    """The ids of all messages in the queue."""
    ids: list[str] = []
    async with broker.connect("counting") as connection:
        channel = await open_channel(connection, prefetch=1000)
        queue = await channel.declare_queue(broker.queue_name(SERVICE), passive=True)

        async def take(message: AbstractIncomingMessage) -> None:
            ids.append(str(message.message_id))
            await message.ack()

        await queue.consume(take)
        await eventually(lambda: len(ids) >= ROWS)
    return ids


async def both_have_asked(database: Database) -> bool:
    waiting_for_it = (
        "SELECT count(DISTINCT pid) FROM pg_locks "
        "WHERE NOT granted AND relation = 'outbox'::regclass"
    )
    return await fetch_count(database, waiting_for_it) == 2


async def handled_are(database: Database, count: int) -> bool:
    return await handled(database) == count


async def none_waits(database: Database) -> bool:
    return await waiting(database) == 0
