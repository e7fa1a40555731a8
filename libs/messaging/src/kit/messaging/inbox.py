"""Inbox: each event takes effect once, however often the broker delivers it.

The message's ID and the effect are written in one transaction, and the message is acknowledged
after the commit. If a handler raises, nothing is written; the message goes to the retry queues and
is parked after the last attempt.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import sqlalchemy as sa
import structlog
from aio_pika.abc import (
    AbstractChannel,
    AbstractExchange,
    AbstractIncomingMessage,
    AbstractQueue,
)
from contracts.event import EVENTS, Event
from kit.core import failpoints
from kit.database.db import (
    SHARE,
    AsyncSession,
    Database,
    PoolTimeout,
    Share,
    advisory_lock,
    utc_now,
)
from kit.messaging import bindings, metrics
from kit.messaging.broker import (
    ATTEMPTS,
    PARKED_AT,
    REASON,
    WAITS_SINCE,
    Broker,
    BrokerLost,
    copy_message,
    open_channel,
    publish,
    raise_lost,
    supervise,
)
from kit.messaging.envelope import Meta, Unfamiliar, Unreadable, decode
from kit.messaging.lanes import Lane, Lanes, is_suspect
from kit.messaging.periodic import Sweep
from kit.messaging.spans import handling
from kit.messaging.tables import inbox
from kit.telemetry.request_id import continue_requests
from sqlalchemy.dialects.postgresql import insert

log = structlog.get_logger(__name__)

Handler = Callable[[AsyncSession, Any, Meta], Awaitable[None]]
"""`async def on_charge_paid(session, event: ChargePaid, meta: Meta) -> None`.

It uses the session without committing. Messages of one subject are ordered only while nothing fails
and one replica runs. So handlers that keep state compare `meta.sequence` and drop stale events.
"""

Events = Sequence[tuple[Any, Meta]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Batched:
    """A handler for batches of one event type, for events that arrive in bursts.

    `handle(session, [(event, meta), …])` gets the events in order of arrival, without duplicates,
    at most once every `every` per process unless the queue is long. If it raises, it is called for
    each event alone, so that a bad event does not block others. Order is kept only within the type.
    """

    handle: Callable[[AsyncSession, Events], Awaitable[None]]
    every: timedelta

    async def __call__(self, session: AsyncSession, event: Any, meta: Meta) -> None:
        """Handle a single event."""
        await self.handle(session, [(event, meta)])


_insert = insert(inbox).on_conflict_do_nothing().returning(inbox.c.id)
_insert_all = sa.text("""
INSERT INTO inbox (id, type) SELECT unnest(CAST(:ids AS uuid[])), :type
ON CONFLICT DO NOTHING RETURNING id
""")
_PRUNE = sa.text("""
WITH portion AS (
    SELECT id FROM inbox WHERE handled_at < now() - interval '30 days'
    LIMIT 5000 FOR UPDATE SKIP LOCKED)
