"""Broadcasts: events for every running process, such as the end of a session."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog
from aio_pika.abc import AbstractIncomingMessage
from contracts.event import Event
from kit.messaging.broker import Broker, BrokerLost, open_channel, supervise
from kit.messaging.envelope import Unfamiliar, Unreadable, decode
from kit.messaging.spans import handling
from kit.telemetry.request_id import continue_requests

log = structlog.get_logger(__name__)

BroadcastHandler = Callable[[Any], Any]
"""`def on_session_ended(event: SessionEnded) -> None`, plain or async. It may run twice."""

_STOP_TIMEOUT = 8.0


class BroadcastListener:
    """Receive broadcasts while connected; those sent during a gap are lost.

    `on_reconnect` is awaited after each reconnection, to catch up.
    """

    def __init__(
        self,
        service: str,
        broker: Broker,
        handlers: Mapping[type[Event], BroadcastHandler],
        *,
        on_reconnect: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self._service = service
        self._broker = broker
        self._handlers = dict(handlers)
        self._on_reconnect = on_reconnect
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.connected = False
        self.bound = asyncio.Event()
        """Set once the first connection receives broadcasts."""

    def start(self) -> None:
        """Start in the background, even if the broker is down."""
        self._task = asyncio.create_task(supervise("broadcasts", self._session, self._stopping))

    async def stop(self) -> None:
        self._stopping.set()
        if self._task is None:
            return
        await asyncio.wait([self._task], timeout=_STOP_TIMEOUT)
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None

    async def _session(self) -> None:
        async with self._broker.connect(f"{self._service}.broadcasts") as connection:
            channel = await open_channel(connection, prefetch=100)
            queue = await self._broker.declare_broadcast(
                channel, [event_type.type for event_type in self._handlers]
            )
            lost = asyncio.Event()
            channel.close_callbacks.add(lambda *_: lost.set())
            underlay = await channel.get_underlay_channel()
            underlay.on_consumer_cancel_callbacks.add(lambda *_: lost.set())
            await queue.consume(self._hear, no_ack=True, timeout=10)
            if self.bound.is_set() and self._on_reconnect is not None:
                await self._on_reconnect()
            self.bound.set()
            self.connected = True
            signals = [asyncio.create_task(event.wait()) for event in (lost, self._stopping)]
            try:
                await asyncio.wait(signals, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self.connected = False
                for signal in signals:
                    signal.cancel()
            if lost.is_set():
                raise BrokerLost("the channel was closed or the queue deleted")

    async def _hear(self, message: AbstractIncomingMessage) -> None:
        try:
            event, meta = decode(message.body)
            handler = self._handlers.get(type(event))
            if handler is None:
                return
            causes = [meta.requestid] if meta.requestid else []
            with continue_requests(causes), handling(event.type, [meta]):
                result = handler(event)
                if inspect.isawaitable(result):
                    await result
        except (Unfamiliar, Unreadable) as error:
            log.warning("broadcast not readable", type=message.type, reason=str(error))
        except Exception:
            log.exception("broadcast handler failed", type=message.type)
