"""Messaging parts of a process, according to its role."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from contracts.event import Event
from kit.core.config import KitSettings, Role
from kit.database.db import Database
from kit.messaging import bindings, inbox, metrics, relay
from kit.messaging.broadcast import BroadcastHandler, BroadcastListener
from kit.messaging.broker import Broker
from kit.messaging.depths import QueueDepths, Store
from kit.messaging.inbox import Consumer, Handler
from kit.messaging.periodic import Periodic, Task
from kit.messaging.relay import Relay
from structlog import get_logger

log = get_logger(__name__)

_BIND_TIMEOUT = 5.0


class Messaging:
    """Relay, broadcasts, consumer and periodic work of one process.

    Every role publishes its commits. `api` and `all` listen to broadcasts; `worker` and `all`
    handle events and run periodic work. The API serves even while the broker is down.
    """

    def __init__(
        self,
        service: str,
        settings: KitSettings,
        database: Database,
        *,
        handlers: Mapping[type[Event], Handler],
        broadcasts: Mapping[type[Event], BroadcastHandler],
        tasks: Sequence[Task[Any]] = (),
        context: object = None,
        on_reconnect: Callable[[], Awaitable[object]] | None = None,
        store_parked: Store | None = None,
        broker: Broker | None = None,
    ) -> None:
        broker = broker or Broker(settings.broker_url)
        metrics.connected.set_function(lambda: self.connected)
        self._relay = Relay(database, broker)
        self._depths: QueueDepths | None = None
        self._listener: BroadcastListener | None = None
        self._consumer: Consumer | None = None
        self._periodic: Periodic | None = None
        if settings.role is not Role.WORKER and broadcasts:
            self._listener = BroadcastListener(
                service, broker, broadcasts, on_reconnect=on_reconnect
            )
        if settings.role is not Role.API:
            own = [*relay.TASKS, *inbox.TASKS]
            if handlers:
                own.append(bindings.renew_sweep([event_type.type for event_type in handlers]))
                self._consumer = Consumer(service, database, broker, handlers)
                self._depths = QueueDepths(service, database, broker, store_parked)
            self._periodic = Periodic(database, [*tasks, *own], context)

    @property
    def connected(self) -> bool:
        """Tell if all parts are connected to the broker."""
        parts = (self._relay, self._listener, self._consumer)
        return all(part.connected for part in parts if part is not None)

    async def start(self) -> None:
        """Start all parts, and wait at most 5 s until broadcasts are received."""
        self._relay.start()
        if self._consumer is not None:
            self._consumer.start()
        if self._depths is not None:
            self._depths.start()
        if self._periodic is not None:
            self._periodic.start()
        if self._listener is not None:
            self._listener.start()
            try:
                async with asyncio.timeout(_BIND_TIMEOUT):
                    await self._listener.bound.wait()
            except TimeoutError:
                log.warning("the broker does not answer yet; starting without it")

    async def stop(self) -> None:
        """Stop taking work, finish running work, and publish its events."""
        parts = (self._consumer, self._periodic, self._listener, self._depths)
        await asyncio.gather(*(part.stop() for part in parts if part is not None))
        await self._relay.stop()
