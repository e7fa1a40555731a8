"""Names, topology, connections and confirmed publishing.

Connections do not restore themselves: after any loss `supervise` starts a new session, which
declares its topology again. So a broker restart, a closed channel and a deleted queue are handled
like the first start.
"""

import asyncio
import random
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NoReturn
from urllib.parse import urlencode

import aio_pika
import structlog
from aio_pika.abc import (
    AbstractChannel,
    AbstractConnection,
    AbstractExchange,
    AbstractIncomingMessage,
    AbstractQueue,
)
from contracts.consumers import CONSUMERS
from contracts.event import EVENTS, Event
from kit.messaging.envelope import SUBJECT

log = structlog.get_logger(__name__)

RETRY_DELAYS = (timedelta(seconds=5), timedelta(seconds=30), timedelta(minutes=5))

DELIVERY_LIMIT = 100
"""Delivery limit of a message whose consumer dies before it acknowledges.

A lost connection counts for all prefetched messages, so the brokers' defaults (none in 3.x, 20 in
4.x) do not fit. The consumer itself counts handlers that raise.
"""
ATTEMPTS = "x-itqan-attempts"
REASON = "x-itqan-reason"
PARKED_AT = "x-itqan-parked-at"
WAITS_SINCE = "x-itqan-waits-since"

_CONNECT_TIMEOUT = 10.0
_CLOSE_TIMEOUT = 2.0
_TOPOLOGY_TIMEOUT = 10.0
_PUBLISH_TIMEOUT = 5.0
_MAX_PAUSE = 5.0
_STEADY_AFTER = 10.0


class BrokerLost(ConnectionError):
    """The connection or channel was lost, or the broker did not answer in time."""


