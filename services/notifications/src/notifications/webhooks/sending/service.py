"""Claim webhook messages and attempt delivery, never within a transaction."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
from kit.core import failpoints
from kit.database import db
from kit.database.db import AsyncSession, utc_now
from kit.web.app import Context
from sqlalchemy import Select, func, select, true, update
from sqlalchemy.orm import aliased
from sqlmodel import col
from standardwebhooks import Webhook
from structlog import get_logger

from notifications.config import Settings
from notifications.webhooks.adapters.transport import PublicTransport
from notifications.webhooks.models import (
    OPEN,
    WEBHOOK_DELIVERY_STATES,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookStatus,
)
from notifications.webhooks.secrets.service import unseal_secret

log = get_logger(__name__)

TIMEOUT_SECONDS = 15.0
LEASE = timedelta(seconds=60)
"""Lease of a worker on a message; its attempt times out earlier."""
BACKOFF = [
    timedelta(seconds=5),
    *(timedelta(minutes=each) for each in (5, 30)),
    *(timedelta(hours=each) for each in (2, 5, 10, 14, 18, 22)),
]
"""Backoff between attempts: ten within three days."""
MAX_CONCURRENT = 20
MAX_PER_ENDPOINT = 5
"""Concurrent messages per endpoint."""
PAUSE = timedelta(seconds=30)
"""Pause of an endpoint after a missing response."""
MAX_STORED_LENGTH = 1000
"""Characters of a response that are stored."""
MAX_RESPONSE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Claimed:
    """Message that this worker may send until its lease ends."""

    id: UUID
    attempt: int
    url: str
    secrets: tuple[str, ...]
    """Signing secrets; empty if no sealing secret opens them."""
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of an attempt."""

    attempted_at: datetime
    took_ms: int
    response_status: int | None
    response_body: str | None
    error: str | None

    @property
    def is_accepted(self) -> bool:
        """Check for acceptance (Standard Webhooks: 2xx)."""
        return self.response_status is not None and 200 <= self.response_status < 300


def select_first_webhook_time() -> Select[Any]:
    """Select the time at which the next message is due, of endpoints that are not paused."""
    due = (
        select(func.min(col(WebhookDelivery.next_attempt_at)).label("at"))
        .where(col(WebhookDelivery.endpoint_id) == col(WebhookEndpoint.id), OPEN)
        .correlate(WebhookEndpoint)
        .lateral()
    )
    return (
        select(func.min(func.greatest(due.c.at, col(WebhookEndpoint.rests_until))))
        .select_from(WebhookEndpoint)
        .join(due, due.c.at.is_not(None))
        .where(col(WebhookEndpoint.active))
    )


async def claim(session: AsyncSession, sealing: Sequence[str]) -> list[Claimed]:
    """Claim each endpoint's oldest due messages that are not locked.

    The limit per endpoint keeps a busy one from delaying the others.
    """
    now = await db.now(session)
    due = (
        select(WebhookDelivery)
        .where(
            col(WebhookDelivery.endpoint_id) == col(WebhookEndpoint.id),
            OPEN,
            col(WebhookDelivery.next_attempt_at) <= func.now(),
        )
        .order_by(col(WebhookDelivery.next_attempt_at))
        .limit(MAX_PER_ENDPOINT)
        .with_for_update(skip_locked=True)
        .correlate(WebhookEndpoint)
        .lateral()
    )
    delivery = aliased(WebhookDelivery, due)
    rows = await session.execute(
        select(col(delivery.id), WebhookEndpoint)
        .select_from(WebhookEndpoint)
        .join(due, true())
        .where(col(WebhookEndpoint.active), col(WebhookEndpoint.rests_until) <= func.now())
        .limit(MAX_CONCURRENT)
    )
    endpoints = {row[0]: row[1] for row in rows}
    locked = col(WebhookDelivery.id).in_(endpoints)
    claimed = []
    for each in await session.scalars(select(WebhookDelivery).where(locked)):
        each.attempts += 1
        WEBHOOK_DELIVERY_STATES.transition(each, WebhookStatus.SENDING)
        each.next_attempt_at = now + LEASE
        claimed.append(_build_claim(each, endpoints[each.id], now, sealing))
    return claimed


