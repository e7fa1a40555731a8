from collections.abc import Collection, Sequence
from datetime import timedelta
from uuid import UUID

from kit.database.db import AsyncSession, in_array
from kit.database.pages import ListQuery, Page, PageQuery
from kit.security.auth import Principal
from sqlalchemy import ARRAY, Uuid, and_, func, literal, select, true
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased
from sqlmodel import col

from notifications.notifications.models import Notification
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.texts.models import KINDS_BY_SUBJECT, Subject

MAX_NEWS_AGE = timedelta(hours=24)
"""Older events, such as imported data, are only listed: neither streamed nor mailed."""
STREAM_LIMIT = 50


async def list_notifications(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    *,
    unread: bool | None,
    subject: Subject | None,
) -> Page[NotificationRead]:
    """List the caller's notifications, newest first; `unread` selects unread or read ones."""
    filters = [col(Notification.user_id) == actor.user_id, col(Notification.cleared_at).is_(None)]
    if unread is not None:
        read_at = col(Notification.read_at)
        filters.append(read_at.is_(None) if unread else read_at.is_not(None))
    if subject is not None:
        filters.append(col(Notification.kind).in_(KINDS_BY_SUBJECT[subject]))
    newest_first = col(Notification.created_at).desc(), col(Notification.id).desc()
    query = ListQuery(filters, newest_first, page=page)
    rows, meta = await query.fetch(session, select(Notification), col(Notification.id))
    return Page(data=[NotificationRead.model_validate(row) for (row,) in rows], meta=meta)


async def get_unread_count(session: AsyncSession, actor: Principal) -> UnreadCount:
    """Count the caller's unread notifications."""
    count = await session.scalar(
        select(func.count()).where(
            col(Notification.user_id) == actor.user_id, col(Notification.read_at).is_(None)
        )
    )
    return UnreadCount(unread=count or 0)


async def map_newest_ids(session: AsyncSession, user_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """Map users to their newest notification IDs, where new streams start; users without any are
    missing."""
    user_id, identifier = col(Notification.user_id), col(Notification.id)
    found = await session.execute(
        select(user_id, identifier)
        .ext(distinct_on(user_id))
        .where(in_array(user_id, user_ids))
        .order_by(user_id, identifier.desc())
    )
    return dict(found.all())


async def list_new_unread(
    session: AsyncSession, places: Sequence[tuple[UUID, UUID]], named: Collection[UUID] = ()
) -> list[list[NotificationRead]]:
    """List recent unread notifications after each user's cursor, and the `named` ones, oldest
    first.

    IDs are ordered by creation, which can differ from commit order: a late commit is found by its
    name.
    """
    asked = (
        func.unnest(
            literal([user_id for user_id, _ in places], ARRAY(Uuid)),
            literal([after for _, after in places], ARRAY(Uuid)),
        )
        .table_valued("user_id", "after", with_ordinality="place")
        .render_derived()
    )
    identifier, user_id = col(Notification.id), col(Notification.user_id)
    is_recent = and_(
        col(Notification.read_at).is_(None),
        col(Notification.created_at) > func.now() - MAX_NEWS_AGE,
    )
    its = (
        select(Notification)
        .where(user_id == asked.c.user_id, identifier > asked.c.after, is_recent)
        .order_by(identifier)
        .limit(STREAM_LIMIT)
        .lateral()
    )
    statements = [
        select(asked.c.place, aliased(Notification, its))
        .select_from(asked.join(its, true()))
        .order_by(asked.c.place, its.c.id)
    ]
    if named:
        late = and_(user_id == asked.c.user_id, identifier <= asked.c.after)
        statements.insert(
            0,
            select(asked.c.place, Notification)
            .join_from(asked, Notification, late)
            .where(in_array(identifier, named), is_recent)
            .order_by(asked.c.place, identifier),
        )
    found: list[list[NotificationRead]] = [[] for _ in places]
    for statement in statements:
        for place, row in await session.execute(statement):
            found[place - 1].append(NotificationRead.model_validate(row))
    return found
