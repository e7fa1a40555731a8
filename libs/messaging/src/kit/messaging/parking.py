"""Parked messages: dead letters kept with their reason until an operator decides."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aio_pika.abc import AbstractChannel, AbstractIncomingMessage, AbstractQueue
from kit.messaging.broker import (
    ATTEMPTS,
    PARKED_AT,
    REASON,
    Broker,
    copy_message,
    open_channel,
    publish,
)

_TIMEOUT = 10.0
_LOOKS = 50
_PAUSE = 0.02


@dataclass(frozen=True, slots=True)
class Parked:
    """A dead letter. `parked_at` is ISO 8601, or empty if the broker parked it."""

    id: str
    type: str
    reason: str
    attempts: int
    parked_at: str
    body: str


async def parked(broker: Broker, service: str) -> list[Parked]:
    """List the parked messages of a service without removing them."""
    async with _dead_queue(broker, service) as (channel, queue):
        taken = [message async for message in _take(queue)]
        await _give_back(taken, channel, queue)
        return [_describe(message) for message in taken]


async def replay(broker: Broker, service: str, ids: Collection[str] | None = None) -> int:
    """Return parked messages, all or those with `ids`, to the service with new attempts.

    Return their number. Effects that already happened are not repeated.
    """
    count, left = 0, []
    async with _dead_queue(broker, service) as (channel, queue):
        async for message in _take(queue):
            if ids and message.message_id not in ids:
                left.append(message)
                continue
            fresh = copy_message(message, {})
            await publish(channel.default_exchange, fresh, broker.queue_name(service))
            await message.ack()
            count += 1
        await _give_back(left, channel, queue)
    return count


@asynccontextmanager
async def _dead_queue(
    broker: Broker, service: str
) -> AsyncIterator[tuple[AbstractChannel, AbstractQueue]]:
    async with broker.connect(f"{service}.parking") as connection:
        channel = await open_channel(connection)
        await broker.declare_service(channel, service, ())
        yield channel, await channel.declare_queue(broker.dead_name(service), passive=True)


async def _take(queue: AbstractQueue) -> AsyncIterator[AbstractIncomingMessage]:
    """Yield the messages now in the queue, without those parked later."""
    count = queue.declaration_result.message_count or 0
    for _ in range(count):
        message = await queue.get(fail=False, timeout=_TIMEOUT)
        if message is None:
            return
        yield message


async def _give_back(
    messages: Collection[AbstractIncomingMessage], channel: AbstractChannel, queue: AbstractQueue
) -> None:
    """Return messages to the queue, and wait at most a second until they are ready again.

    A quorum queue requeues asynchronously, so an immediate read would find it empty.
    """
    for message in messages:
        await message.nack(requeue=True)
    for _ in range(_LOOKS):
        declared = await channel.declare_queue(queue.name, passive=True)
        if (declared.declaration_result.message_count or 0) >= len(messages):
            return
        await asyncio.sleep(_PAUSE)


def _describe(message: AbstractIncomingMessage) -> Parked:
    attempts = message.headers.get(ATTEMPTS)
    parked_at = message.headers.get(PARKED_AT)
    return Parked(
        id=message.message_id or "",
        type=message.type or "",
        reason=_reason(message),
        attempts=attempts if isinstance(attempts, int) else 0,
        parked_at=parked_at if isinstance(parked_at, str) else "",
        body=message.body.decode(errors="replace"),
    )


def _reason(message: AbstractIncomingMessage) -> str:
    own = message.headers.get(REASON)
    if isinstance(own, str):
        return own
    deaths = message.headers.get("x-death")
    if isinstance(deaths, list) and deaths and isinstance(deaths[0], dict):
        return f"parked by the broker: {deaths[0].get('reason')!r}"
    return "unknown"
