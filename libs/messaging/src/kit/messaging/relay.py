"""Relay: publish committed outbox rows to the broker.

Rows are claimed with SKIP LOCKED, so several relays can share one outbox, and a relay that dies
releases its rows. A row is marked after the broker's confirm, so events are published at least
once. There is no cursor, because IDs do not commit in order.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import aio_pika
import asyncpg
import sqlalchemy as sa
import structlog
from aio_pika.abc import AbstractExchange
from kit.core import failpoints
from kit.database.db import AsyncSession, Database
from kit.messaging import metrics
from kit.messaging.broker import Broker, BrokerLost, open_channel, publish, routing_key, supervise
from kit.messaging.cooperative import iterate_cooperatively
from kit.messaging.envelope import CONTENT_TYPE, SUBJECT, get_publisher
from kit.messaging.periodic import Sweep

log = structlog.get_logger(__name__)

CLAIM = """
SELECT id, type, subject, mandatory, body, created_at, due_at < created_at AS urgent FROM outbox
WHERE published_at IS NULL AND due_at <= now()
ORDER BY due_at, id LIMIT $1
FOR UPDATE SKIP LOCKED
"""
# A mark lost in a crash only duplicates a message, so it need not wait for the disk.
_UNHURRIED = "SET LOCAL synchronous_commit = off"
MARK = "UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY($1)"
_POSTPONE = """
UPDATE outbox SET
    attempts = attempts + 1,
    due_at = clock_timestamp() + least(power(2, attempts), 30) * interval '1 second',
    last_error = refusal.reason
FROM unnest($1::uuid[], $2::text[]) AS refusal (id, reason)
WHERE outbox.id = refusal.id
"""
_PRUNE = sa.text("""
WITH portion AS (
    SELECT id FROM outbox WHERE published_at < now() - interval '1 day'
    LIMIT 5000 FOR UPDATE SKIP LOCKED)