def _build_claim(
    delivery: WebhookDelivery, endpoint: WebhookEndpoint, now: datetime, sealing: Sequence[str]
) -> Claimed:
    sealed = [endpoint.sealed_secret]
    ends_at = endpoint.previous_ends_at
    if endpoint.previous_sealed_secret is not None and ends_at is not None and ends_at > now:
        sealed.append(endpoint.previous_sealed_secret)
    opened = [unseal_secret(sealing, endpoint.id, each) for each in sealed]
    return Claimed(
        id=delivery.id,
        attempt=delivery.attempts,
        url=endpoint.url,
        secrets=tuple(each for each in opened if each is not None),
        payload=dict(delivery.payload),
    )


def sign(message: Claimed, at: datetime) -> tuple[bytes, dict[str, str]]:
    """Build the body and headers of an attempt, with a signature per valid secret."""
    body = json.dumps(message.payload, ensure_ascii=False, separators=(",", ":"))
    name = f"msg_{message.id}"
    signatures = [Webhook(each).sign(name, at, body) for each in message.secrets]
    return body.encode(), {
        "content-type": "application/json",
        "user-agent": "Itqan-Webhooks/1",
        "webhook-id": name,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


async def attempt(context: Context[Settings], message: Claimed) -> None:
    """Send a message once and store the result."""
    answer = await _call(message, allow_private=context.settings.calls_to_private_addresses)
    failpoints.hit("webhook.after_send")
    async with context.database.transaction() as session:
        await _store_answer(session, message, answer)
    log.info("webhook", id=str(message.id), attempt=message.attempt, status=answer.response_status)


async def _call(message: Claimed, *, allow_private: bool) -> Answer:
    attempted_at, start = utc_now(), time.perf_counter()
    if not message.secrets:
        # Retried until the sealing secret is restored, or the endpoint's secret is rotated.
        return Answer(attempted_at, 0, None, None, "SecretSealed: no secret could be opened")
    body, headers = sign(message, attempted_at)
    transport = PublicTransport(allow_private=allow_private)
    try:
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            httpx.AsyncClient(
                transport=transport, timeout=TIMEOUT_SECONDS, follow_redirects=False
            ) as client,
            client.stream("POST", message.url, content=body, headers=headers) as response,
        ):
            status, beginning, reason = response.status_code, await _read_start(response), None
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        status, beginning, reason = None, None, f"{type(error).__name__}: {error}"[:500]
    took_ms = round((time.perf_counter() - start) * 1000)
    return Answer(attempted_at, took_ms, status, beginning, reason)


async def _read_start(response: httpx.Response) -> str:
    """Read the start of a response, which may be endless."""
    read = b""
    # Not decompressed: a small body may expand without limit.
    async for piece in response.aiter_raw(MAX_RESPONSE_BYTES):
        read += piece
        if len(read) >= MAX_RESPONSE_BYTES:
            break
    # PostgreSQL stores no NUL.
    return read.decode("utf-8", "replace").replace("\0", "")[:MAX_STORED_LENGTH]


async def _store_answer(session: AsyncSession, message: Claimed, answer: Answer) -> None:
    if answer.response_status is None:
        its = select(col(WebhookDelivery.endpoint_id)).where(col(WebhookDelivery.id) == message.id)
        await session.execute(
            update(WebhookEndpoint)
            .where(col(WebhookEndpoint.id) == its.scalar_subquery())
            .values(rests_until=func.now() + PAUSE)
            .execution_options(synchronize_session=False)
        )
    delivery = await db.lock(session, WebhookDelivery, col(WebhookDelivery.id) == message.id)
    if delivery is None:
        # Deleted with its endpoint during the attempt.
        return
    session.add(WebhookAttempt(delivery_id=message.id, **asdict(answer)))
    # Another worker may have retried it, or a user may have resent it.
    if delivery.status is WebhookStatus.SENDING and delivery.attempts == message.attempt:
        _conclude(delivery, answer, await db.now(session))


def _conclude(delivery: WebhookDelivery, answer: Answer, now: datetime) -> None:
    delivery.response_status, delivery.response_body = answer.response_status, answer.response_body
    delivery.error = answer.error
    if answer.is_accepted:
        WEBHOOK_DELIVERY_STATES.transition(delivery, WebhookStatus.DELIVERED)
        delivery.delivered_at = now
    elif delivery.attempts > len(BACKOFF):
        WEBHOOK_DELIVERY_STATES.transition(delivery, WebhookStatus.FAILED)
    else:
        WEBHOOK_DELIVERY_STATES.transition(delivery, WebhookStatus.QUEUED)
        delivery.next_attempt_at = now + BACKOFF[delivery.attempts - 1]
