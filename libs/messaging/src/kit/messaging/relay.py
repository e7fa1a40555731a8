"""The relay: carries committed outbox rows to the broker.

Rows are claimed with SKIP LOCKED, so any number of relays share one outbox, and a relay that
dies gives its rows back with its transaction. A row is marked only after the broker's confirm:
an event may go out twice, never not at all. There is no position to remember, because ids do
not commit in their order.
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
from kit.messaging.envelope import CONTENT_TYPE, SUBJECT, source_of
from kit.messaging.periodic import Sweep

log = structlog.get_logger(__name__)

CLAIM = """
SELECT id, type, subject, mandatory, body, created_at, due_at < created_at AS urgent FROM outbox
WHERE published_at IS NULL AND due_at <= now()
ORDER BY due_at, id LIMIT $1
FOR UPDATE SKIP LOCKED
"""
# A mark lost in a crash only repeats a message, so no disk is waited for.
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
"""Seconds from one look at the outbox to the next: the longer, the more rows come a second, from
200 on. Each look then takes several for the price of one, and leaves its time to requests."""
_BATCH = 20
"""Rows in flight at once. More are sooner gone, but a request has many steps, and between two of
them the loop may come to each message in flight: with 100 a tenth of the requests took 39 ms and
more while there were thousands, with 25 it was 24."""
_LONGEST_REST = 0.05
"""Seconds after a batch that was full: as long as it took, at most so long. Thousands of events
that are written at once then leave half of the time to requests."""
_A_TURN = 5
"""Messages that are handed over before everybody else has a turn; each takes a tenth of a
millisecond."""
_STOP_TIMEOUT = 8.0


class Relay:
    """Publishes the outbox of one database until it is stopped.

    `batch` rows are in flight at once. `wake` is called after a commit, in the process that
    made it; every `poll` seconds the table is looked at in any case, which also finds what a
    process that died, or another one, has left.
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
        """Look at the outbox now."""
        self._woken.set()

    def start(self) -> None:
        """Begin in the background, whether or not broker and database answer yet."""
        self._database.after_commit.append(self.wake)
        self._task = asyncio.create_task(supervise("relay", self._session, self._stopping))

    async def stop(self) -> None:
        """Publish what is committed by now, at most 8 s; the rest waits for the next start."""
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
        """Publish what is due, at most one batch, and return how many rows that were."""
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
            # What was confirmed is marked; the rest is free again for the next session.
            raise lost
        return len(rows)

    async def _postpone(
        self, database: asyncpg.Connection, refused: Sequence[tuple[UUID, str]]
    ) -> None:
        """Try refused rows later, so that they do not hold up the others (1 s to 30 s)."""
        ids, reasons = zip(*refused, strict=True)
        await database.execute(_POSTPONE, ids, reasons)
        log.warning("events refused by the broker", count=len(refused), reason=reasons[0])

    @asynccontextmanager
    async def _database_connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection outside the pool, which it would otherwise hold a place of for good."""
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
        app_id=source_of(row["type"]),
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
    """Delete what was published a day ago, which is kept that long for whoever investigates."""
    connection = await session.connection()
    return (await connection.execute(_PRUNE)).rowcount


TASKS = (Sweep("prune_outbox", timedelta(minutes=10), prune_outbox),)