DELETE FROM outbox USING portion WHERE outbox.id = portion.id
""")
_PAUSE = 0.005
_LONGEST_PAUSE = 0.02
_PAUSE_BY_RATE = 1 / 40_000
"""Seconds between polls, proportional to the rate of rows from 200 a second on. Each poll then
takes a larger batch, which leaves time to requests.
"""
_BATCH = 20
"""Rows in flight at once. Larger batches finish sooner, but delay requests (bench/results.md)."""
_LONGEST_REST = 0.05
"""Maximum pause in seconds after a full batch, which otherwise equals the batch's duration. It
leaves half of the time to requests.
"""
_A_TURN = 5
"""Messages published before other tasks run; each takes a tenth of a millisecond."""
_STOP_TIMEOUT = 8.0


class Relay:
    """Publish the outbox of one database until stopped.

    `batch` rows are in flight at once. `wake` runs after each commit of this process. The table is
    also polled every `poll` seconds, which finds rows of other and dead processes.
    """

    def __init__(
        self, database: Database, broker: Broker, *, batch: int = _BATCH, poll: float = 1.0
    ) -> None:
        self._database = database
        self._broker = broker
        self._batch = batch
        self._poll = poll
        self._woken = asyncio.Event()
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.connected = False

    def wake(self) -> None:
        """Poll the outbox now."""
        self._woken.set()

    def start(self) -> None:
        """Start in the background, even if broker and database are down."""
        self._database.after_commit.append(self.wake)
        self._task = asyncio.create_task(supervise("relay", self._session, self._stopping))

    async def stop(self) -> None:
        """Publish committed rows for at most 8 s; the rest waits for the next start."""
        self._stopping.set()
        self._woken.set()
        if self._task is None:
            return
        self._database.after_commit.remove(self.wake)
        await asyncio.wait([self._task], timeout=_STOP_TIMEOUT)
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None

    async def _session(self) -> None:
        async with (
            self._database_connection() as database,
            self._broker.connect("relay") as connection,
        ):
            channel = await open_channel(connection)
            exchange = await self._broker.declare_all(channel)
            self.connected = True
            try:
                clock = asyncio.get_running_loop().time
                looked, pause = 0.0, _PAUSE
                while True:
                    await asyncio.sleep(looked + pause - clock())
                    before, looked = looked, clock()
                    last_look = self._stopping.is_set()
                    self._woken.clear()
                    count = await self._publish_batch(database, exchange)
                    pause = _PAUSE
                    if count == self._batch:
                        took = clock() - looked
                        pause = took if last_look else took + min(took, _LONGEST_REST)
                        continue
                    by_rate = count / (looked - before) * _PAUSE_BY_RATE
                    pause = min(max(by_rate, _PAUSE), _LONGEST_PAUSE)
                    if last_look:
                        return
                    await self._wait()
                    if channel.is_closed:
                        raise BrokerLost("the channel was closed")
            finally:
                self.connected = False

    async def _wait(self) -> None:
        if self._stopping.is_set():
            return
        try:
            async with asyncio.timeout(self._poll):
                await self._woken.wait()
        except TimeoutError:
            return

    async def _publish_batch(self, database: asyncpg.Connection, exchange: AbstractExchange) -> int:
        """Publish at most one batch of due rows, and return their number."""
        async with database.transaction():
            rows = await database.fetch(CLAIM, self._batch)
            if not rows:
                return 0
            await database.execute(_UNHURRIED)
            failpoints.hit("relay.before_publish")
            publishing = [
                asyncio.create_task(_publish_row(exchange, row))
                async for row in iterate_cooperatively(rows, _A_TURN)
            ]
            results = await asyncio.gather(*publishing, return_exceptions=True)
            failpoints.hit("relay.after_confirm")
            confirmed: list[UUID] = []
            refused: list[tuple[UUID, str]] = []
            lost: BaseException | None = None
            for row, result in zip(rows, results, strict=True):
                if result is None:
                    confirmed.append(row["id"])
                    metrics.published.labels(row["type"]).inc()
                elif isinstance(result, aio_pika.exceptions.DeliveryError):
                    refused.append((row["id"], _reason(result)))
                    metrics.refused.labels(row["type"]).inc()
                else:
                    lost = result
            if confirmed:
                await database.execute(MARK, confirmed)
            if refused:
                await self._postpone(database, refused)
        if lost is not None:
            # Confirmed rows are marked; the next session claims the rest.
            raise lost
        return len(rows)

    async def _postpone(
        self, database: asyncpg.Connection, refused: Sequence[tuple[UUID, str]]
    ) -> None:
        """Postpone refused rows by 1 s to 30 s, so that they do not block others."""
        ids, reasons = zip(*refused, strict=True)
        await database.execute(_POSTPONE, ids, reasons)
        log.warning("events refused by the broker", count=len(refused), reason=reasons[0])

    @asynccontextmanager
    async def _database_connection(self) -> AsyncIterator[asyncpg.Connection]:
        """Open a connection outside the pool, since the relay keeps it permanently."""
        connection = await self._database.connect("relay")
        try:
            yield connection
        finally:
            await connection.close(timeout=2)


async def _publish_row(exchange: AbstractExchange, row: Any) -> None:
    created: datetime = row["created_at"]
    message = aio_pika.Message(
        row["body"].encode(),
        headers={SUBJECT: row["subject"]},
        message_id=str(row["id"]),
        type=row["type"],
        app_id=get_publisher(row["type"]),
        content_type=CONTENT_TYPE,
        timestamp=created,
        delivery_mode=aio_pika.DeliveryMode.PERSISTENT,
    )
    key = routing_key(row["type"], urgent=row["urgent"])
    await publish(exchange, message, key, mandatory=row["mandatory"])


def _reason(error: aio_pika.exceptions.DeliveryError) -> str:
    if isinstance(error, aio_pika.exceptions.PublishError):
        return "unroutable: no queue is bound to this type"
    return f"refused: {error}"


async def prune_outbox(session: AsyncSession) -> int:
    """Delete rows published a day ago; they are kept that long for investigations."""
    connection = await session.connection()
    return (await connection.execute(_PRUNE)).rowcount


TASKS = (Sweep("prune_outbox", timedelta(minutes=10), prune_outbox),)
