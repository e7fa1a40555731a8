"""Send group messages in chunks of recipients."""

from datetime import timedelta

from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func, select
from sqlmodel import col

from notifications.deliveries.models import NOTICE, Channel, Delivery
from notifications.deliveries.models import OPEN as DELIVERIES_OPEN
from notifications.deliveries.service import RETRY_PERIOD
from notifications.group_messages import queries
from notifications.group_messages.models import (
    GROUP_MESSAGE_STATES,
    OPEN,
    GroupMessage,
    GroupMessageStatus,
)
from notifications.group_messages.service import get_link, load_values
from notifications.notifications.service import Notice, notify
from notifications.replicas.models import Batch
from notifications.texts.models import Kind

CHUNK = 100
"""Recipients per chunk."""
MAX_QUEUED_MAILS = 50
"""Group messages wait while more mails than this are due, so that other notices wait for one chunk
at most."""
MAX_DELIVERY_PERIOD = RETRY_PERIOD + timedelta(days=2)
"""Deliveries retry for `RETRY_PERIOD`, and quiet hours postpone them further."""
MAX_WAIT = timedelta(minutes=1)
"""After this time a chunk is sent anyway, for example while the mail server is down: the app shows
it."""


async def send_chunk(session: AsyncSession) -> int:
    """Send the next chunk of the message due for longest; return the number of messages, 0 or 1.

    Safe with any number of workers: each locks a message. A chunk and the cursor are one
    transaction, so each user receives the message exactly once.
    """
    claimed = await db.claim(
        session,
        GroupMessage,
        OPEN,  # type: ignore[arg-type]
        col(GroupMessage.next_at) <= func.now(),
        order_by=[col(GroupMessage.next_at)],
        limit=1,
    )
    if not claimed:
        return 0
    (message,) = claimed
    now = await db.now(session)
    if message.next_at > now - MAX_WAIT and await _is_busy(session):
        return 0
    if message.status is GroupMessageStatus.SCHEDULED:
        GROUP_MESSAGE_STATES.transition(message, GroupMessageStatus.SENDING)
        message.started_at = now
        audience = queries.parse_audience(message)
        count = await queries.count_receivers(session, audience, limited=False)
        message.expected = count.receivers
    users = await queries.list_next_recipients(session, message, CHUNK)
    satiated = (
        await queries.list_limited_users(session, users) if message.organization_id else set()
    )
    await notify(
        session, [each for each in users if each not in satiated], await _notice(session, message)
    )
    message.receivers += len(users) - len(satiated)
    message.passed_over += len(satiated)
    message.next_at = now
    if users:
        message.last_user_id = users[-1]
    if len(users) < CHUNK:
        GROUP_MESSAGE_STATES.transition(message, GroupMessageStatus.SENT)
        message.ended_at = now
    await session.flush()
    hit("group_messages.portion")
    return 1


async def settle_group_messages(session: AsyncSession) -> int:
    """Store the final results of a message whose deliveries all ended; return the number, 0 or 1.

    The deliveries themselves are deleted later.
    """
    claimed = await db.claim(
        session,
        GroupMessage,
        col(GroupMessage.ended_at) < func.now() - MAX_DELIVERY_PERIOD,
        col(GroupMessage.outcomes).is_(None),
        order_by=[col(GroupMessage.ended_at)],
        limit=1,
    )
    for message in claimed:
        outcomes = await queries.list_outcomes(session, message)
        message.outcomes = [each.model_dump(mode="json") for each in outcomes]
    await session.flush()
    return len(claimed)


async def _is_busy(session: AsyncSession) -> bool:
    due = (
        select(col(Delivery.id))
        .where(
            DELIVERIES_OPEN,
            NOTICE,
            col(Delivery.channel) == Channel.EMAIL,
            col(Delivery.next_attempt_at) <= func.now(),
        )
        .limit(MAX_QUEUED_MAILS + 1)
    )
    counted = await session.scalar(select(func.count()).select_from(due.subquery()))
    return (counted or 0) > MAX_QUEUED_MAILS


async def _notice(session: AsyncSession, message: GroupMessage) -> Notice:
    batch = await session.get(Batch, message.batch_id) if message.batch_id else None
    return Notice(
        topic=queries.build_topic(message.id),
        version=1,
        kind=Kind.GROUP_MESSAGE,
        values=await load_values(session, message),
        link=get_link(batch),
        at=await db.now(session),
    )


TASKS = (Sweep("settle_group_messages", timedelta(hours=1), settle_group_messages),)
