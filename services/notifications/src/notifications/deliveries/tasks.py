"""Sends what is due by each channel, and deletes old deliveries."""

import asyncio
import time
from datetime import timedelta
from functools import partial
from typing import Any, cast

from kit.app import Context
from kit.db import AsyncSession
from kit.messaging.periodic import Job
from sqlalchemy import (
    ColumnElement,
    CursorResult,
    String,
    and_,
    delete,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy import cast as as_type
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries import fcm
from notifications.deliveries.channels import (
    ClaimedDelivery,
    OpenSender,
    Outcome,
    Result,
    Sender,
)
from notifications.deliveries.claims import claim
from notifications.deliveries.limits import TEXTS, TODAY, take
from notifications.deliveries.models import (
    ENDED,
    NOTICE,
    OPEN,
    Channel,
    Delivery,
    DeliveryStatus,
    TextCount,
)
from notifications.deliveries.push import PushSender
from notifications.deliveries.sending import attempt
from notifications.deliveries.service import conclude, release
from notifications.deliveries.smtp import MailSender
from notifications.deliveries.texting import TextSender
from notifications.devices.models import Device

SENDERS: dict[Channel, OpenSender] = {
    Channel.EMAIL: MailSender,
    Channel.PUSH: PushSender,
    Channel.SMS: lambda context: TextSender(context, context.settings.sms),
    Channel.WHATSAPP: lambda context: TextSender(context, context.settings.whatsapp),
}
"""Every channel's."""
LANES = {Channel.PUSH: fcm.AT_ONCE}
"""How many are sent side by side, where it is more than one."""
PORTIONS = {Channel.EMAIL: 10}
"""How many notices one claim takes, where it is more than one: of a mail, half of the work was to
claim it. Each is still marked by itself when it is sent, so that of a copy that is killed no more
than one is sent twice; the others of its portion wait until the lease ends."""
BEGUN_WITHIN = 0.2
"""The part of the lease within which the last of a portion must begin: an attempt may take three
quarters of it."""
SENT_PER_RUN = 50
"""In one lane; then the job comes back at once for the rest."""
KEEP = {
    DeliveryStatus.SENT: timedelta(days=30),
    DeliveryStatus.MERGED: timedelta(days=30),
    DeliveryStatus.FAILED: timedelta(days=90),
    DeliveryStatus.SUPPRESSED: timedelta(days=90),
}
"""As long as somebody may ask whether a message went out."""
PRUNED_AT_ONCE = 1000


def jobs(context: Context[Settings]) -> list[Job]:
    """Two for each channel: nobody waits for a code behind a message that takes its time, nor for
    one channel behind another."""
    return [
        Job(
            f"send_{channel}_{'codes' if codes else 'notices'}",
            timedelta(seconds=1),
            partial(send_due, context, channel, codes=codes),
        )
        for channel in SENDERS
        for codes in (True, False)
    ]


async def send_due(context: Context[Settings], channel: Channel, *, codes: bool) -> int:
    """Send the channel's codes, or its notices, that are due; how many were attempted.

    Any number of copies may do it at once: each claims a delivery for itself. Returns 0 when the
    channel cannot be used, so that the next attempt waits for the next run.
    """
    sender = SENDERS[channel](context)
    lanes = LANES.get(channel, 1)
    try:
        attempted = await asyncio.gather(
            *(_send_in_turn(context, channel, sender, codes=codes) for _ in range(lanes))
        )
    finally:
        await sender.close()
    return sum(attempted)


async def _send_in_turn(
    context: Context[Settings], channel: Channel, sender: Sender, *, codes: bool
) -> int:
    """Send what is due one after the other; how many were attempted, 0 when the channel is away."""
    settings, database = context.settings, context.database
    lease = timedelta(seconds=settings.mail_lease_seconds)
    limit = 1 if codes else PORTIONS.get(channel, 1)
    attempted = 0
    while attempted < SENT_PER_RUN:
        begin_until = time.monotonic() + settings.mail_lease_seconds * BEGUN_WITHIN
        async with database.transaction() as session:
            claimed = await claim(
                session, channel, lease, settings.mail_domain, codes=codes, limit=limit
            )
            waiting = [
                each for each in claimed if not await _refuse(session, settings, channel, each)
            ]
        if not claimed:
            break
        attempted += len(claimed)
        while waiting and time.monotonic() < begin_until:
            outcome = await attempt(context, sender, waiting.pop(0))
            if outcome.pause:
                async with database.transaction() as session:
                    await _rest(session, channel, outcome.pause, outcome.provider)
            if outcome.is_away:
                async with database.transaction() as session:
                    await release(session, waiting)
                return 0
        if waiting:
            async with database.transaction() as session:
                await release(session, waiting)
    return attempted


async def _rest(
    session: AsyncSession, channel: Channel, pause: timedelta, provider: str | None
) -> None:
    """Whoever takes what goes by the channel asks to be left alone by all copies: whatever is
    queued waits; where only a provider of many asks, what goes to the devices there."""
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


async def _refuse(
    session: AsyncSession, settings: Settings, channel: Channel, claimed: ClaimedDelivery
) -> bool:
    """Count the first attempt at a text message; True when it was one too many."""
    if channel not in TEXTS or claimed.attempt > 1:
        return False
    assert claimed.user_id
    reached = await take(session, settings, channel, claimed.user_id)
    if reached is not None:
        await conclude(session, claimed, Outcome(Result.SUPPRESSED, reached))
    return reached is not None


async def prune_counts(session: AsyncSession) -> int:
    """Delete how many text messages went out before today; how many rows."""
    deleted = await session.execute(delete(TextCount).where(col(TextCount.day) < TODAY))
    return cast("CursorResult[Any]", deleted).rowcount


async def prune(session: AsyncSession) -> int:
    """Delete what was sent 30 days ago or given up 90 days ago; how many."""
    too_old = [
        and_(
            ENDED,
            col(Delivery.status) == status,
            col(Delivery.created_at) < func.now() - kept,
        )
        for status, kept in KEEP.items()
    ]
    # Not `db.claim`: rows are chosen and deleted by one statement.
    # As a CTE, which runs once: a subquery may be run for each row, each time with other rows.
    portion = (
        select(col(Delivery.id))
        .where(or_(*too_old))
        .limit(PRUNED_AT_ONCE)
        .with_for_update(skip_locked=True)
        .cte("portion")
    )
    deleted = await session.execute(
        delete(Delivery)
        .where(col(Delivery.id).in_(select(portion.c.id)))
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", deleted).rowcount
