"""Processes of the fault tests, which are really killed.

A fork server imports everything once, so that a process starts in a few hundredths of a second.
"""

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import timedelta
from multiprocessing.context import ForkServerProcess
from typing import Any

import sqlalchemy as sa
import structlog
from contracts.identity import OrganizationUpdated
from kit.database.db import Database
from kit.messaging import broker as broker_module
from kit.messaging import inbox, metrics
from kit.messaging.broker import Broker
from kit.messaging.inbox import Batched, Consumer
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    count_effects,
    eventually,
    publish_events,
    record,
    record_all,
    waiting,
)

KILLED = 9
"""The exit code of a process that died at a failpoint."""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__])


@dataclass(frozen=True)
class World:
    """Addresses of a process's database and broker."""

    database_url: str
    broker_url: str
    namespace: str
    retry_delays: tuple[timedelta, ...]
    delivery_limit: int = broker_module.DELIVERY_LIMIT
    deduplicates: bool = True
    """Off in controls, which show that the tests would see a double effect."""

    @classmethod
    def of(cls, database: Database, broker: Broker, broker_url: str) -> "World":
        """The surroundings of a test."""
        return cls(database.url, broker_url, broker.namespace, broker.retry_delays)

    def but(self, **changes: Any) -> "World":
        """The same with changes."""
        return replace(self, **changes)


Work = Callable[..., Coroutine[Any, Any, None]]


def start(
    work: Work, world: World, *, failpoint: str | None = None, **options: Any
) -> ForkServerProcess:
    """Begin `work(database, broker, **options)` in a new process."""
    process = _forks.Process(target=_run, args=(work, world, failpoint, options), daemon=True)
    process.start()
    return process


async def ended(process: ForkServerProcess, *, seconds: float = 90) -> int:
    """Wait for a process and return its exit code."""
    await eventually(lambda: process.exitcode is not None, seconds=seconds, every=0.005)
    code = process.exitcode
    process.close()
    assert code is not None
    return code


def _run(work: Work, world: World, failpoint: str | None, options: dict[str, Any]) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    os.environ["ITQAN_ENV"] = "test"
    if failpoint:
        os.environ["ITQAN_FAILPOINT"] = failpoint
    broker_module.DELIVERY_LIMIT = world.delivery_limit
    if not world.deduplicates:
        vars(inbox)["_insert"] = sa.text("SELECT CAST(:id AS uuid), CAST(:type AS text)")
        vars(inbox)["_insert_all"] = sa.text(
            "SELECT unnest(CAST(:ids AS uuid[])), CAST(:type AS text)"
        )
    asyncio.run(_work(work, world, options))


async def _work(work: Work, world: World, options: dict[str, Any]) -> None:
    database = Database(world.database_url)
    broker = Broker(world.broker_url, namespace=world.namespace, retry_delays=world.retry_delays)
    await work(database, broker, **options)
    await database.close()


async def publish_and_relay(database: Database, broker: Broker, *, count: int) -> None:
    """Commit `count` events and relay until none waits."""
    relay = Relay(database, broker)
    relay.start()
    await publish_events(database, count)
    await eventually(lambda: _none_waits(database), every=0.01)
    await relay.stop()


async def relay_all(database: Database, broker: Broker, *, counts: Any) -> None:
    """Relay until none waits, and print how many this process has published."""
    relay = Relay(database, broker)
    relay.start()
    await eventually(lambda: _none_waits(database), seconds=180, every=0.05)
    await relay.stop()
    counts.put(metrics.published.labels(OrganizationUpdated.type)._value.get())


async def consume_until(
    database: Database, broker: Broker, *, messages: int, batched: bool = False
) -> None:
    """Consume until this many distinct messages have taken effect."""
    handler = Batched(record_all, every=timedelta(seconds=0.1)) if batched else record
    consumer = Consumer(SERVICE, database, broker, {OrganizationUpdated: handler})
    consumer.start()
    await eventually(lambda: _have_effect(database, messages), every=0.01)
    await consumer.stop()


async def hold(database: Database, broker: Broker, *, prefetch: int) -> None:
    """Take messages and never answer."""

    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    Consumer(SERVICE, database, broker, {OrganizationUpdated: never}, prefetch=prefetch).start()
    await asyncio.Event().wait()


async def consume_with_poison(database: Database, broker: Broker) -> None:
    """Handle until killed; the message named `poison` kills the process."""

    async def die_of_poison(session: Any, event: OrganizationUpdated, meta: Any) -> None:
        if event.name_en == "poison":
            os._exit(KILLED)
        await record(session, event, meta)

    Consumer(SERVICE, database, broker, {OrganizationUpdated: die_of_poison}).start()
    await asyncio.Event().wait()


async def _none_waits(database: Database) -> bool:
    return await waiting(database) == 0


async def _have_effect(database: Database, messages: int) -> bool:
    return await count_effects(database) >= messages
