"""A database and a broker namespace for each test, so that none sees another's messages."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
import structlog
from contracts.identity import OrganizationUpdated
from kit.database.db import Database
from kit.messaging.broker import Broker
from kit.messaging.inbox import Consumer, Handler
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    P,
    StartConsumer,
    StartRelay,
    eventually,
    fresh_broker,
    fresh_messaging_database,
    record,
)

from deploy.local import ports


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    """Failures are provoked here by the hundred; rendering each traceback takes longer."""
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


@asynccontextmanager
async def _started(part: P) -> AsyncIterator[P]:
    part.start()
    try:
        await eventually(lambda: part.connected)
        yield part
    finally:
        await part.stop()


@pytest.fixture
async def consume(database: Database, broker: Broker) -> AsyncIterator[StartConsumer]:
    """Start a consumer, by default one whose effect is a row; it stops with the test."""
    async with AsyncExitStack() as stack:

        async def start(handler: Handler = record, **options: Any) -> Consumer:
            consumer = Consumer(
                SERVICE, database, broker, {OrganizationUpdated: handler}, **options
            )
            return await stack.enter_async_context(_started(consumer))

        yield start


@pytest.fixture
async def relay(database: Database, broker: Broker) -> AsyncIterator[StartRelay]:
    """Start a relay; it stops with the test."""
    async with AsyncExitStack() as stack:

        async def start(**options: Any) -> Relay:
            return await stack.enter_async_context(_started(Relay(database, broker, **options)))

        yield start


class Proxy:
    """Proxy before the broker, so that a test can interrupt it without stopping the broker."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        # Reserve the port, so that no other process answers there while the proxy is closed.
        self.port = ports.choose()

    async def open(self) -> None:
        """Let clients through."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """Refuse new clients and drop those that are connected."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        upstream_reader, upstream_writer = await asyncio.open_connection(*self._target)
        try:
            with suppress(asyncio.CancelledError, ConnectionError):
                await asyncio.gather(_copy(reader, upstream_writer), _copy(upstream_reader, writer))
        finally:
            writer.close()
            upstream_writer.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        target.write(data)
        await target.drain()
    target.close()


@pytest.fixture
async def proxy(broker_url: str) -> AsyncIterator[Proxy]:
    """A closed proxy before the broker; its port answers once `open` is awaited."""
    parts = urlsplit(broker_url)
    proxy = Proxy(parts.hostname or "127.0.0.1", parts.port or 5672)
    yield proxy
    await proxy.cut()


@pytest.fixture
def proxied(broker: Broker, broker_url: str, proxy: Proxy) -> Broker:
    """The broker's namespace as it is seen through the proxy."""
    parts = urlsplit(broker_url)
    url = f"{parts.scheme}://{parts.username}:{parts.password}@127.0.0.1:{proxy.port}/"
    return Broker(url, namespace=broker.namespace, retry_delays=broker.retry_delays)
