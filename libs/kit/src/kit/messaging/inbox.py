"""The inbox: each event has its effect once, however often the broker delivers it.

The message's id and the effect are written in one transaction, and the message is acknowledged
after the commit. A handler that raises leaves nothing behind; its message waits in the retry
queues and is parked when the last attempt has failed too.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
import structlog
from aio_pika.abc import AbstractChannel, AbstractIncomingMessage
from contracts.event import Event
from opentelemetry import propagate, trace
from sqlalchemy.dialects.postgresql import insert

from kit import failpoints
from kit.db import AsyncSession, Database, utc_now
from kit.messaging import metrics
from kit.messaging.broker import (
    ATTEMPTS,
    PARKED_AT,
    REASON,
    Broker,
    BrokerLost,
    copy_of,
    open_channel,
    publish,
    raise_lost,
    supervise,
)
from kit.messaging.envelope import SUBJECT, Meta, UnknownType, Unreadable, decode
from kit.messaging.periodic import Sweep
from kit.messaging.tables import inbox

log = structlog.get_logger(__name__)
tracer = trace.get_tracer(__name__)

Handler = Callable[[AsyncSession, Any, Meta], Awaitable[None]]
"""`async def on_charge_paid(session, event: ChargePaid, meta: Meta) -> None`.

It uses the session and commits nothing. Messages of one subject come in their order as long as
nothing fails and one copy runs, so a handler that keeps state compares `meta.sequence` with
what it has and drops what is older.
"""

_insert = insert(inbox).on_conflict_do_nothing().returning(inbox.c.id)
_PRUNE = sa.text("""
WITH portion AS (
    SELECT id FROM inbox WHERE handled_at < now() - interval '30 days'
    LIMIT 5000 FOR UPDATE SKIP LOCKED)
