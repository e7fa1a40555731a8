"""Send due messages: deliveries by channel, group messages and webhooks."""

import asyncio
import contextvars
import time
from collections import defaultdict
from collections.abc import Collection, Coroutine, Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Any

from kit.core import failpoints
from kit.database.db import AsyncSession
from kit.messaging.periodic import WorkerJob
from kit.web.app import Context
from sqlalchemy import (
    ColumnElement,
    String,
    func,
    select,
    true,
    update,
)
from sqlalchemy import cast as as_type
from sqlmodel import col
from structlog import get_logger

from notifications.config import SEND, Settings
from notifications.deliveries.adapters import fcm
from notifications.deliveries.adapters.push import PushSender
from notifications.deliveries.adapters.smtp import MailSender
from notifications.deliveries.adapters.texting import TextSender
from notifications.deliveries.channels.schemas import (
    ClaimedDelivery,
    OpenSender,
    Outcome,
    Result,
    Sender,
)
from notifications.deliveries.claims.service import Queue, claim
from notifications.deliveries.models import (
    NOTICE,
    OPEN,
    Channel,
    Delivery,
    DeliveryStatus,
)
from notifications.deliveries.rules import TEXTS, count_text
from notifications.deliveries.service import mark_sent, release_claims, store_outcome
from notifications.devices.models import Device
from notifications.dispatch.queries import GROUP_MESSAGES, WEBHOOKS, map_seconds_left
from notifications.group_messages.tasks import send_chunk
from notifications.webhooks.sending import service as sending

log = get_logger(__name__)

SENDERS: dict[Channel, OpenSender] = {
    Channel.EMAIL: MailSender,
    Channel.PUSH: PushSender,
    Channel.SMS: lambda context: TextSender(context, context.settings.sms),
    Channel.WHATSAPP: lambda context: TextSender(context, context.settings.whatsapp),
}
"""Senders of all channels."""
CONCURRENCY = {Channel.PUSH: fcm.MAX_CONCURRENT}
"""Number of concurrent messages per channel, if more than one."""
CLAIM_SIZES = {Channel.EMAIL: 10}
"""Number of notices per claim, if more than one; claiming was half of the cost of a mail. Each is
marked separately, so a crash repeats at most one; the rest wait for their lease's end."""
MAX_START_SHARE = 0.2
"""Part of the lease in which a claim's last message must start: an attempt may take three
quarters of it."""
UNAVAILABLE_SECONDS = 1.0
"""Pause of a queue whose channel is unavailable."""
POLL_INTERVAL = timedelta(seconds=5)
"""Maximum time between polls; finds messages that other workers queued."""
QUEUES: tuple[str | Queue, ...] = (
    *(Queue(channel, codes) for channel in SENDERS for codes in (True, False)),
    GROUP_MESSAGES,
    WEBHOOKS,
)
"""Each queue is sent independently: codes never wait behind notices, nor one channel behind
another."""


