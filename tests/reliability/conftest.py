"""A database and a broker namespace for each fault, and how often crashes are repeated."""

import logging
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
import structlog
from contracts.identity import OrganizationUpdated
from kit.database.db import Database
from kit.messaging.broker import Broker
from kit.messaging.inbox import Consumer
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    P,
    Run,
    eventually,
    fresh_broker,
    fresh_messaging_database,
    record,
)

from tests.reliability.processes import World


@pytest.fixture(scope="session")
def rounds() -> int:
    """Return the number of crashes at each failpoint: ten, or `ITQAN_FAULTS`."""
    return int(os.environ.get("ITQAN_FAULTS", "10"))


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    """Failures are provoked here by the hundred."""
    level = structlog.make_filtering_bound_logger(logging.CRITICAL)
    before = structlog.get_config()
    structlog.configure(wrapper_class=level, cache_logger_on_first_use=False)
    yield
    structlog.configure(**before)


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_messaging_database(postgres_url) as database:
        yield database


@pytest.fixture
async def broker(broker_url: str) -> AsyncIterator[Broker]:
    async with fresh_broker(broker_url) as broker:
        yield broker


@pytest.fixture
def world(database: Database, broker: Broker, broker_url: str) -> World:
    return World.of(database, broker, broker_url)


@pytest.fixture
async def run(database: Database) -> AsyncIterator[Run]:
    """Start a relay or a consumer in the test's own process; it stops with the test."""
    async with AsyncExitStack() as stack:

        async def start(part: P) -> P:
            part.start()
            stack.push_async_callback(part.stop)
            await eventually(lambda: part.connected)
            return part

        yield start


@pytest.fixture
async def relay(database: Database, broker: Broker, run: Run) -> Relay:
    return await run(Relay(database, broker))


@pytest.fixture
async def consumer(database: Database, broker: Broker, run: Run) -> Consumer:
    return await run(Consumer(SERVICE, database, broker, {OrganizationUpdated: record}))
