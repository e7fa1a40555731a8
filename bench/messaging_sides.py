"""The two sides of the latency case: our outbox, relay and consumer, and the same with asyncpg
and aio-pika alone. Each has a part that publishes and one that handles, in a process each."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import NamedTuple
from uuid import UUID, uuid4

import aio_pika
import asyncpg
import uvloop
from contracts import ApprovalStatus
from contracts.event import Event
from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, Database
from kit.messaging import inbox, outbox
from kit.messaging.broker import Broker
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Consumer, Handler
from kit.messaging.relay import Relay
from kit.testing import eventually

RATE = 200
SECONDS = 6
WARM_UP = 1
EVENTS = RATE * (WARM_UP + SECONDS)
MAX_UNDER_WAY = RATE
"""Commits under way at once: a second's worth means that the machine does not keep the rate."""
BARE_TABLES = """
CREATE TABLE bare_outbox (
    id uuid PRIMARY KEY, body text NOT NULL, published_at timestamptz);
CREATE INDEX ON bare_outbox (id) WHERE published_at IS NULL;
CREATE TABLE bare_inbox (id uuid PRIMARY KEY);
CREATE TABLE effects (id uuid PRIMARY KEY);
"""

Times = Mapping[UUID, float]
Publish = Callable[[UUID], Awaitable[None]]


class NotMeasured(Exception):
    """Why there are no figures."""


class Servers(NamedTuple):
    """Addresses that both parts of a side share."""

    database_url: str
    broker_url: str


Part = Callable[[Servers, Connection], Awaitable[None]]


class Side(NamedTuple):
    """Functions of the two processes; each prints its times and its CPU milliseconds."""

    publish: Part
    handle: Part


def run_part(part: Part, servers: Servers, pipe: Connection) -> None:
    """Run it to its end in this process; the pipe gets a `NotMeasured` if it fails."""
    try:
        # uvicorn runs the services on the same loop.
        uvloop.run(part(servers, pipe))  # type: ignore[arg-type]
    except Exception as error:
        pipe.send(NotMeasured(_reason(error)))


def _reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) if isinstance(error, NotMeasured) else f"{type(error).__name__}: {error}"


async def _at_rate(publish: Publish) -> Times:
    """Publish on a fixed schedule, and return the times at which commits returned.

    The warm-up is not reported. Raises `NotMeasured` if commits cannot keep up, since waiting for a
    connection is no message delay.
    """
    committed: dict[UUID, float] = {}
    under_way = 0

    async def one(number: int) -> None:
        nonlocal under_way
        key = uuid4()
        under_way += 1
        await publish(key)
        under_way -= 1
        if number >= RATE * WARM_UP:
            committed[key] = time.time()

    begun = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number in range(EVENTS):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
            tasks.create_task(one(number))
            if under_way > MAX_UNDER_WAY:
                done = (number - under_way) / (time.perf_counter() - begun)
                raise NotMeasured(f"the machine commits {done:.0f} of {RATE} events a second")
    return committed


async def _report(pipe: Connection, handled: dict[UUID, float]) -> None:
    """Say that it listens, wait for as many events as the publisher has sent, and print when."""
    pipe.send("ready")
    before = time.process_time()
    count = await asyncio.to_thread(pipe.recv)
    expected = count + RATE * WARM_UP
    try:
        await eventually(lambda: len(handled) >= expected, seconds=60)
    except AssertionError:
        raise NotMeasured(f"{len(handled)} of {expected} events were handled in 60 s") from None
    pipe.send((handled, (time.process_time() - before) * 1000))


async def _publish_ours(servers: Servers, pipe: Connection) -> None:
    database = Database(servers.database_url)
    relay = Relay(database, Broker(servers.broker_url, consumers={}))
    relay.start()
    await eventually(lambda: relay.connected)

    async def publish(key: UUID) -> None:
        event = OrganizationUpdated(
            organization_id=key,
            name_en="Gulf Ports",
            name_ar="موانئ الخليج",
            email="office@ports.example",
            image_url=None,
            status=ApprovalStatus.APPROVED,
        )
        async with database.transaction() as session:
            await outbox.publish(session, event, sequence=1)

    before = time.process_time()
    committed = await _at_rate(publish)
    await relay.stop()
    pipe.send((committed, (time.process_time() - before) * 1000))
    await database.close()


