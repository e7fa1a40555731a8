"""Telling people things, and what they do with what they were told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from contracts.notifications import NotificationCreated
from kit.auth import Principal
from kit.db import AsyncSession, advisory_lock, new_id, utc_now
from kit.errors import NotFound
from kit.messaging import outbox
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.deliveries import service as deliveries
from notifications.notifications.models import Notification
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.wording import Kind, Message, Values, compose

NEWS_LASTS = timedelta(hours=24)
"""Nobody is called or mailed for older facts, such as data that is brought in from elsewhere;
they are only listed."""
UNREAD_LASTS = timedelta(days=7)
"""Facts that are older still are listed as read."""
STREAM_LIMIT = 50


class NotificationNotFound(NotFound):
    """There is no such notification, or it is somebody else's."""

    code = "notifications.notification_not_found"
    default_detail = "This notification does not exist."


@dataclass(frozen=True, slots=True)
class Notice:
    """What is to be told. `at` is when the fact came true; `news` is false for one that is only
    told again to rebuild read models."""

    topic: str
    version: int
    kind: Kind
    values: Values
    link: str | None
    at: datetime
    news: bool = True


async def notify(session: AsyncSession, user_ids: Sequence[UUID], notice: Notice) -> None:
    """Tell each of the users once, in the app and by e-mail.

    Whoever was already told the same version of the topic, or a newer one, hears nothing.
    """
    # Two facts about one topic, handled by two copies at once, would not see one another.
    await advisory_lock(session, f"topic:{notice.topic}")
    told = await session.execute(
        select(col(Notification.user_id)).where(
            col(Notification.user_id).in_(user_ids),
            col(Notification.topic) == notice.topic,
            col(Notification.version) >= notice.version,
        )
    )
    remaining = set(user_ids) - set(told.scalars())
    if not remaining:
        return
    message = compose(notice.kind, notice.values)
    age = utc_now() - notice.at
    read = not notice.news or age > UNREAD_LASTS
    rows = [_row(user_id, notice, message, read=read) for user_id in sorted(remaining)]
    await session.execute(insert(Notification), [row.model_dump() for row in rows])
    if notice.news and age < NEWS_LASTS:
        await outbox.publish_many(session, [(_created(row), 1) for row in rows])
        await deliveries.queue_mails(session, rows, message)


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


def _created(row: Notification) -> NotificationCreated:
    return NotificationCreated(
        notification_id=row.id,
        user_id=row.user_id,
        title_en=row.title_en,
        title_ar=row.title_ar,
        body_en=row.body_en,
        body_ar=row.body_ar,
        link=row.link,
    )


async def list_own(
    session: AsyncSession, actor: Principal, page: PageQuery, *, unread: bool | None
) -> Page[NotificationRead]:
    """The caller's notifications, newest first; `unread` picks those unread, or those read."""
    statement = select(Notification).where(col(Notification.user_id) == actor.user_id)
    if unread is not None:
        read_at = col(Notification.read_at)
        statement = statement.where(read_at.is_(None) if unread else read_at.is_not(None))
    statement = statement.order_by(col(Notification.created_at).desc(), col(Notification.id).desc())
    rows, total = await fetch_page(session, statement, page)
    return Page(
        data=[NotificationRead.model_validate(row) for (row,) in rows], meta=page.meta(total)
    )


async def count_unread(session: AsyncSession, actor: Principal) -> UnreadCount:
    """How many notifications the caller has not read."""
    count = await session.scalar(
        select(func.count()).where(
            col(Notification.user_id) == actor.user_id, col(Notification.read_at).is_(None)
        )
    )
    return UnreadCount(unread=count or 0)


async def mark_read(
    session: AsyncSession, actor: Principal, notification_id: UUID
) -> NotificationRead:
    """Mark one as read; it keeps the time of its first reading."""
    statement = select(Notification).where(
        col(Notification.id) == notification_id, col(Notification.user_id) == actor.user_id
    )
    row = (await session.execute(statement.with_for_update())).scalar_one_or_none()
    if row is None:
        raise NotificationNotFound
    row.read_at = row.read_at or utc_now()
    return NotificationRead.model_validate(row)


async def mark_all_read(session: AsyncSession, actor: Principal) -> UnreadCount:
    """Mark all of the caller's as read; what is unread after that, which is nothing."""
    await session.execute(
        update(Notification)
        .where(col(Notification.user_id) == actor.user_id, col(Notification.read_at).is_(None))
        .values(read_at=utc_now())
    )
    return UnreadCount(unread=0)


async def newest_id(session: AsyncSession, user_id: UUID) -> UUID:
    """The id after which everything is new to a stream that starts now."""
    identifier = col(Notification.id)
    statement = select(identifier).where(col(Notification.user_id) == user_id)
    return (await session.scalar(statement.order_by(identifier.desc()).limit(1))) or UUID(int=0)


async def unread_after(
    session: AsyncSession, user_id: UUID, after: UUID, named: Sequence[UUID] = ()
) -> list[NotificationRead]:
    """A person's unread news with a later id, and those `named`, oldest first.

    Ids are in the order of their making, which is not quite the order of their commits: one
    that was committed late is found because it is named.
    """
    statement = (
        select(Notification)
        .where(
            col(Notification.user_id) == user_id,
            col(Notification.read_at).is_(None),
            col(Notification.created_at) > utc_now() - NEWS_LASTS,
            or_(col(Notification.id) > after, col(Notification.id).in_(named)),
        )
        .order_by(col(Notification.id))
        .limit(STREAM_LIMIT)
    )
    rows = (await session.execute(statement)).scalars()
    return [NotificationRead.model_validate(row) for row in rows]
