"""Creating notifications, and marking them as read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from kit import db
from kit.auth import Principal
from kit.db import AsyncSession, advisory_lock, new_id, utc_now
from kit.messaging import outbox
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.deliveries.service import queue_mails
from notifications.notifications.errors import NotificationNotFound
from notifications.notifications.events import notification_created
from notifications.notifications.models import Notification
from notifications.notifications.queries import NEWS_LASTS
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.texts.compose import compose
from notifications.texts.models import Kind, Message, Values

UNREAD_LASTS = timedelta(days=7)
"""Older events are listed as read."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What people are notified of. `at` is when it happened; `restated` is true when the event was
    only published again to rebuild copies."""

    topic: str
    version: int
    kind: Kind
    values: Values
    link: str | None
    at: datetime
    restated: bool = False


async def notify(session: AsyncSession, user_ids: Sequence[UUID], notice: Notice) -> None:
    """Notify each of the users once, in the app and by e-mail.

    Whoever has a notification of the same version of the topic, or of a newer one, gets none.
    """
    # Two events about one topic, handled by two copies at once, would not see one another.
    await advisory_lock(session, f"topic:{notice.topic}")
    notified = await session.execute(
        select(col(Notification.user_id)).where(
            col(Notification.user_id).in_(user_ids),
            col(Notification.topic) == notice.topic,
            col(Notification.version) >= notice.version,
        )
    )
    remaining = set(user_ids) - set(notified.scalars())
    if not remaining:
        return
    message = compose(notice.kind, notice.values)
    age = utc_now() - notice.at
    read = notice.restated or age > UNREAD_LASTS
    rows = [_row(user_id, notice, message, read=read) for user_id in sorted(remaining)]
    await session.execute(insert(Notification), [row.model_dump() for row in rows])
    if not notice.restated and age < NEWS_LASTS:
        await outbox.publish_many(session, [(notification_created(row), 1) for row in rows])
        await queue_mails(session, message, {row.id: row.user_id for row in rows}, notice.link)


def _row(user_id: UUID, notice: Notice, message: Message, *, read: bool) -> Notification:
    return Notification(
        id=new_id(),
        user_id=user_id,
        topic=notice.topic,
        version=notice.version,
        kind=notice.kind,
        title_en=message.en.title,
        title_ar=message.ar.title,
        body_en=message.en.body,
        body_ar=message.ar.body,
        link=notice.link,
        created_at=notice.at,
        read_at=notice.at if read else None,
    )


async def mark_notification_read(
    session: AsyncSession, actor: Principal, notification_id: UUID
) -> NotificationRead:
    """Mark one as read; it keeps the time of its first reading.

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
    """Mark all of the caller's as read; what is unread after that, which is nothing."""
    await session.execute(
        update(Notification)
        .where(col(Notification.user_id) == actor.user_id, col(Notification.read_at).is_(None))
        .values(read_at=func.now())
    )
    return UnreadCount(unread=0)
