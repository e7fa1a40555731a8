"""From the outbox to the broker."""

import asyncio
import time
from collections import Counter
from typing import Any

import pytest
import sqlalchemy as sa
from contracts.catalog import TrainingUpdated
from contracts.consumers import is_consumed
from contracts.event import Event
from contracts.identity import OrganizationUpdated
from kit.database.db import Database, new_id
from kit.messaging import outbox
from kit.messaging import relay as relaying
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay, prune_outbox
from kit.testing.messaging import (
    SERVICE,
    StartRelay,
    declare,
    eventually,
    fetch_count,
    fresh_broker,
    get_queue_depth,
    organization_updated,
    publish_events,
    waiting,
)

from libs.messaging.tests.conftest import Proxy

TYPE = "identity.organization.updated"


async def drained(database: Database) -> bool:
    return await waiting(database) == 0


class TestRelay:
    async def test_marks_what_the_broker_has_confirmed(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await relay()
        await publish_events(database, 250)
        await eventually(lambda: drained(database))
        assert await get_queue_depth(broker, broker.queue_name(SERVICE)) == 250

    async def test_leaves_turns_and_time_to_others_while_it_has_thousands(
        self,
        database: Database,
        broker: Broker,
        relay: StartRelay,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await publish_events(database, 60)
        turns, handed_over, batches = 0, [], []
        publish_row, publish_batch = relaying._publish_row, Relay._publish_batch

        async def take_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async def publish_one(exchange: Any, row: Any) -> None:
            handed_over.append(turns)
            await publish_row(exchange, row)

        async def publish_some(self: Relay, connection: Any, exchange: Any) -> int:
            began = time.monotonic()
            count = await publish_batch(self, connection, exchange)
            batches.append((began, time.monotonic()))
            return count

        monkeypatch.setattr(relaying, "_publish_row", publish_one)
        monkeypatch.setattr(Relay, "_publish_batch", publish_some)
        others = asyncio.create_task(take_turns())
        await relay(batch=30)
        await eventually(lambda: drained(database))
        others.cancel()
        assert max(Counter(handed_over).values()) == 5
        (began, ended), (again, _), *_ = batches
        assert again - ended > 0.9 * min(ended - began, 0.05)

    async def test_is_woken_by_the_commit_before_the_poll_comes(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await relay(poll=120)
        await publish_events(database, 1)
        # Half of the time until the poll.
        await eventually(lambda: drained(database), seconds=60)

    async def test_finds_by_polling_what_no_notification_announced(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        running = await relay(poll=0.2)
        database.after_commit.remove(running.wake)
        await publish_events(database, 1)
        await eventually(lambda: drained(database))
        database.after_commit.append(running.wake)

    async def test_an_unroutable_event_waits_and_does_not_hold_up_the_others(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await declare(broker)
        await relay(batch=10)
        await publish_events(database, 30)
        refused = "SELECT count(*) FROM outbox WHERE attempts > 0 AND published_at IS NULL"
        await eventually(lambda: all_refused(database, refused, 30))
        reason = await text_of(database, "SELECT DISTINCT last_error FROM outbox")
        assert "unroutable" in reason

        await declare(broker, OrganizationUpdated)
        await eventually(lambda: drained(database))
        assert await get_queue_depth(broker, broker.queue_name(SERVICE)) == 30

    async def test_waits_for_a_broker_that_is_not_there_yet(
        self, database: Database, broker: Broker, proxy: Proxy, proxied: Broker
    ) -> None:
        await declare(broker, OrganizationUpdated)
        late = Relay(database, proxied)
        late.start()
        await publish_events(database, 5)
        assert not late.connected
        await proxy.open()
        await eventually(lambda: drained(database))
        assert late.connected
        await late.stop()

    async def test_goes_on_after_its_connection_was_cut(
        self, database: Database, broker: Broker, proxy: Proxy, proxied: Broker
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await proxy.open()
        cut = Relay(database, proxied)
        cut.start()
        await publish_events(database, 5)
        await eventually(lambda: drained(database))
        await proxy.cut()
        await publish_events(database, 5)
        await eventually(lambda: not cut.connected)
        await proxy.open()
        await eventually(lambda: drained(database))
        await cut.stop()
        assert await get_queue_depth(broker, broker.queue_name(SERVICE)) == 10

    async def test_goes_on_after_the_database_dropped_it(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await relay()
        async with database.engine.connect() as connection:
            await connection.execute(
                sa.text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE application_name = 'relay' AND datname = current_database()"
                )
            )
        await publish_events(database, 3)
        await eventually(lambda: drained(database))

    async def test_publishes_before_it_stops_what_was_committed(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        running = await relay(poll=60)
        await publish_events(database, 100)
        await running.stop()
        assert await waiting(database) == 0
        assert await get_queue_depth(broker, broker.queue_name(SERVICE)) == 100


class TestTopology:
    async def test_an_event_waits_for_services_that_have_never_started(
        self, database: Database, broker_url: str
    ) -> None:
        consumers: dict[str, set[type[Event]]] = {
            "early": {OrganizationUpdated},
            "late": {OrganizationUpdated},
            "deaf": set(),
        }
        async with fresh_broker(
            broker_url, services=list(consumers), consumers=consumers
        ) as broker:
            relay = Relay(database, broker)
            relay.start()
            await publish_events(database, 3)
            await eventually(lambda: drained(database))
            await relay.stop()
            depths = [await get_queue_depth(broker, broker.queue_name(name)) for name in consumers]
            assert depths == [3, 3, 0]

    async def test_an_event_that_nobody_handles_goes_out_all_the_same(
        self, database: Database, relay: StartRelay
    ) -> None:
        await relay()
        event = TrainingUpdated(
            training_id=new_id(),
            organization_id=new_id(),
            code="FLT-101",
            title_en="Forklift operation",
            title_ar="تشغيل الرافعة الشوكية",
            published=True,
        )
        assert not is_consumed(TrainingUpdated)
        async with database.transaction() as session:
            await outbox.publish(session, event, sequence=1)
        await eventually(lambda: drained(database))


class TestPrune:
    async def test_removes_published_rows_after_a_day(self, database: Database) -> None:
        async with database.transaction() as session:
            await outbox.publish_many(
                session, [(organization_updated(str(n)), 1) for n in range(3)]
            )
        async with database.transaction() as session:
            await session.execute(
                sa.text(
                    "UPDATE outbox SET published_at = now() - interval '25 hours' "
                    "WHERE body->'data'->>'name_en' = '0'"
                )
            )
            await session.execute(
                sa.text(
                    "UPDATE outbox SET published_at = now() WHERE body->'data'->>'name_en' = '1'"
                )
            )
        async with database.transaction() as session:
            assert await prune_outbox(session) == 1
        assert await fetch_count(database, "SELECT count(*) FROM outbox") == 2


async def all_refused(database: Database, query: str, count: int) -> bool:
    return await fetch_count(database, query) == count


async def text_of(database: Database, query: str) -> str:
    async with database.engine.connect() as connection:
        return str((await connection.execute(sa.text(query))).scalar_one())
