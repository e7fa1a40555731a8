"""Time until each queue is due."""

from collections.abc import Collection
from typing import Any

from kit.database.db import AsyncSession
from sqlalchemy import ScalarSelect, func, select
from sqlmodel import col

from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Delivery
from notifications.group_messages.queries import select_first_chunk_time
from notifications.webhooks.sending.service import select_first_webhook_time

WEBHOOKS, GROUP_MESSAGES = "webhooks", "group_messages"
_FIRST = {WEBHOOKS: select_first_webhook_time, GROUP_MESSAGES: select_first_chunk_time}


async def map_seconds_left(
    session: AsyncSession, queues: Collection[str | Queue]
) -> dict[str | Queue, float]:
    """Return the seconds until the first message of each queue is due."""
    left = [func.extract("epoch", _select_first_at(each) - func.now()) for each in queues]
    row = (await session.execute(select(*left))).one()
    return {
        queue: float("inf") if seconds is None else float(seconds)
        for queue, seconds in zip(queues, row, strict=True)
    }


def _select_first_at(queue: str | Queue) -> ScalarSelect[Any]:
    if isinstance(queue, str):
        return _FIRST[queue]().scalar_subquery()
    first = select(func.min(col(Delivery.next_attempt_at))).where(queue.condition)
    return first.scalar_subquery()