async def _handle_ours(servers: Servers, pipe: Connection) -> None:
    handled: dict[UUID, float] = {}
    once = inbox.handle_once

    async def timed(
        database: Database, handlers: Mapping[type[Event], Handler], event: Event, meta: Meta
    ) -> bool:
        result = await once(database, handlers, event, meta)
        handled[UUID(meta.subject)] = time.time()
        return result

    async def handle(session: AsyncSession, event: OrganizationUpdated, _: Meta) -> None:
        connection = await session.connection()
        await connection.exec_driver_sql(
            "INSERT INTO effects VALUES ($1)", (event.organization_id,)
        )

    # The clock is read after the commit, which a handler does not see.
    inbox.handle_once = timed
    database = Database(servers.database_url)
    broker = Broker(servers.broker_url)
    consumer = Consumer("bench", database, broker, {OrganizationUpdated: handle})
    consumer.start()
    await eventually(lambda: consumer.connected)
    await _report(pipe, handled)
    await consumer.stop()
    await database.close()


async def _publish_bare(servers: Servers, pipe: Connection) -> None:
    connection = await aio_pika.connect(servers.broker_url)
    async with (
        connection,
        _pool(servers) as pool,
    ):
        channel = await connection.channel(publisher_confirms=True)
        woken = asyncio.Event()

        async def publish(key: UUID) -> None:
            async with pool.acquire() as database, database.transaction():
                await database.execute(
                    "INSERT INTO bare_outbox (id, body) VALUES ($1, 'Gulf Ports')", key
                )
            woken.set()

        relay = asyncio.create_task(_relay_bare(servers, channel.default_exchange, woken))
        before = time.process_time()
        committed = await _at_rate(publish)
        pending = "SELECT count(*) FROM bare_outbox WHERE published_at IS NULL"
        while await pool.fetchval(pending):
            woken.set()
            await asyncio.sleep(0.05)
        relay.cancel()
        with suppress(asyncio.CancelledError):
            await relay
    pipe.send((committed, (time.process_time() - before) * 1000))


def _pool(servers: Servers) -> asyncpg.Pool:
    return asyncpg.create_pool(servers.database_url, min_size=1, max_size=8)


async def _relay_bare(
    servers: Servers, exchange: aio_pika.abc.AbstractExchange, woken: asyncio.Event
) -> None:
    database = await asyncpg.connect(servers.database_url)
    while True:
        await woken.wait()
        woken.clear()
        async with database.transaction():
            rows = await database.fetch(
                "SELECT id, body FROM bare_outbox WHERE published_at IS NULL "
                "ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED"
            )
            await asyncio.gather(
                *(
                    exchange.publish(
                        aio_pika.Message(
                            row["body"].encode(),
                            message_id=str(row["id"]),
                            delivery_mode=aio_pika.DeliveryMode.PERSISTENT,
                        ),
                        "bare",
                    )
                    for row in rows
                )
            )
            await database.execute(
                "UPDATE bare_outbox SET published_at = now() WHERE id = ANY($1)",
                [row["id"] for row in rows],
            )


async def _handle_bare(servers: Servers, pipe: Connection) -> None:
    handled: dict[UUID, float] = {}
    connection = await aio_pika.connect(servers.broker_url)
    async with (
        connection,
        _pool(servers) as pool,
    ):
        channel = await connection.channel()
        await channel.set_qos(20)
        queue = await channel.declare_queue(
            "bare", durable=True, arguments={"x-queue-type": "quorum"}
        )
        await queue.consume(partial(_take_bare, pool, handled))
        await _report(pipe, handled)


async def _take_bare(
    pool: asyncpg.Pool,
    handled: dict[UUID, float],
    message: aio_pika.abc.AbstractIncomingMessage,
) -> None:
    key = UUID(message.message_id)
    async with pool.acquire() as database, database.transaction():
        await database.execute("INSERT INTO bare_inbox VALUES ($1) ON CONFLICT DO NOTHING", key)
        await database.execute("INSERT INTO effects VALUES ($1)", key)
    handled[key] = time.time()
    await message.ack()


OURS = Side(_publish_ours, _handle_ours)
BARE = Side(_publish_bare, _handle_bare)
