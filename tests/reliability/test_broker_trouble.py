"""The broker freezes, or loses a queue."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from contracts.identity import OrganizationUpdated
from kit.database.db import Database
from kit.messaging.broker import Broker, open_channel
from kit.messaging.inbox import Consumer
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    Run,
    count_effects,
    eventually,
    fresh_broker,
    handled,
    publish_events,
    record,
    waiting,
)

from deploy.local import ports
from deploy.local.servers import PrivateRabbit
from deploy.local.state import State

FROZEN_SECONDS = 30


@pytest.fixture
def rabbit(tmp_path: Path) -> Iterator[PrivateRabbit]:
    """A node of this test's own: the shared one must not be stopped."""
    state = State.load(tmp_path / ".local")
    first = ports.choose()
    second = ports.choose({first})
    chosen = (first, second, ports.choose({first, second}))
    node = PrivateRabbit(state.data / "rabbit", *chosen, "secret")
    try:
        with node.running(tmp_path / "rabbit.log"):
            yield node
    finally:
        state.wipe()


def erlang_process(node: PrivateRabbit) -> int:
    """The id of the node's own process, below its start script."""
    variable = f"RABBITMQ_MNESIA_BASE={node.folder}/mnesia".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"beam" in (folder / "comm").read_bytes() and variable in (
                folder / "environ"
            ).read_bytes().split(b"\0"):
                return int(folder.name)
        except OSError:
            continue
    raise AssertionError("the node's process was not found")


class TestFrozenBroker:
    async def test_writes_continue_and_events_arrive_after_it_thaws(
        self, database: Database, rabbit: PrivateRabbit, run: Run
    ) -> None:
        async with fresh_broker(rabbit.url) as broker:
            relay = await run(Relay(database, broker))
            consumer = await run(Consumer(SERVICE, database, broker, {OrganizationUpdated: record}))
            await publish_events(database, 10)
            await eventually(lambda: settled(database, 10))

            process = erlang_process(rabbit)
            os.kill(process, signal.SIGSTOP)
            try:
                written, slowest = await write_for(database, FROZEN_SECONDS)
            finally:
                os.kill(process, signal.SIGCONT)
            # One that waited for the broker would have waited until it thawed.
            assert written > 1
            assert slowest < FROZEN_SECONDS / 2
            await eventually(lambda: settled(database, 10 + written), seconds=180)
            assert await handled(database) == 10 + written
            await consumer.stop()
            await relay.stop()


class TestDeletedQueue:
    async def test_the_consumer_declares_it_again_and_continues(
        self, database: Database, broker: Broker, relay: Relay, consumer: Consumer
    ) -> None:
        await publish_events(database, 50)
        await eventually(lambda: settled(database, 50))
        for expected in (100, 150, 200):
            async with broker.connect("vandal") as connection:
                channel = await open_channel(connection)
                await channel.queue_delete(
                    broker.queue_name(SERVICE), if_unused=False, if_empty=False
                )
            # Some of these find no queue, which the relay is answered, and go out later.
            await publish_events(database, 50)
            await eventually(partial(settled, database, expected))
        assert await handled(database) == 200


async def write_for(database: Database, seconds: float) -> tuple[int, float]:
    """Commit an event about every 50 ms; how many there were, and the slowest in seconds."""
    written, slowest = 0, 0.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        await publish_events(database, 1)
        slowest = max(slowest, time.monotonic() - begun)
        written += 1
        await asyncio.sleep(0.05)
    return written, slowest


async def settled(database: Database, messages: int) -> bool:
    return await waiting(database) == 0 and await count_effects(database) == messages
