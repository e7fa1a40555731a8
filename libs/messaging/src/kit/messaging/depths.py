"""Message counts of a service's queues, especially its dead-letter queue."""

import asyncio
from collections.abc import Awaitable, Callable

from kit.database.db import SHARE, AsyncSession, Database, Share
from kit.messaging import metrics
from kit.messaging.broker import Broker, open_channel, supervise

LOOK_EVERY = 15.0
"""Seconds between queries, as often as Prometheus scrapes."""
_TIMEOUT = 10.0


Store = Callable[[AsyncSession, str, int], Awaitable[None]]
"""Stores the number of parked messages in this queue."""


class QueueDepths:
    """Query the broker periodically; while it is down the last numbers stay."""

    def __init__(
        self,
        service: str,
        database: Database,
        broker: Broker,
        store_parked: Store | None = None,
    ) -> None:
        self._service = service
        self._database = database
        self._store_parked = store_parked
        self._broker = broker
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start in the background, even if the broker is down."""
        self._task = asyncio.create_task(supervise("depths", self._poll, self._stopping))

    async def stop(self) -> None:
        self._stopping.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _poll(self) -> None:
        SHARE.set(Share.BACKGROUND)
        async with self._broker.connect(f"{self._service}.depths") as connection:
            channel = await open_channel(connection)
            await self._broker.declare_service(channel, self._service, ())
            while True:
                for name in self._broker.queues(self._service):
                    found = await channel.declare_queue(name, passive=True, timeout=_TIMEOUT)
                    count = found.declaration_result.message_count or 0
                    metrics.queued.labels(name).set(count)
                    if self._store_parked and name == self._broker.dead_name(self._service):
                        async with self._database.transaction() as session:
                            await self._store_parked(session, name, count)
                await asyncio.sleep(LOOK_EVERY)
