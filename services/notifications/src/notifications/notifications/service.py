"""Create notifications and mark them as read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession, advisory_lock, in_array, new_id, utc_now
from kit.messaging import outbox
from kit.messaging.cooperative import iterate_cooperatively
from kit.security.auth import Principal
from sqlalchemy import func, select, update
from sqlmodel import col

from notifications.deliveries.models import Channel, Delivery, DeliveryStatus
from notifications.deliveries.service import NoticeDelivery, queue_notices
from notifications.devices.queries import map_devices
from notifications.notifications.errors import NotificationNotFound
from notifications.notifications.events import notifications_created
from notifications.notifications.models import Notification
from notifications.notifications.queries import MAX_NEWS_AGE
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.preferences.queries import get_quiet_end, is_allowed, map_preferences
from notifications.texts.models import Bilingual, Kind, Message, Values, get_subject
from notifications.texts.service import compose
from notifications.wordings.queries import map_overrides

BURST_INTERVAL = timedelta(seconds=0.2)
"""Interval between bursts: a bulk import creates thousands of events, which would delay other
users' codes."""
MAX_PDF_WAIT = timedelta(minutes=10)
"""Maximum time that a mail about money waits for its PDF, which takes seconds."""
MAX_UNREAD_AGE = timedelta(days=7)
"""Older events are listed as read."""
MAX_USERS_PER_EVENT = 5_000
"""Users per event, about 80 bytes each."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Content of a notification. `at` is the event's time; `restated` marks an event republished to
    rebuild replicas."""

    topic: str
    version: int
    kind: Kind
    values: Values
    link: str | None
    at: datetime
    restated: bool = False
    mail_link: str | None = None
    """Link in the mail instead of `link`, with a secret of the recipient."""
    mail_waits: timedelta = timedelta()
    """Time for which the mail waits for `set_mail_link`."""
    channels: tuple[Channel, ...] = (Channel.EMAIL,)
    """Besides the app."""


async def notify(session: AsyncSession, user_ids: Sequence[UUID], notice: Notice) -> None:
    """Notify each user once, in the app, by the notice's channels and on their devices.

    Users who have this version of the topic, or a newer one, are skipped.
    """
    await notify_all(session, [(user_ids, notice)])


async def notify_all(
    session: AsyncSession, notices: Sequence[tuple[Sequence[UUID], Notice]]
) -> None:
    """Notify users of several distinct topics, each as `notify` does."""
    if not notices:
        return
    # Two events about one topic, handled concurrently, would miss each other's rows.
    await advisory_lock(session, *(f"topic:{notice.topic}" for _, notice in notices))
    notified = await _map_latest_versions(session, notices)
    given = await map_overrides(session, {notice.kind for _, notice in notices})
    rows: list[tuple[object, ...]] = []
    news: list[_News] = []
    for user_ids, notice in notices:
        remaining = {
            user_id
            for user_id in user_ids
            if notified.get((user_id, notice.topic), notice.version - 1) < notice.version
        }
        if not remaining:
            continue
        message = compose(notice.kind, notice.values, given)
        age = utc_now() - notice.at
        read = notice.restated or age > MAX_UNREAD_AGE
        is_news = not notice.restated and age < MAX_NEWS_AGE
        async for user_id in iterate_cooperatively(remaining):
            notification_id = new_id()
            rows.append(_build_columns(notification_id, user_id, notice, message, read=read))
            if is_news:
                news.append(_News(notification_id, user_id, notice, message))
    if rows:
        await db.copy(session, Notification, _COLUMNS, rows)
        await _broadcast(session, news)
        await queue_notices(session, await _build_deliveries(session, news))


class _News(NamedTuple):
    """Notification recent enough to stream and deliver."""

    notification_id: UUID
    user_id: UUID
    notice: Notice
    message: Message


_COLUMNS = (
    "id", "user_id", "topic", "version", "kind", "title_en", "title_ar", "body_en", "body_ar",
    "link", "created_at", "read_at",
)  # fmt: skip


def _build_columns(
    notification_id: UUID, user_id: UUID, notice: Notice, message: Message, *, read: bool
) -> tuple[object, ...]:
    """Return the columns of a notification."""
    return (
        notification_id, user_id, notice.topic, notice.version, notice.kind,
        message.en.title, message.ar.title, message.en.body, message.ar.body,
        notice.link, notice.at, notice.at if read else None,
    )  # fmt: skip


async def _broadcast(session: AsyncSession, news: Sequence[_News]) -> None:
    """Wake the users' streams, with one event for thousands of users."""
    for first in range(0, len(news), MAX_USERS_PER_EVENT):
        some = news[first : first + MAX_USERS_PER_EVENT]
        await outbox.publish(
            session,
            notifications_created({each.notification_id: each.user_id for each in some}),
            sequence=1,
        )