DELETE FROM inbox USING portion WHERE inbox.id = portion.id
""")
_SPREAD = 0.5
_HANDLER_TIMEOUT = 60.0
_MAX_WAIT = timedelta(hours=24)
"""Maximum wait of an event for a replica that can read it; then it is parked."""
_PING_TIMEOUT = 5.0
_STOP_TIMEOUT = 8.0


async def handle_once(
    database: Database, handlers: Mapping[type[Event], Handler], event: Event, meta: Meta
) -> bool:
    """Run the event's handler and write its inbox row in one transaction.

    Return False without effect for a duplicate. Wait for another replica that is handling the
    message.
    """
    async with database.transaction() as session:
        connection = await session.connection()
        written = await connection.execute(_insert, {"id": meta.id, "type": event.type})
        if written.first() is None:
            return False
        await handlers[type(event)](session, event, meta)
    return True


async def handle_batch(database: Database, handler: Batched, events: Events) -> set[UUID]:
    """Run the handler for events of one type and write their inbox rows in one transaction.

    Return the IDs of the new events; duplicates are not passed to the handler.
    """
    by_id = {meta.id: (event, meta) for event, meta in events}
    async with database.transaction() as session:
        connection = await session.connection()
        # Insert in a fixed order, so that replicas with overlapping events cannot deadlock.
        values = {"ids": sorted(by_id), "type": events[0][0].type}
        new = set((await connection.execute(_insert_all, values)).scalars())
        if new:
            await handler.handle(session, [by_id[id_] for id_ in by_id if id_ in new])
    return new


class DatabaseDown(ConnectionError):
    """The database does not answer: consuming pauses, and no attempt is counted."""


class Consumer:
    """Consume a service's two queues until stopped.

    Each queue has `lanes` concurrent messages, the urgent one half as many, plus one batch per
    `Batched` type. Messages of one subject share a lane, so they stay in order. A waiting lane does
    not block others, up to `prefetch`: 20, or 200 with batches of at most half of that.
    """

    def __init__(
        self,
        service: str,
        database: Database,
        broker: Broker,
        handlers: Mapping[type[Event], Handler],
        *,
        lanes: int = 4,
        prefetch: int | None = None,
    ) -> None:
        self._service = service
        self._database = database
        self._broker = broker
        self._handlers = dict(handlers)
        self._lanes = lanes
        self._batched = {
            event_type.type: handler.every.total_seconds()
            for event_type, handler in handlers.items()
            if isinstance(handler, Batched)
        }
        self._prefetch = prefetch or (200 if self._batched else 20)
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.connected = False

    def start(self) -> None:
        """Start in the background, even if broker and database are down."""
        self._task = asyncio.create_task(supervise("consumer", self._session, self._stopping))

    async def stop(self) -> None:
        """Stop consuming, and finish running handlers within 8 s."""
        self._stopping.set()
        if self._task is None:
            return
        await asyncio.wait([self._task], timeout=_STOP_TIMEOUT + 4)
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None

    async def _session(self) -> None:
        SHARE.set(Share.CONSUMERS)
        if not await self._database_answers():
            # Messages taken now would be returned, which counts towards their delivery limit.
            raise DatabaseDown("the database does not answer")
        async with self._broker.connect(f"{self._service}.consumer") as connection:
            channel = await open_channel(connection, prefetch=self._prefetch)
            urgent, others = await self._declare(channel)
            self._default_exchange: AbstractExchange = channel.default_exchange
            lost = asyncio.Event()
            channel.close_callbacks.add(lambda *_: lost.set())
            underlay = await channel.get_underlay_channel()
            underlay.on_consumer_cancel_callbacks.add(lambda *_: lost.set())
            lanes: list[Lane] = []
            tags: dict[str, AbstractQueue] = {}
            for queue, count in ((urgent, max(1, self._lanes // 2)), (others, self._lanes)):
                own = Lanes(count, self._batched, self._prefetch // 2)
                enqueue = partial(_enqueue, own)
                tags[await queue.consume(enqueue, timeout=10)] = queue
                lanes.extend(own)
            self.connected = True
            workers = [asyncio.create_task(self._work(lane)) for lane in lanes]
            signals = [asyncio.create_task(event.wait()) for event in (lost, self._stopping)]
            try:
                await asyncio.wait([*workers, *signals], return_when=asyncio.FIRST_COMPLETED)
                if not lost.is_set() and not channel.is_closed:
                    for tag, queue in tags.items():
                        await queue.cancel(tag, timeout=5)
            finally:
                self.connected = False
                for signal in signals:
                    signal.cancel()
                await _finish(workers, lanes)
            if lost.is_set():
                raise BrokerLost("the channel was closed or the queue deleted")

    async def _declare(self, channel: AbstractChannel) -> tuple[AbstractQueue, AbstractQueue]:
        """Bind the types that this replica handles, and unbind types that no replica handles.

        The lock excludes unbinding by a replica of another release between the two steps.
        """
        types = [event_type.type for event_type in self._handlers]
        async with self._database.transaction() as session:
            await advisory_lock(session, bindings.LOCK)
            await bindings.declare(session, types)
            stale = EVENTS.keys() - await bindings.find_handled(session)
            return await self._broker.declare_service(
                channel, self._service, types, stale=sorted(stale)
            )

    async def _work(self, lane: Lane) -> None:
        while (messages := await lane.take()) and not self._stopping.is_set():
            try:
                if len(messages) == 1 or not await self._handle_together(messages):
                    await self._handle_each(messages)
            except asyncio.CancelledError as error:
                raise_lost(error)

    async def _handle_together(self, messages: Sequence[AbstractIncomingMessage]) -> bool:
        """Handle the batch; return False without effect if it fails."""
        try:
            events = [decode(message.body) for message in messages]
        except (Unreadable, Unfamiliar):
            return False
        kind, *others = {type(event) for event, _ in events}
        handler = self._handlers.get(kind)
        if others or not isinstance(handler, Batched):
            return False
        metas = [meta for _, meta in events]
        try:
            with continue_requests(_causes(metas)), handling(kind.type, metas):
                new = await _with_connection(lambda: handle_batch(self._database, handler, events))
                log.info("events handled", type=kind.type, count=len(new))
        except Exception as error:
            await self._unless_down(error)
            log.warning("batch failed", type=kind.type, count=len(events), exc_info=error)
            return False
        failpoints.hit("inbox.after_batch")
        for message in messages:
            await message.ack()
        _count([meta for _, meta in events if meta.id in new], kind, len(events) - len(new))
        return True

    async def _handle_each(self, messages: Sequence[AbstractIncomingMessage]) -> None:
        for message in messages:
            if self._stopping.is_set():
                return
            await self._handle(message)

    async def _handle(self, message: AbstractIncomingMessage) -> None:
        try:
            event, meta = decode(message.body)
        except Unreadable as error:
            await self._park(message, str(error))
            return
        except Unfamiliar as error:
            await self._wait(message, str(error))
            return
        with continue_requests(_causes([meta])):
            await self._handle_event(message, event, meta)

    async def _handle_event(
        self, message: AbstractIncomingMessage, event: Event, meta: Meta
    ) -> None:
        try:
            if type(event) not in self._handlers:
                await self._pass_on(message, event.type)
                return
            applied = await self._apply(event, meta)
        except Exception as error:
            await self._unless_down(error)
            log.warning("handler failed", type=event.type, id=str(meta.id), exc_info=error)
            await self._retry(message, f"{type(error).__name__}: {error}")
            return
        if applied:
            log.info("event handled", type=event.type, id=str(meta.id))
        failpoints.hit("inbox.after_commit")
        await message.ack()
        _count([meta] if applied else [], type(event), not applied)

    async def _unless_down(self, error: Exception) -> None:
        """Raise `DatabaseDown` if the database, not the message or its handler, caused the
        error."""
        if not await self._database_answers():
            raise DatabaseDown("the database does not answer") from error

    async def _apply(self, event: Event, meta: Meta) -> bool:
        with handling(event.type, [meta]):
            return await _with_connection(
                lambda: handle_once(self._database, self._handlers, event, meta)
            )

    async def _pass_on(self, message: AbstractIncomingMessage, event_type: str) -> None:
        """Let an event wait for a replica that handles its type, or drop it if none runs."""
        if event_type in await _with_connection(self._find_handled):
            await self._wait(message, f"no handler: {event_type}")
            return
        await message.ack()
        metrics.unhandled.labels(event_type).inc()

    async def _find_handled(self) -> frozenset[str]:
        async with self._database.transaction() as session:
            return await bindings.find_handled(session)

    async def _wait(self, message: AbstractIncomingMessage, reason: str) -> None:
        """Return an event for a replica of another release, without counting an attempt."""
        now = utc_now()
        since = _waits_since(message) or now
        if now - since >= _MAX_WAIT:
            await self._park(message, reason)
            return
        delays = self._broker.retry_delays
        delay = next((each for each in delays if now - since < each), delays[-1])
        headers = {
            ATTEMPTS: _attempts(message),
            REASON: reason[:500],
            WAITS_SINCE: since.isoformat(),
        }
        target = self._broker.retry_name(self._service, delay)
        await self._move(message, target, headers)
        metrics.unfamiliar.labels(message.type or "").inc()
        if since == now:
            log.warning("event waits", id=message.message_id, type=message.type, reason=reason)

    async def _retry(self, message: AbstractIncomingMessage, reason: str) -> None:
        attempts = _attempts(message) + 1
        delays = self._broker.retry_delays
        if attempts > len(delays):
            await self._park(message, reason)
            return
        target = self._broker.retry_name(self._service, delays[attempts - 1])
        await self._move(message, target, {ATTEMPTS: attempts, REASON: reason[:500]})
        metrics.retried.labels(message.type or "").inc()

    async def _park(self, message: AbstractIncomingMessage, reason: str) -> None:
        headers = {
            ATTEMPTS: _attempts(message) + 1,
            REASON: reason[:500],
            PARKED_AT: utc_now().isoformat(),
        }
        await self._move(message, self._broker.dead_name(self._service), headers)
        metrics.parked.labels(message.type or "").inc()
        log.error("message parked", id=message.message_id, type=message.type, reason=reason)

    async def _move(
        self,
        message: AbstractIncomingMessage,
        target: str,
        headers: dict[str, Any],
    ) -> None:
        """Publish a copy with the reason to another queue, then acknowledge the message.

        A crash between the two duplicates the message, which the inbox handles. Rejecting it into a
        dead-letter exchange is atomic, but has one target and no reason.
        """
        await publish(self._default_exchange, copy_message(message, headers), target)
        await message.ack()

    async def _database_answers(self) -> bool:
        try:
            await self._database.ping(_PING_TIMEOUT)
        except Exception:
            return False
        return True


async def _with_connection(handle: Callable[[], Awaitable[T]]) -> T:
    """Run a handler within its timeout, and retry while no connection is free, without counting
    attempts.
    """
    while True:
        with suppress(PoolTimeout):
            async with asyncio.timeout(_HANDLER_TIMEOUT):
                return await handle()


async def _enqueue(lanes: Lanes, message: AbstractIncomingMessage) -> None:
    lane = lanes.of(message)
    if not is_suspect(message):
        lane.put(message)
        return
    # Random order gives messages returned together with a fatal one a chance to run before it.
    loop = asyncio.get_running_loop()
    loop.call_later(random.uniform(0, _SPREAD), lane.put, message)  # noqa: S311


async def _finish(workers: "list[asyncio.Task[None]]", lanes: Iterable[Lane]) -> None:
    """Stop the workers after their current message; the broker redelivers the rest."""
    for lane in lanes:
        lane.close()
    _, running = await asyncio.wait(workers, timeout=_STOP_TIMEOUT)
    for worker in running:
        worker.cancel()
    errors = await asyncio.gather(*workers, return_exceptions=True)
    for error in errors:
        if isinstance(error, Exception):
            raise error


def _causes(metas: Iterable[Meta]) -> set[str]:
    return {meta.requestid for meta in metas if meta.requestid}


def _attempts(message: AbstractIncomingMessage) -> int:
    value = message.headers.get(ATTEMPTS)
    return value if isinstance(value, int) else 0


def _waits_since(message: AbstractIncomingMessage) -> datetime | None:
    value = message.headers.get(WAITS_SINCE)
    return datetime.fromisoformat(value) if isinstance(value, str) else None


def _count(new: Sequence[Meta], kind: type[Event], repeated: int) -> None:
    now = utc_now()
    for meta in new:
        metrics.delay.observe(max(0.0, (now - meta.time).total_seconds()))
    if new:
        metrics.handled.labels(kind.type).inc(len(new))
    if repeated:
        metrics.duplicates.labels(kind.type).inc(repeated)


async def prune_inbox(session: AsyncSession) -> int:
    """Delete rows older than 30 days, longer than any message waits."""
    connection = await session.connection()
    return (await connection.execute(_PRUNE)).rowcount


TASKS = (Sweep("prune_inbox", timedelta(hours=1), prune_inbox),)
