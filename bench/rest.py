"""Waiting until everything that a round has caused is worked off."""

import asyncio
import sys
import time

import aio_pika
import asyncpg
from kit.messaging.broker import Broker

from bench import cpu
from bench.system import System

QUIET = 120.0
"""CPU milliseconds a second of all processes together, up to which they are at rest."""
LIMIT = 60.0
_WINDOW = 1.0


def wait(system: System) -> None:
    """Return once outboxes, queues and CPU are at rest, or after 60 s, and then say so."""
    end = time.monotonic() + LIMIT
    while True:
        spent = sum(cpu.over(_WINDOW).values())
        left = asyncio.run(_left(system))
        if spent <= QUIET and not left:
            return
        if time.monotonic() > end:
            sys.stdout.write(
                f"  not at rest after {LIMIT:.0f} s: {left} events left, {spent:.0f} ms of CPU "
                "a second; the next figures are too high\n"
            )
            return


async def _left(system: System) -> int:
    """Events that are not published yet, or wait in the queue of a service that runs here."""
    waiting = "SELECT count(*) FROM outbox WHERE published_at IS NULL"
    left = 0
    for name in system.services:
        database = await asyncpg.connect(system.database_urls[name])
        left += await database.fetchval(waiting)
        await database.close()
    broker = Broker(system.broker_url)
    async with await aio_pika.connect(system.broker_url) as connection:
        channel = await connection.channel()
        for name in system.services:
            for read in (broker.queue_name(name), broker.urgent_name(name)):
                queue = await channel.declare_queue(read, passive=True)
                left += queue.declaration_result.message_count or 0
    return left