async def _build_deliveries(session: AsyncSession, news: Sequence[_News]) -> list[NoticeDelivery]:
    """Build deliveries by the channels that users have not muted, and to their devices, after their
    quiet hours."""
    user_ids = {each.user_id for each in news}
    devices = await map_devices(session, user_ids)
    preferences = await map_preferences(session, user_ids)
    now = utc_now()
    chosen: list[NoticeDelivery] = []
    async for each in iterate_cooperatively(news):
        notice, preference = each.notice, preferences.get(each.user_id)
        subject = get_subject(notice.kind)
        quiet = (get_quiet_end(preference, subject, now) or now) - now
        ways: list[tuple[Channel, str | None]] = [(channel, None) for channel in notice.channels]
        ways += [(Channel.PUSH, str(device)) for device in devices.get(each.user_id, ())]
        for channel, address in ways:
            if not is_allowed(preference, subject, channel):
                continue
            waits = notice.mail_waits if channel is Channel.EMAIL else timedelta()
            # Pushes use the notification's link: their reader is signed in.
            link = notice.link if channel is Channel.PUSH else notice.mail_link or notice.link
            chosen.append(
                NoticeDelivery(
                    each.notification_id,
                    each.user_id,
                    notice.kind,
                    each.message,
                    link,
                    channel,
                    address,
                    max(waits, quiet),
                )
            )
    return chosen


async def set_mail_link(
    session: AsyncSession, user_id: UUID, topic: str, link: str, action: Bilingual
) -> None:
    """Set the link of the oldest queued mail about a topic, and send it now.

    `action` is its button. Does nothing if no mail is queued.
    """
    waiting = (
        select(col(Notification.id))
        .where(
            col(Notification.user_id) == user_id,
            col(Notification.topic) == topic,
            # Skips mails whose link was set before.
            col(Notification.link).is_not_distinct_from(col(Delivery.link)),
        )
        .correlate(Delivery)
    )
    claimed = await db.claim(
        session,
        Delivery,
        col(Delivery.notification_id).in_(waiting),
        col(Delivery.channel) == Channel.EMAIL,
        col(Delivery.status) == DeliveryStatus.QUEUED,
        order_by=[col(Delivery.id)],
        limit=1,
    )
    for delivery in claimed:
        message = Message.model_validate(delivery.content)
        delivery.content = Message(
            en=message.en.model_copy(update={"action": action.en}),
            ar=message.ar.model_copy(update={"action": action.ar}),
        ).model_dump()
        delivery.link = link
        delivery.next_attempt_at = utc_now()


async def _map_latest_versions(
    session: AsyncSession, notices: Sequence[tuple[Sequence[UUID], Notice]]
) -> dict[tuple[UUID, str], int]:
    """Return the latest notified version per user and topic."""
    user_id, topic = col(Notification.user_id), col(Notification.topic)
    found = await session.execute(
        select(user_id, topic, func.max(col(Notification.version)))
        .where(
            in_array(user_id, {each for user_ids, _ in notices for each in user_ids}),
            in_array(topic, {notice.topic for _, notice in notices}),
        )
        .group_by(user_id, topic)
    )
    return {(user_id, topic): version for user_id, topic, version in found}


async def mark_notification_read(
    session: AsyncSession, actor: Principal, notification_id: UUID
) -> NotificationRead:
    """Mark a notification as read; the first reading time is kept.

    Raises `NotificationNotFound`.
    """
    row = await db.lock(
        session,
        Notification,
        col(Notification.id) == notification_id,
        col(Notification.user_id) == actor.user_id,
    )
    if row is None:
        raise NotificationNotFound
    row.read_at = row.read_at or utc_now()
    return NotificationRead.model_validate(row)


async def mark_all_notifications_read(session: AsyncSession, actor: Principal) -> UnreadCount:
    """Mark all of the caller's notifications as read; return the new count, which is zero."""
    await session.execute(
        update(Notification)
        .where(col(Notification.user_id) == actor.user_id, col(Notification.read_at).is_(None))
        .values(read_at=func.now())
    )
    return UnreadCount(unread=0)


async def clear_notifications(session: AsyncSession, actor: Principal) -> None:
    """Clear the caller's read notifications."""
    await session.execute(
        update(Notification)
        .where(
            col(Notification.user_id) == actor.user_id,
            col(Notification.read_at).is_not(None),
            col(Notification.cleared_at).is_(None),
        )
        .values(cleared_at=func.now())
        .execution_options(synchronize_session=False)
    )
