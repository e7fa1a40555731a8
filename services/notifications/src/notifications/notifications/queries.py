"""Reading notifications: the list, how many are unread, and what a stream has not sent yet."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from kit.auth import Principal
from kit.db import AsyncSession
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import func, or_, select
from sqlmodel import col

from notifications.notifications.models import Notification
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.texts.models import KINDS_OF, Subject

NEWS_LASTS = timedelta(hours=24)
"""Older events, such as those of data that is brought in from elsewhere, are listed only: they are
neither streamed nor mailed."""
STREAM_LIMIT = 50


async def list_notifications(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    *,
    unread: bool | None,
    subject: Subject | None,
) -> Page[NotificationRead]:
    """The caller's notifications, newest first; `unread` picks those unread, or those read."""
    statement = select(Notification).where(col(Notification.user_id) == actor.user_id)
    if unread is not None:
        read_at = col(Notification.read_at)
        statement = statement.where(read_at.is_(None) if unread else read_at.is_not(None))
    if subject is not None:
        statement = statement.where(col(Notification.kind).in_(KINDS_OF[subject]))
    statement = statement.order_by(col(Notification.created_at).desc(), col(Notification.id).desc())
    rows, total = await fetch_page(session, statement, page)
    return Page(
        data=[NotificationRead.model_validate(row) for (row,) in rows], meta=page.meta(total)
    )


async def get_unread_count(session: AsyncSession, actor: Principal) -> UnreadCount:
    """How many notifications the caller has not read."""
    count = await session.scalar(
        select(func.count()).where(
            col(Notification.user_id) == actor.user_id, col(Notification.read_at).is_(None)
        )
    )
    return UnreadCount(unread=count or 0)


async def get_newest_id(session: AsyncSession, user_id: UUID) -> UUID:
    """The id after which everything is new to a stream that starts now."""
    identifier = col(Notification.id)
    statement = select(identifier).where(col(Notification.user_id) == user_id)
    return (await session.scalar(statement.order_by(identifier.desc()).limit(1))) or UUID(int=0)


async def list_unread_after(
    session: AsyncSession, user_id: UUID, after: UUID, named: Sequence[UUID] = ()
) -> list[NotificationRead]:
    """A person's recent unread notifications with a later id, and those `named`, oldest first.

    Ids are in the order of their making, which is not quite the order of their commits: one
    that was committed late is found because it is named.
    """
    statement = (
        select(Notification)
        .where(
            col(Notification.user_id) == user_id,
            col(Notification.read_at).is_(None),
            col(Notification.created_at) > func.now() - NEWS_LASTS,
            or_(col(Notification.id) > after, col(Notification.id).in_(named)),
        )
        .order_by(col(Notification.id))
        .limit(STREAM_LIMIT)
    )
    rows = (await session.execute(statement)).scalars()
    return [NotificationRead.model_validate(row) for row in rows]