class Broker:
    """Address of the broker. `namespace` separates several systems on one broker."""

    def __init__(
        self,
        url: str,
        *,
        namespace: str = "itqan",
        retry_delays: Sequence[timedelta] = RETRY_DELAYS,
        consumers: Mapping[str, Iterable[type[Event]]] = CONSUMERS,
    ) -> None:
        self._url = url
        self.namespace = namespace
        self.retry_delays = tuple(retry_delays)
        self._consumers = consumers
        self.exchange_name = f"{namespace}.events"

    def queue_name(self, service: str) -> str:
        """Return the queue that all replicas of a service share."""
        return f"{self.namespace}.{service}"

    def urgent_name(self, service: str) -> str:
        """Return the queue of urgent messages, which bulk messages do not delay."""
        return f"{self.namespace}.{service}.urgent"

    def dead_name(self, service: str) -> str:
        """Return the dead-letter queue of a service."""
        return f"{self.namespace}.{service}.dead"

    def retry_name(self, service: str, delay: timedelta) -> str:
        """Return the queue in which a failed message waits for `delay` before its retry."""
        return f"{self.namespace}.{service}.retry-{_milliseconds(delay)}ms"

    def queues(self, service: str) -> dict[str, dict[str, Any]]:
        """Return the arguments of a service's queues by name.

        The two consumed queues come last, after the queues that they dead-letter to.
        """
        name, dead = self.queue_name(service), self.dead_name(service)
        retries = {
            self.retry_name(service, delay): {
                "x-message-ttl": _milliseconds(delay),
                **_dead_letter(name),
            }
            for delay in self.retry_delays
        }
        own = {"x-delivery-limit": DELIVERY_LIMIT, **_dead_letter(dead)}
        found = {
            dead: {"x-delivery-limit": 1_000_000},
            **retries,
            self.urgent_name(service): own,
            name: own,
        }
        return {each: {"x-queue-type": "quorum", **found[each]} for each in found}

    @asynccontextmanager
    async def connect(self, name: str) -> AsyncIterator[AbstractConnection]:
        """Open a connection that is closed at the end, even if the broker does not answer.

        Raises an `aio_pika` or connection error, or `TimeoutError` after 10 s.
        """
        options = urlencode({"heartbeat": 10, "name": name})
        url = f"{self._url}{'&' if '?' in self._url else '?'}{options}"
        async with asyncio.timeout(_CONNECT_TIMEOUT):
            connection = await aio_pika.connect(url)
        try:
            yield connection
        finally:
            try:
                async with asyncio.timeout(_CLOSE_TIMEOUT):
                    await connection.close()
            except TimeoutError:
                log.warning("broker did not answer the goodbye", connection=name)

    def bindings(self, service: str, types: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the queues and routing keys for the types that a service handles."""
        for event_type in types:
            yield self.queue_name(service), event_type
            if event_type in EVENTS and EVENTS[event_type].may_be_urgent():
                yield self.urgent_name(service), routing_key(event_type, urgent=True)

    async def declare_exchange(self, channel: AbstractChannel) -> AbstractExchange:
        """Declare the exchange of all events."""
        return await channel.declare_exchange(
            self.exchange_name,
            aio_pika.ExchangeType.TOPIC,
            durable=True,
            timeout=_TOPOLOGY_TIMEOUT,
        )

    async def declare_service(
        self,
        channel: AbstractChannel,
        service: str,
        types: Iterable[str],
        *,
        stale: Iterable[str] = (),
    ) -> tuple[AbstractQueue, AbstractQueue]:
        """Declare a service's queues, bind its types and unbind the `stale` ones.

        Return the two consumed queues, the urgent one first.
        """
        await self.declare_exchange(channel)
        queues = {
            name: await channel.declare_queue(
                name, durable=True, arguments=arguments, timeout=_TOPOLOGY_TIMEOUT
            )
            for name, arguments in self.queues(service).items()
        }
        for name, key in self.bindings(service, types):
            await queues[name].bind(self.exchange_name, key, timeout=_TOPOLOGY_TIMEOUT)
        for name, key in self.bindings(service, stale):
            await queues[name].unbind(self.exchange_name, key, timeout=_TOPOLOGY_TIMEOUT)
        return queues[self.urgent_name(service)], queues[self.queue_name(service)]

    async def declare_broadcast(
        self, channel: AbstractChannel, types: Iterable[str]
    ) -> AbstractQueue:
        """Declare an exclusive queue of this connection."""
        await self.declare_exchange(channel)
        queue = await channel.declare_queue(
            exclusive=True,
            auto_delete=True,
            # A process that stops consuming must not fill the broker.
            arguments={"x-max-length": 10_000},
            timeout=_TOPOLOGY_TIMEOUT,
        )
        for event_type in types:
            await queue.bind(self.exchange_name, event_type, timeout=_TOPOLOGY_TIMEOUT)
        return queue

    async def declare_all(self, channel: AbstractChannel) -> AbstractExchange:
        """Declare the queues of every consumer before publishing.

        An event only reaches queues that are bound at that time. So services may start in any
        order, or be down.
        """
        for service, events in self._consumers.items():
            await self.declare_service(channel, service, [event.type for event in events])
        return await self.declare_exchange(channel)


def routing_key(event_type: str, *, urgent: bool) -> str:
    """Return the routing key of an event; urgent events have a queue of their own."""
    return f"urgent.{event_type}" if urgent else event_type


async def open_channel(
    connection: AbstractConnection, *, prefetch: int | None = None
) -> AbstractChannel:
    """Open a channel with confirms; an unroutable mandatory message raises."""
    channel = connection.channel(publisher_confirms=True, on_return_raises=True)
    await channel.initialize(timeout=_TOPOLOGY_TIMEOUT)
    if prefetch is not None:
        await channel.set_qos(prefetch, timeout=_TOPOLOGY_TIMEOUT)
    return channel


async def publish(
    exchange: AbstractExchange,
    message: aio_pika.Message,
    routing_key: str,
    *,
    mandatory: bool = True,
) -> None:
    """Publish and wait at most 5 s for the broker's confirm.

    Raises `aio_pika.exceptions.DeliveryError` (`PublishError` if unroutable) if the broker refuses
    the message, and `BrokerLost` if the result is unknown.
    """
    try:
        async with asyncio.timeout(_PUBLISH_TIMEOUT):
            assert isinstance(exchange, aio_pika.Exchange)
            channel = await exchange.channel.get_underlay_channel()
            if channel.is_closed:
                raise BrokerLost("the channel was closed")
            # Like `exchange.publish`, without waiting for each write: many messages share one. The
            # confirm is awaited.
            await channel.basic_publish(  # type: ignore[call-arg]
                message.body,
                exchange=exchange.name,
                routing_key=routing_key,
                properties=message.properties,
                mandatory=mandatory,
                wait=False,
            )
    except aio_pika.exceptions.DeliveryError:
        raise
    except (aio_pika.exceptions.AMQPError, OSError, RuntimeError) as error:
        raise BrokerLost(str(error) or type(error).__name__) from error
    except asyncio.CancelledError as error:
        raise_lost(error)


def raise_lost(error: asyncio.CancelledError) -> NoReturn:
    """Distinguish the cancellation of this task from that of a lost connection's future.

    The client library raises the same exception for both.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise error
    raise BrokerLost("the connection was closed") from error


def copy_message(message: AbstractIncomingMessage, headers: dict[str, Any]) -> aio_pika.Message:
    """Copy a message with these headers.

    The broker's own headers are dropped, since it would count them.
    """
    return aio_pika.Message(
        message.body,
        headers={SUBJECT: message.headers.get(SUBJECT), **headers},
        content_type=message.content_type,
        message_id=message.message_id,
        type=message.type,
        app_id=message.app_id,
        timestamp=message.timestamp,
        delivery_mode=aio_pika.DeliveryMode.PERSISTENT,
    )


async def supervise(
    name: str, session: Callable[[], Awaitable[None]], stopping: asyncio.Event
) -> None:
    """Restart a session whenever it ends, with jittered backoff of at most 5 s."""
    pause = 0.1
    while not stopping.is_set():
        started = asyncio.get_running_loop().time()
        try:
            await session()
        except asyncio.CancelledError as error:
            try:
                raise_lost(error)
            except BrokerLost as lost:
                log.warning("messaging session lost", session=name, reason=str(lost))
        except Exception as error:
            log.warning("messaging session lost", session=name, reason=str(error) or repr(error))
        if stopping.is_set():
            return
        if asyncio.get_running_loop().time() - started > _STEADY_AFTER:
            pause = 0.1
        try:
            async with asyncio.timeout(pause * random.uniform(0.5, 1.5)):  # noqa: S311
                await stopping.wait()
        except TimeoutError:
            pause = min(pause * 2, _MAX_PAUSE)


def _dead_letter(target: str) -> dict[str, Any]:
    """Build the arguments that dead-letter to `target` at least once."""
    return {
        "x-dead-letter-exchange": "",
        "x-dead-letter-routing-key": target,
        "x-dead-letter-strategy": "at-least-once",
        # At-least-once dead-lettering requires it.
        "x-overflow": "reject-publish",
    }


def _milliseconds(delay: timedelta) -> int:
    return int(delay.total_seconds() * 1000)