DELETE FROM inbox USING portion WHERE inbox.id = portion.id
""")
_SUSPECT_AFTER = 2
_SPREAD = 0.5
_HANDLER_TIMEOUT = 60.0
_PING_TIMEOUT = 5.0
_STOP_TIMEOUT = 8.0


async def handle_once(
    database: Database, handlers: Mapping[type[Event], Handler], event: Event, meta: Meta
) -> bool:
    """Run the event's handler and write its inbox row in one transaction.

    False, and nothing happens, when the message was handled before; one that another copy is
    handling now is waited for.
    """
    async with database.transaction() as session:
        connection = await session.connection()
        written = await connection.execute(_insert, {"id": meta.id, "type": event.type})
        if written.first() is None:
            return False
        await handlers[type(event)](session, event, meta)
    return True


class DatabaseDown(ConnectionError):
    """The database does not answer: consuming pauses, and no message is blamed for it."""


class Consumer:
    """Feeds the handlers of one service from its queue until it is stopped.

    `lanes` messages are handled at once; those of one subject share a lane and so keep their
    order. A lane that must wait does not hold up the others, within `prefetch`.
    """

    def __init__(
        self,
        service: str,
        database: Database,
        broker: Broker,
        handlers: Mapping[type[Event], Handler],
        *,
        lanes: int = 4,
        prefetch: int = 20,
    ) -> None:
        self._service = service
        self._database = database
        self._broker = broker
        self._handlers = dict(handlers)
        self._lanes = lanes
        self._prefetch = prefetch
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.connected = False

    def start(self) -> None:
        """Begin in the background, whether or not broker and database answer yet."""
        self._task = asyncio.create_task(supervise("consumer", self._session, self._stopping))

    async def stop(self) -> None:
        """Take no more messages and finish those under way, at most 8 s."""
        self._stopping.set()
        if self._task is None:
            return
        await asyncio.wait([self._task], timeout=_STOP_TIMEOUT + 4)
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None

    async def _session(self) -> None:
        if not await self._database_answers():
            # Messages taken now would only be turned back, which counts against them.
            raise DatabaseDown("the database does not answer")
        async with self._broker.connect(f"{self._service}.consumer") as connection:
            channel = await open_channel(connection, prefetch=self._prefetch)
            queue = await self._broker.declare_service(
                channel, self._service, [event_type.type for event_type in self._handlers]
            )
            lanes = [asyncio.Queue[AbstractIncomingMessage | None]() for _ in range(self._lanes)]

            async def enqueue(message: AbstractIncomingMessage) -> None:
                lane = lanes[hash(_subject(message)) % len(lanes)]
                if _deliveries(message) < _SUSPECT_AFTER:
                    lane.put_nowait(message)
                    return
                # Consumers died while they held it, perhaps of it. In a random order those that
                # came back with the deadly one get a chance before it.
                loop = asyncio.get_running_loop()
                loop.call_later(random.uniform(0, _SPREAD), lane.put_nowait, message)  # noqa: S311

            lost = asyncio.Event()
            channel.close_callbacks.add(lambda *_: lost.set())
            underlay = await channel.get_underlay_channel()
            underlay.on_consumer_cancel_callbacks.add(lambda *_: lost.set())
            tag = await queue.consume(enqueue, timeout=10)
            self.connected = True
            workers = [asyncio.create_task(self._work(lane, channel)) for lane in lanes]
            signals = [asyncio.create_task(event.wait()) for event in (lost, self._stopping)]
            try:
                await asyncio.wait([*workers, *signals], return_when=asyncio.FIRST_COMPLETED)
                if not lost.is_set() and not channel.is_closed:
                    await queue.cancel(tag, timeout=5)
            finally:
                self.connected = False
                for signal in signals:
                    signal.cancel()
                await _finish(workers, lanes)
            if lost.is_set():
                raise BrokerLost("the channel was closed or the queue deleted")

    async def _work(
        self, lane: "asyncio.Queue[AbstractIncomingMessage | None]", channel: AbstractChannel
    ) -> None:
        while (message := await lane.get()) is not None and not self._stopping.is_set():
            try:
                await self._handle(message, channel)
            except asyncio.CancelledError as error:
                raise_lost(error)

    async def _handle(self, message: AbstractIncomingMessage, channel: AbstractChannel) -> None:
        try:
            event, meta = decode(message.body)
        except Unreadable as error:
            await self._park(message, channel, str(error))
            return
        except UnknownType:
            await message.ack()
            return
        if type(event) not in self._handlers:
            # A binding that an earlier version of this service has left.
            await message.ack()
            return
        try:
            applied = await self._apply(event, meta)
        except Exception as error:
            if not await self._database_answers():
                raise DatabaseDown("the database does not answer") from error
            log.warning("handler failed", type=event.type, id=str(meta.id), exc_info=error)
            await self._retry(message, channel, f"{type(error).__name__}: {error}")
            return
        failpoints.hit("inbox.after_commit")
        await message.ack()
        if applied:
            metrics.handled.labels(event.type).inc()
            metrics.delay.observe(max(0.0, (utc_now() - meta.time).total_seconds()))
        else:
            metrics.duplicates.labels(event.type).inc()

    async def _apply(self, event: Event, meta: Meta) -> bool:
        parent = propagate.extract({"traceparent": meta.traceparent} if meta.traceparent else {})
        with tracer.start_as_current_span(
            f"handle {event.type}", context=parent, kind=trace.SpanKind.CONSUMER
        ):
            async with asyncio.timeout(_HANDLER_TIMEOUT):
                return await handle_once(self._database, self._handlers, event, meta)

    async def _retry(
        self, message: AbstractIncomingMessage, channel: AbstractChannel, reason: str
    ) -> None:
        attempts = _attempts(message) + 1
        delays = self._broker.retry_delays
        if attempts > len(delays):
            await self._park(message, channel, reason)
            return
        target = self._broker.retry_name(self._service, delays[attempts - 1])
        await self._move(message, channel, target, {ATTEMPTS: attempts, REASON: reason[:500]})
        metrics.retried.labels(message.type or "").inc()

    async def _park(
        self, message: AbstractIncomingMessage, channel: AbstractChannel, reason: str
    ) -> None:
        headers = {
            ATTEMPTS: _attempts(message) + 1,
            REASON: reason[:500],
            PARKED_AT: utc_now().isoformat(),
        }
        await self._move(message, channel, self._broker.dead_name(self._service), headers)
        metrics.parked.labels(message.type or "").inc()
        log.error("message parked", id=message.message_id, type=message.type, reason=reason)

    async def _move(
        self,
        message: AbstractIncomingMessage,
        channel: AbstractChannel,
        target: str,
        headers: dict[str, Any],
    ) -> None:
        """Put a copy with the reason elsewhere, then let go of the message.

        Dying between the two repeats the message, which the inbox makes harmless. Rejecting it
        into a dead-letter exchange would be one step, but to a single place and without reason.
        """
        await publish(channel.default_exchange, copy_of(message, headers), target)
        await message.ack()

    async def _database_answers(self) -> bool:
        try:
            async with (
                asyncio.timeout(_PING_TIMEOUT),
                self._database.engine.connect() as connection,
            ):
                await connection.execute(sa.text("SELECT 1"))
        except Exception:
            return False
        return True


async def _finish(
    workers: "list[asyncio.Task[None]]",
    lanes: "list[asyncio.Queue[AbstractIncomingMessage | None]]",
) -> None:
    """End the workers after the message each has in hand; the broker delivers the rest again."""
    for lane in lanes:
        while not lane.empty():
            lane.get_nowait()
        lane.put_nowait(None)
    _, running = await asyncio.wait(workers, timeout=_STOP_TIMEOUT)
    for worker in running:
        worker.cancel()
    errors = await asyncio.gather(*workers, return_exceptions=True)
    for error in errors:
        if isinstance(error, Exception):
            raise error


def _attempts(message: AbstractIncomingMessage) -> int:
    value = message.headers.get(ATTEMPTS)
    return value if isinstance(value, int) else 0


def _deliveries(message: AbstractIncomingMessage) -> int:
    """How often the broker has delivered it before without an answer."""
    value = message.headers.get("x-delivery-count")
    return value if isinstance(value, int) else 0


def _subject(message: AbstractIncomingMessage) -> str:
    """What must stay in order; a message that does not say is alone."""
    value = message.headers.get(SUBJECT)
    return value if isinstance(value, str) else str(message.delivery_tag)


async def _prune(session: AsyncSession) -> int:
    connection = await session.connection()
    return (await connection.execute(_PRUNE)).rowcount


prune_inbox = Sweep("inbox.prune", timedelta(hours=1), _prune)
"""Rows are kept 30 days, which is longer than any message waits."""
