"""Each event takes effect once; failed ones are parked with their reason."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import aio_pika
import pytest
import sqlalchemy as sa
from contracts.event import Event
from contracts.identity import OrganizationUpdated
from contracts.payments import ChargeOpened, ChargePaid
from contracts.testing import event
from kit.database.db import SHARE, AsyncSession, Database, PoolTimeout, Share, new_id
from kit.messaging import bindings, inbox, metrics, outbox
from kit.messaging.broker import Broker, open_channel
from kit.messaging.envelope import Meta, encode
from kit.messaging.inbox import Consumer, Handler, prune_inbox
from kit.messaging.parking import parked
from kit.testing.messaging import (
    SERVICE,
    StartConsumer,
    StartRelay,
    count_effects,
    declare,
    eventually,
    fetch_count,
    get_queue_depth,
    handled,
    organization_updated,
    publish_events,
    record,
)
from sqlalchemy import Pool, QueuePool

from libs.messaging.tests.conftest import Proxy

TYPE = "identity.organization.updated"


async def send(broker: Broker, *bodies: str | bytes, message_ids: list[UUID] | None = None) -> None:
    """Put messages on the exchange as they are."""
    async with broker.connect("test") as connection:
        channel = await open_channel(connection)
        exchange = await broker.declare_exchange(channel)
        for number, body in enumerate(bodies):
            data = body.encode() if isinstance(body, str) else body
            identity = str(message_ids[number]) if message_ids else None
            await exchange.publish(aio_pika.Message(data, message_id=identity, type=TYPE), TYPE)


@asynccontextmanager
async def full_pool(database: Database, share: Share) -> AsyncIterator[Pool]:
    """Every connection of the share is at work within the block."""
    token = SHARE.set(share)
    engine = database.engine
    SHARE.reset(token)
    async with AsyncExitStack() as at_work:
        for _ in range(database.usage()[share][1]):
            await at_work.enter_async_context(engine.connect())
        yield engine.pool


def reached(
    count_handled: Callable[[Database], Awaitable[int]], database: Database, expected: int
) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return await count_handled(database) == expected

    return check


def all_answered(broker: Broker, consume: StartConsumer) -> Callable[[], Awaitable[bool]]:
    """Check that a stopped consumer leaves no message unanswered, by consuming the rest."""

    async def check() -> bool:
        consumer = await consume()
        await eventually(lambda: queue_is_empty(broker))
        await consumer.stop()
        return await queue_is_empty(broker)

    return check


class TestDeduplication:
    async def test_a_message_that_comes_three_times_has_one_effect(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        consumer = await consume()
        copies = [encode(organization_updated(), sequence=1)[1] for _ in range(20)]
        await send(broker, *(copies * 3))
        await eventually(reached(handled, database, 20))
        await consumer.stop()
        await eventually(all_answered(broker, consume))
        assert await handled(database) == 20

    async def test_without_it_the_effects_double(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The control: the test above is able to fail."""
        monkeypatch.setattr(
            inbox, "_insert", sa.text("SELECT CAST(:id AS uuid), CAST(:type AS text)")
        )
        await consume()
        copies = [encode(organization_updated(), sequence=1)[1] for _ in range(20)]
        await send(broker, *(copies * 3))
        await eventually(reached(handled, database, 60))
        assert await count_effects(database) == 20

    async def test_two_copies_of_a_service_share_it(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        await consume()
        await consume()
        copies = [encode(organization_updated(), sequence=1)[1] for _ in range(100)]
        await send(broker, *copies, *copies)
        await eventually(reached(handled, database, 100))
        await eventually(lambda: queue_is_empty(broker))
        assert await handled(database) == 100

    async def test_the_inbox_row_goes_with_the_effect_that_failed(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        calls = 0

        async def fail_once(session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
            nonlocal calls
            calls += 1
            await record(session, event, meta)
            if calls == 1:
                raise ValueError("after the effect")

        await consume(fail_once)
        await send(broker, encode(organization_updated(), sequence=1)[1])
        await eventually(reached(handled, database, 1))
        assert calls == 2
        assert await fetch_count(database, "SELECT count(*) FROM inbox") == 1


class TestOrder:
    async def test_messages_of_a_subject_keep_their_order(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        subjects = [new_id() for _ in range(10)]

        async def slow_at_times(
            session: AsyncSession, event: OrganizationUpdated, meta: Meta
        ) -> None:
            await asyncio.sleep(0.005 * (meta.sequence % 3))
            await record(session, event, meta)

        await consume(slow_at_times)
        async with broker.connect("test") as connection:
            exchange = await broker.declare_exchange(await open_channel(connection))
            for sequence in range(1, 11):
                for subject in subjects:
                    _, body = encode(organization_updated(subject=subject), sequence=sequence)
                    message = aio_pika.Message(body.encode(), headers={"subject": str(subject)})
                    await exchange.publish(message, TYPE)
        await eventually(reached(handled, database, 100))
        async with database.engine.connect() as reading:
            rows = await reading.execute(
                sa.text(
                    "SELECT array_agg(sequence ORDER BY position) FROM effects GROUP BY subject"
                )
            )
            assert all(row[0] == list(range(1, 11)) for row in rows)


class TestFailures:
    async def test_a_handler_that_raises_is_tried_again_and_then_parked(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        attempts = 0

        async def refuse(session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
            nonlocal attempts
            attempts += 1
            raise ValueError("no such charge")

        await consume(refuse)
        await send(broker, encode(organization_updated(), sequence=1)[1])
        await eventually(lambda: parked_count(broker, 1))
        (given_up,) = await parked(broker, SERVICE)
        assert given_up.reason == "ValueError: no such charge"
        assert given_up.attempts == attempts == 1 + len(broker.retry_delays)
        assert given_up.parked_at
        assert await fetch_count(database, "SELECT count(*) FROM inbox") == 0

    async def test_an_unreadable_message_is_parked_at_once(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        await consume()
        await send(broker, b"\x00 not json", encode(organization_updated(), sequence=1)[1])
        await eventually(lambda: parked_count(broker, 1))
        (given_up,) = await parked(broker, SERVICE)
        assert "not an event" in given_up.reason
        assert given_up.attempts == 1
        await eventually(reached(handled, database, 1))

    async def test_a_database_that_is_down_is_not_the_messages_fault(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        down = True

        async def answers(self: Consumer) -> bool:
            return not down

        async def needs_database(
            session: AsyncSession, event: OrganizationUpdated, meta: Meta
        ) -> None:
            if down:
                raise ConnectionError("server closed the connection")
            await record(session, event, meta)

        consumer = await consume(needs_database)
        monkeypatch.setattr(Consumer, "_database_answers", answers)
        await send(broker, *(encode(organization_updated(), sequence=1)[1] for _ in range(5)))
        await eventually(lambda: not consumer.connected)
        down = False
        await eventually(reached(handled, database, 5))
        assert await parked(broker, SERVICE) == []
        for delay in broker.retry_delays:
            assert await get_queue_depth(broker, broker.retry_name(SERVICE, delay)) == 0

    async def test_a_full_pool_is_no_attempt(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        timed_out = 0
        consumer = await consume()
        async with full_pool(database, Share.CONSUMERS) as pool:
            monkeypatch.setattr(pool, "_timeout", 0.05)
            checkout = QueuePool._do_get

            def count_timeouts(self: QueuePool) -> Any:
                nonlocal timed_out
                try:
                    return checkout(self)
                except PoolTimeout:
                    timed_out += 1
                    raise

            monkeypatch.setattr(QueuePool, "_do_get", count_timeouts)
            await send(broker, *(encode(organization_updated(), sequence=1)[1] for _ in range(5)))
            await eventually(lambda: timed_out >= 10)
            assert consumer.connected, "the broker would deliver everything again"
            for delay in broker.retry_delays:
                assert await get_queue_depth(broker, broker.retry_name(SERVICE, delay)) == 0
            assert await parked(broker, SERVICE) == []
        await eventually(reached(handled, database, 5))

    async def test_a_full_pool_does_not_look_like_a_failed_database(
        self, database: Database
    ) -> None:
        async with AsyncExitStack() as pools:
            for share in Share:
                await pools.enter_async_context(full_pool(database, share))
            await database.ping(2)


def unfamiliar() -> list[tuple[str, str]]:
    """Messages that another release may read, each with the reason why this one does not."""
    _, body = encode(organization_updated(), sequence=1)
    return [
        (body.replace("organization.updated", "organization.forgotten"), "unknown type"),
        (body.replace("updated:1", "updated:2"), "unknown version"),
        (body.replace("updated:1", "updated:0"), "unknown version"),
        (body.replace('"name_en"', '"title_en"'), "name_en"),
        (encode(event(ChargePaid), sequence=1)[1], "no handler"),
    ]


class TestOtherReleases:
    @pytest.mark.parametrize(("body", "reason"), unfamiliar())
    async def test_what_another_release_may_read_waits_and_is_parked_in_the_end(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        monkeypatch: pytest.MonkeyPatch,
        body: str,
        reason: str,
    ) -> None:
        await declare_handled(database, ChargePaid.type)
        waits = metrics.unfamiliar.labels(TYPE)._value
        before = waits.get()
        await consume()
        await send(broker, body)
        # More often than a handler is tried.
        await eventually(lambda: waits.get() >= before + len(broker.retry_delays) + 2)
        assert await get_queue_depth(broker, broker.dead_name(SERVICE)) == 0
        monkeypatch.setattr(inbox, "_MAX_WAIT", timedelta(0))
        await eventually(lambda: parked_count(broker, 1))
        (given_up,) = await parked(broker, SERVICE)
        assert reason in given_up.reason

    async def test_a_type_that_no_copy_handles_is_dropped_and_counted(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        dropped = metrics.unhandled.labels(ChargePaid.type)._value
        before = dropped.get()
        await consume()
        await send(broker, encode(event(ChargePaid), sequence=1)[1])
        await eventually(lambda: dropped.get() == before + 1)
        await eventually(all_answered(broker, consume))
        assert await parked(broker, SERVICE) == []

    async def test_a_copy_that_starts_unbinds_what_no_running_copy_handles(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        await declare(broker, ChargePaid, ChargeOpened)
        await declare_handled(database, ChargeOpened.type)
        await consume()
        assert not await is_bound(broker, ChargePaid)
        assert await is_bound(broker, ChargeOpened)
        assert await is_bound(broker, OrganizationUpdated)

    async def test_a_type_stays_handled_while_a_copy_renews_it(self, database: Database) -> None:
        await declare_handled(database, ChargePaid.type, ChargeOpened.type)
        async with database.transaction() as session:
            await session.execute(
                sa.text("UPDATE handled_types SET declared_at = now() - interval '6 minutes'")
            )
            await bindings.renew_sweep([ChargePaid.type]).run(session)
        async with database.transaction() as session:
            assert await bindings.find_handled(session) == {ChargePaid.type}


async def declare_handled(database: Database, *types: str) -> None:
    """Be a copy of another release that handles these types."""
    async with database.transaction() as session:
        await bindings.declare(session, types)


async def is_bound(broker: Broker, kind: type[Event]) -> bool:
    """Tell if an event of this class would reach a queue."""
    async with broker.connect("test") as connection:
        exchange = await broker.declare_exchange(await open_channel(connection))
        try:
            # Not persistent and not an event: its consumer parks it.
            await exchange.publish(aio_pika.Message(b"{}"), kind.type, mandatory=True)
        except aio_pika.exceptions.PublishError:
            return False
    return True


class TestConsumer:
    async def test_finishes_the_message_in_hand_before_it_stops(
        self, database: Database, broker: Broker, consume: StartConsumer
    ) -> None:
        begun, finish = asyncio.Event(), asyncio.Event()

        async def slow(session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
            begun.set()
            await finish.wait()
            await record(session, event, meta)

        consumer = await consume(slow, lanes=1)
        await send(broker, *(encode(organization_updated(), sequence=1)[1] for _ in range(3)))
        await begun.wait()
        stopping = asyncio.create_task(consumer.stop())
        finish.set()
        await stopping
        assert await handled(database) == 1
        await eventually(lambda: queue_has(broker, 2))

    async def test_waits_for_a_broker_that_is_not_there_yet(
        self, database: Database, broker: Broker, proxy: Proxy, proxied: Broker
    ) -> None:
        consumer = Consumer(SERVICE, database, proxied, {OrganizationUpdated: record})
        consumer.start()
        await proxy.open()
        await eventually(lambda: consumer.connected)
        await send(broker, encode(organization_updated(), sequence=1)[1])
        await eventually(reached(handled, database, 1))
        await consumer.stop()

    async def test_goes_on_after_its_connection_was_cut(
        self, database: Database, broker: Broker, proxy: Proxy, proxied: Broker
    ) -> None:
        await proxy.open()
        consumer = Consumer(SERVICE, database, proxied, {OrganizationUpdated: record})
        consumer.start()
        await eventually(lambda: consumer.connected)
        await proxy.cut()
        await send(broker, *(encode(organization_updated(), sequence=1)[1] for _ in range(10)))
        await eventually(lambda: not consumer.connected)
        await proxy.open()
        await eventually(reached(handled, database, 10))
        await consumer.stop()


class TestPrune:
    async def test_removes_rows_after_thirty_days(self, database: Database) -> None:
        async with database.transaction() as session:
            await session.execute(
                sa.text(
                    "INSERT INTO inbox (id, type, handled_at) "
                    "SELECT gen_random_uuid(), 'x', now() - days * interval '1 day' "
                    "FROM unnest(ARRAY[0, 29, 31, 90]) AS days"
                )
            )
        async with database.transaction() as session:
            assert await prune_inbox(session) == 2
        assert await fetch_count(database, "SELECT count(*) FROM inbox") == 2


async def queue_is_empty(broker: Broker) -> bool:
    return await queue_has(broker, 0)


async def queue_has(broker: Broker, count: int) -> bool:
    return await get_queue_depth(broker, broker.queue_name(SERVICE)) == count


async def parked_count(broker: Broker, count: int) -> bool:
    return await get_queue_depth(broker, broker.dead_name(SERVICE)) == count


async def test_what_is_urgent_is_handled_before_what_waits_already(
    database: Database, broker: Broker, relay: StartRelay
) -> None:
    """A payment behind thousands of a file's events is handled before nearly all of them."""
    count = 500
    order: list[str] = []

    async def note(session: AsyncSession, happened: Event, meta: Meta) -> None:
        order.append(happened.type)

    def stands(queue: str, expected: int) -> Callable[[], Awaitable[bool]]:
        async def check() -> bool:
            return await get_queue_depth(broker, queue) == expected

        return check

    await declare(broker, OrganizationUpdated, ChargePaid)
    await relay()
    await publish_events(database, count)
    await eventually(stands(broker.queue_name(SERVICE), count))
    async with database.transaction() as session:
        await outbox.publish(session, event(ChargePaid), sequence=2)
    await eventually(stands(broker.urgent_name(SERVICE), 1))
    handlers: dict[type[Event], Handler] = {OrganizationUpdated: note, ChargePaid: note}
    consumer = Consumer(SERVICE, database, broker, handlers)
    consumer.start()
    try:
        await eventually(lambda: len(order) == count + 1)
    finally:
        await consumer.stop()
    # Of those before it as many as were delivered together are under way.
    assert order.index(ChargePaid.type) < count / 10
    await eventually(stands(broker.urgent_name(SERVICE), 0))
