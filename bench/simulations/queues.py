"""Throughput and order of quorum queues: one with one or four consumers, or four by the subject's
hash.
"""

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import aio_pika
from aio_pika.abc import AbstractIncomingMessage

from bench import cpu
from deploy.local import ports
from deploy.local.servers import PrivateRabbit

MESSAGES, SUBJECTS, QUEUES, PREFETCH, BODY_BYTES = 6_000, 500, 4, 50, 800
HANDLING_SECONDS = 0.003
"""Average time of a handler's transaction, for which its consumer waits."""
_HASH = "x-consistent-hash"
_QUORUM: Mapping[str, Any] = {"x-queue-type": "quorum"}


async def run(folder: Path) -> AsyncIterator[str]:
    """The lines to print."""
    amqp = ports.choose()
    distribution = ports.choose({amqp})
    rabbit = PrivateRabbit(
        folder / "rabbit", amqp, distribution, ports.choose({amqp, distribution}), "simulated",
        plugins=("rabbitmq_consistent_hash_exchange",),
    )  # fmt: skip
    with rabbit.running(folder / "rabbit.log"):
        yield await _side(rabbit.url, "one queue, one consumer", queues=1, consumers=1)
        yield await _side(rabbit.url, "one queue, four consumers", queues=1, consumers=QUEUES)
        yield await _side(rabbit.url, "four queues by hash", queues=QUEUES, consumers=QUEUES)


async def _side(url: str, name: str, *, queues: int, consumers: int) -> str:
    async with AsyncExitStack() as stack:
        connection = await stack.enter_async_context(await aio_pika.connect(url))
        channel = await connection.channel(publisher_confirms=True)
        exchange = await channel.declare_exchange(
            f"simulated.{queues}.{consumers}", _HASH, durable=True
        )
        names = [f"simulated.{queues}.{consumers}.{number}" for number in range(queues)]
        arguments = {**_QUORUM, "x-single-active-consumer": True} if queues > 1 else {**_QUORUM}
        for each in names:
            queue = await channel.declare_queue(each, durable=True, arguments=arguments)
            # Its share of the hashes.
            await queue.bind(exchange, routing_key="10")
        before, began = _used(), time.monotonic()
        await _publish(exchange)
        published = time.monotonic() - began
        publishing = _used() - before
        handled: dict[str, list[int]] = defaultdict(list)
        each_queue: Counter[str] = Counter()
        done = asyncio.Event()

        async def consume(name: str) -> None:
            own = await stack.enter_async_context(await aio_pika.connect(url))
            reading = await own.channel()
            await reading.set_qos(PREFETCH)
            waiting: asyncio.Queue[AbstractIncomingMessage] = asyncio.Queue()
            read = await reading.get_queue(name, ensure=False)
            await read.consume(waiting.put)
            while True:
                message = await waiting.get()
                await asyncio.sleep(random.uniform(0.5, 1.5) * HANDLING_SECONDS)
                number = int(message.message_id or 0)
                handled[str(message.routing_key)].append(number)
                each_queue[name] += 1
                await message.ack()
                if each_queue.total() >= MESSAGES:
                    done.set()

        before, began = _used(), time.monotonic()
        tasks = [
            asyncio.create_task(consume(names[number % queues])) for number in range(consumers)
        ]
        await asyncio.wait_for(done.wait(), 120)
        took, handling = time.monotonic() - began, _used() - before
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    late = sum(
        sum(later < earlier for earlier, later in pairwise(numbers)) for numbers in handled.values()
    )
    largest = max(each_queue.values()) / MESSAGES
    return (
        f"{name:<28} published {MESSAGES / published:6.0f} a second, handled "
        f"{MESSAGES / took:6.0f} a second, {late:4} out of their subject's order; the broker's "
        f"CPU of one: {publishing / MESSAGES:.2f} ms to take it, {handling / MESSAGES:.2f} ms to "
        f"deliver it; the fullest queue had {largest:.0%}"
    )


async def _publish(exchange: aio_pika.abc.AbstractExchange) -> None:
    body = b"x" * BODY_BYTES

    async def publish(number: int) -> None:
        message = aio_pika.Message(
            body, message_id=str(number), delivery_mode=aio_pika.DeliveryMode.PERSISTENT
        )
        await exchange.publish(message, f"subject-{number * SUBJECTS // MESSAGES}")

    for first in range(0, MESSAGES, 200):
        await asyncio.gather(*map(publish, range(first, first + 200)))


def _used() -> float:
    return cpu.used()["broker"]