class Dispatcher:
    """Finds due messages of all queues in one statement, claims them and sends them in tasks.

    Safe with any number of workers: each claims its own deliveries.
    """

    def __init__(
        self, context: Context[Settings], queues: Collection[str | Queue] = QUEUES
    ) -> None:
        self._context = context
        self._queues = queues
        self._senders: dict[Queue, Sender] = {}
        self._running: defaultdict[str | Queue, set[asyncio.Task[None]]] = defaultdict(set)
        self._paused_until: dict[str | Queue, float] = {}
        self.seconds_until_due = 0.0
        """Seconds until a message is due, set by a run that found none."""

    async def run(self) -> int:
        """Claim due messages and start sending them; return their number."""
        settings = self._context.settings
        lease = timedelta(seconds=settings.mail_lease_seconds)
        async with self._context.database.transaction() as session:
            left = await map_seconds_left(session, self._queues)
            for queue in self._queues:
                left[queue] = max(
                    left[queue], self._paused_until.get(queue, 0.0) - time.monotonic()
                )
            free = {each: self._count_free(each) for each in self._queues if left[each] <= 0}
            limits = {each: free[each] for each in free if isinstance(each, Queue)}
            claimed = await claim(session, limits, lease, settings.mail_domain)
            webhooks = []
            if free.get(WEBHOOKS):
                webhooks = await sending.claim(session, settings.sealing_secrets)
            claimed = [
                each for each in claimed if not await _exceeds_limit(session, settings, each)
            ]
        for queue, portion in _portions(claimed):
            self._begin(queue, self._send(queue, portion))
        if webhooks:
            self._begin(WEBHOOKS, self._call(webhooks))
        if free.get(GROUP_MESSAGES):
            self._begin(GROUP_MESSAGES, self._send_group_messages())
        # Due messages left unclaimed are another worker's, or wait for a free slot here.
        self.seconds_until_due = min(
            (each for each in left.values() if each > 0), default=float("inf")
        )
        await self._close_idle_senders()
        return len(claimed) + len(webhooks)

    def is_paused(self, queue: str | Queue) -> bool:
        """Check if the queue is paused because its channel is unavailable."""
        return self._paused_until.get(queue, 0.0) > time.monotonic()

    async def finish(self) -> None:
        """Wait for messages being sent."""
        await asyncio.gather(*chain.from_iterable(self._running.values()))

    async def close(self) -> None:
        """Wait for messages being sent, then close the connections."""
        try:
            await self.finish()
        finally:
            await self._close_idle_senders()

    def _count_free(self, queue: str | Queue) -> int:
        """Return the number of free slots of a queue."""
        if isinstance(queue, str):
            return 0 if self._running[queue] else 1
        places = CONCURRENCY.get(queue.channel, 1) - len(self._running[queue])
        return places * _get_portion(queue)

    def _begin(self, queue: str | Queue, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running[queue].add(task)
        # An empty context: later messages belong to other requests.
        task.add_done_callback(partial(self._end, queue), context=contextvars.Context())

    def _end(self, queue: str | Queue, task: asyncio.Task[None]) -> None:
        self._running[queue].discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("not sent", queue=str(queue), exc_info=error)
        if self._context.database.run_after_commit:
            self._context.database.run_after_commit((SEND,))

    async def _send(self, queue: Queue, waiting: list[ClaimedDelivery]) -> None:
        """Send a claimed chunk, one message after another."""
        context, database = self._context, self._context.database
        if queue not in self._senders:
            self._senders[queue] = SENDERS[queue.channel](context)
        begin_until = time.monotonic() + context.settings.mail_lease_seconds * MAX_START_SHARE
        while waiting and time.monotonic() < begin_until:
            outcome = await _attempt(context, self._senders[queue], waiting.pop(0))
            if outcome.pause:
                async with database.transaction() as session:
                    await _pause(session, queue.channel, outcome.pause, outcome.provider)
            if outcome.is_unavailable:
                self._paused_until[queue] = time.monotonic() + UNAVAILABLE_SECONDS
                break
        if waiting:
            async with database.transaction() as session:
                await release_claims(session, waiting)

    async def _call(self, messages: Sequence[sending.Claimed]) -> None:
        await asyncio.gather(*(sending.attempt(self._context, message) for message in messages))

    async def _send_group_messages(self) -> None:
        async with self._context.database.transaction() as session:
            await send_chunk(session)

    async def _close_idle_senders(self) -> None:
        for queue in [each for each in self._senders if not self._running[each]]:
            await self._senders.pop(queue).close()


def _get_portion(queue: Queue) -> int:
    return 1 if queue.codes else CLAIM_SIZES.get(queue.channel, 1)


def _portions(
    claimed: Sequence[ClaimedDelivery],
) -> Iterator[tuple[Queue, list[ClaimedDelivery]]]:
    by_queue = defaultdict(list)
    for each in claimed:
        by_queue[Queue(each.channel, each.expires)].append(each)
    for queue, its in by_queue.items():
        size = _get_portion(queue)
        for first in range(0, len(its), size):
            yield queue, its[first : first + size]


async def _pause(
    session: AsyncSession, channel: Channel, pause: timedelta, provider: str | None
) -> None:
    """Postpone all queued messages of a channel, or of one provider's devices.

    Applies to all workers.
    """
    its: ColumnElement[bool] = true()
    if provider is not None:
        is_there = col(Device.token).startswith(provider, autoescape=True)
        devices = select(as_type(col(Device.id), String)).where(is_there)
        its = col(Delivery.address).in_(devices)
    await session.execute(
        update(Delivery)
        .where(
            its,
            OPEN,
            NOTICE,
            col(Delivery.channel) == channel,
            col(Delivery.status) == DeliveryStatus.QUEUED,
            col(Delivery.next_attempt_at) < func.now() + pause,
        )
        .values(next_attempt_at=func.now() + pause)
        .execution_options(synchronize_session=False)
    )


async def _exceeds_limit(
    session: AsyncSession, settings: Settings, claimed: ClaimedDelivery
) -> bool:
    """Count the first attempt of a text message; return True if it exceeds a limit."""
    if claimed.channel not in TEXTS or claimed.attempt > 1:
        return False
    assert claimed.user_id
    reached = await count_text(session, settings, claimed.channel, claimed.user_id)
    if reached is not None:
        await store_outcome(session, claimed, Outcome(Result.SUPPRESSED, reached))
    return reached is not None


async def _attempt(
    context: Context[Settings], sender: Sender, delivery: ClaimedDelivery
) -> Outcome:
    """Send a delivery once and store the result."""
    outcome = await sender.send(delivery)
    if outcome.result is Result.SENT:
        failpoints.hit("delivery.after_send")
        async with context.database.raw_connection(publishes=False) as connection:
            await mark_sent(connection, delivery)
        return outcome
    if outcome.result is not Result.UNVERIFIED:
        log.warning(
            "not sent", id=str(delivery.id), attempt=delivery.attempt, reason=outcome.reason
        )
    async with context.database.transaction() as session:
        await store_outcome(session, delivery, outcome)
    return outcome


TASKS = (WorkerJob(SEND, POLL_INTERVAL, Dispatcher),)
