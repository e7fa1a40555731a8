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

from notifications.deliveries.service import Mail, queue_mails
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
    mail_link: str | None = None
    """Where the mail leads in place of `link`: with a secret of its recipient's."""


async def notify(session: AsyncSession, user_ids: Sequence[UUID], notice: Notice) -> None:
    """Notify each of the users once, in the app and by e-mail.

    Whoever has a notification of the same version of the topic, or of a newer one, gets none.
    """
    await notify_all(session, [(user_ids, notice)])


async def notify_all(
    session: AsyncSession, notices: Sequence[tuple[Sequence[UUID], Notice]]
) -> None:
    """Notify people of several topics, each of which comes once, as `notify` does of one."""
    if not notices:
        return
    # Two events about one topic, handled by two copies at once, would not see one another.
    await advisory_lock(session, *(f"topic:{notice.topic}" for _, notice in notices))
    notified = await _newest_versions(session, notices)
    rows: list[Notification] = []
    news: list[tuple[Notification, Message, str | None]] = []
    for user_ids, notice in notices:
        remaining = {
            user_id
            for user_id in user_ids
            if notified.get((user_id, notice.topic), notice.version - 1) < notice.version
        }
        if not remaining:
            continue
        message = compose(notice.kind, notice.values)
        age = utc_now() - notice.at
        read = notice.restated or age > UNREAD_LASTS
        new = [_row(user_id, notice, message, read=read) for user_id in sorted(remaining)]
        rows += new
        if not notice.restated and age < NEWS_LASTS:
            news += [(row, message, notice.mail_link or notice.link) for row in new]
    if rows:
        await session.execute(insert(Notification), [row.model_dump() for row in rows])
        await outbox.publish_many(session, [(notification_created(row), 1) for row, *_ in news])
        await queue_mails(
            session, [Mail(row.id, row.user_id, message, link) for row, message, link in news]
        )


async def _newest_versions(
    session: AsyncSession, notices: Sequence[tuple[Sequence[UUID], Notice]]
) -> dict[tuple[UUID, str], int]:
    """Of which version of the topics people were notified last."""
    user_id, topic = col(Notification.user_id), col(Notification.topic)
    found = await session.execute(
        select(user_id, topic, func.max(col(Notification.version)))
        .where(
            user_id.in_({each for user_ids, _ in notices for each in user_ids}),
            topic.in_({notice.topic for _, notice in notices}),
        )
        .group_by(user_id, topic)
    )
    return {(user_id, topic): version for user_id, topic, version in found}


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
