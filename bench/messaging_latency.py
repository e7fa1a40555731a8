"""From the commit of an event to its committed effect in another process, at 200 a second.

Ours is the kit's outbox, relay and consumer; the bare one does the same with asyncpg and
aio-pika alone. Both run by turns, in two processes each, on private servers whose writes reach
the disk. `python -m bench.messaging_latency` runs it by itself.
"""

import asyncio
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import aio_pika
import asyncpg
import uvloop
from contracts import ApprovalStatus
from contracts.event import Event
from contracts.identity import OrganizationUpdated
from kit.db import AsyncSession, Database
from kit.messaging import inbox, outbox, tables
from kit.messaging.broker import Broker
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Consumer, Handler
from kit.messaging.relay import Relay
from kit.testing import eventually

from deploy.local import ports
from deploy.local.servers import PrivatePostgres, PrivateRabbit

RATE = 200
SECONDS = 6
WARM_UP = 1
ROUNDS = 3
PATIENCE = 90.0
TARGET_P50 = 8.0
TARGET_P99 = 40.0
BARE_TABLES = """
CREATE TABLE bare_outbox (
    id uuid PRIMARY KEY, body text NOT NULL, published_at timestamptz);
CREATE INDEX ON bare_outbox (id) WHERE published_at IS NULL;
CREATE TABLE bare_inbox (id uuid PRIMARY KEY);
CREATE TABLE effects (id uuid PRIMARY KEY);
"""

Times = Mapping[UUID, float]
Publish = Callable[[UUID], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds."""

    p50: float
    p99: float


@dataclass(frozen=True, slots=True)
class Result:
    """Medians of the rounds."""

    ours: Latency
    bare: Latency

    def __str__(self) -> str:
        """Two rows of the table that `make bench` prints; less is better here."""
        return "\n".join(
            f"{f'commit to handled, {RATE} events/s, {name} (ms)':<44} {ours:>11.1f} {bare:>11.1f} "
            f"{ours / bare:>7.2f} {target:>7.1f}  {'reached' if ours <= target else 'MISSED'}"
            for name, ours, bare, target in (
                ("p50", self.ours.p50, self.bare.p50, TARGET_P50),
                ("p99", self.ours.p99, self.bare.p99, TARGET_P99),
            )
        )


@dataclass(frozen=True, slots=True)
class Servers:
    """Where both sides of a round find each other."""

    database_url: str
    broker_url: str


def run() -> Result:
    """Measure both by turns on servers of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="itqan-bench-") as name,
        _servers(Path(name)) as servers,
    ):
        asyncio.run(_make_tables(servers))
        ours: list[Latency] = []
        bare: list[Latency] = []
        for _ in range(ROUNDS):
            ours.append(_round(servers, _publish_ours, _handle_ours))
            bare.append(_round(servers, _publish_bare, _handle_bare))
    return Result(_median(ours), _median(bare))


@contextmanager
def _servers(folder: Path) -> Iterator[Servers]:
    folder.chmod(0o711)
    taken: set[int] = set()
    for _ in range(4):
        taken.add(ports.choose(taken))
    database_port, amqp, distribution, mapper = taken
    postgres = PrivatePostgres(folder / "postgres", database_port, "bench")
    rabbit = PrivateRabbit(folder / "rabbit", amqp, distribution, mapper, "bench")
    with postgres.running(folder / "postgres.log"), rabbit.running(folder / "rabbit.log"):
        yield Servers(f"{postgres.url}/postgres", rabbit.url)


async def _make_tables(servers: Servers) -> None:
    database = Database(servers.database_url)
    async with database.engine.begin() as connection:
        await connection.run_sync(tables.metadata.create_all)
    async with database.raw_transaction() as raw:
        await raw.execute(BARE_TABLES)
    await database.close()


def _median(rounds: list[Latency]) -> Latency:
    return Latency(
        statistics.median(latency.p50 for latency in rounds),
        statistics.median(latency.p99 for latency in rounds),
    )


def _round(servers: Servers, publisher: Any, handler: Any) -> Latency:
    """Run both processes; the handler says when it listens and ends when told how many came."""
    forks = multiprocessing.get_context("spawn")
    here, there = forks.Pipe()
    handling = forks.Process(target=_in_loop, args=(handler, servers, there), daemon=True)
    handling.start()
    # So that its end is noticed here: nobody else holds the pipe open.
    there.close()
    _receive(here)
    publish_here, publish_there = forks.Pipe()
    publishing = forks.Process(
        target=_in_loop, args=(publisher, servers, publish_there), daemon=True
    )
    publishing.start()
    publish_there.close()
    committed: Times = _receive(publish_here)
    here.send(len(committed))
    handled: Times = _receive(here)
    for process in (publishing, handling):
        process.join(30)
    milliseconds = sorted((handled[key] - committed[key]) * 1000 for key in committed)
    percentiles = statistics.quantiles(milliseconds, n=100)
    return Latency(percentiles[49], percentiles[98])


def _receive(pipe: Connection) -> Any:
    """What the other process says; an error when it has ended instead."""
    if not pipe.poll(PATIENCE):
        raise TimeoutError("a process of the benchmark does not answer")
    return pipe.recv()


def _in_loop(
    main: Callable[[Servers, Connection], Awaitable[None]], servers: Servers, pipe: Connection
) -> None:
    # uvicorn runs the services on the same loop.
    uvloop.run(main(servers, pipe))  # type: ignore[arg-type]


async def _at_rate(publish: Publish) -> Times:
    """Publish on a fixed schedule, whatever earlier ones do; when each commit had returned.

    What is published while everything warms up is not reported.
    """
    committed: dict[UUID, float] = {}

    async def one(number: int) -> None:
        key = uuid4()
        await publish(key)
        if number >= RATE * WARM_UP:
            committed[key] = time.time()

    begun = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number in range(RATE * (WARM_UP + SECONDS)):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
            tasks.create_task(one(number))
    return committed


async def _report(pipe: Connection, handled: dict[UUID, float]) -> None:
    """Wait until as many events were handled as the publisher has sent, and tell when."""
    count = await asyncio.to_thread(pipe.recv)
    await eventually(lambda: len(handled) >= count + RATE * WARM_UP, seconds=60)
    pipe.send(handled)


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

    committed = await _at_rate(publish)
    await relay.stop()
    await database.close()
    pipe.send(committed)


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
    pipe.send("ready")
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
        committed = await _at_rate(publish)
        pending = "SELECT count(*) FROM bare_outbox WHERE published_at IS NULL"
        while await pool.fetchval(pending):
            woken.set()
            await asyncio.sleep(0.05)
        relay.cancel()
        with suppress(asyncio.CancelledError):
            await relay
    pipe.send(committed)


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
        pipe.send("ready")
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


if __name__ == "__main__":
    sys.stdout.write(f"{run()}\n")
