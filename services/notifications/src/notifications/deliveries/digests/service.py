"""Merge mails of one kind within a minute into a digest.

The claimed mail becomes the digest, and the others become `merged` in the same transaction.
After a crash, an unsent row still holds all of them.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession, in_array
from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from notifications.deliveries.models import DELIVERY_STATES, Channel, Delivery, DeliveryStatus
from notifications.texts.models import Item, Language, Message, Text
from notifications.texts.service import get_phrase

MAX_SEPARATE = 5
"""Number of mails of one kind within a minute above which they are merged."""
WINDOW = timedelta(minutes=1)
MAX_LISTED = 50
MERGE_CHUNK = 500


async def merge_into_digest(session: AsyncSession, delivery: Delivery, near: int) -> bool:
    """Merge neighbors into the locked delivery and return True if it should be sent now.

    Otherwise postpone it to the end of the minute. `near` is from `count_neighbors`.
    """
    if near <= MAX_SEPARATE:
        return True
    ends_at = delivery.created_at + WINDOW
    if await db.now(session) < ends_at:
        delivery.next_attempt_at = ends_at
        await session.flush()
        return False
    others = await db.claim(
        session,
        Delivery,
        _is_mergeable(delivery),
        col(Delivery.id) != delivery.id,
        col(Delivery.status) == DeliveryStatus.QUEUED,
        col(Delivery.attempts) == 0,
        order_by=[col(Delivery.created_at), col(Delivery.id)],
        limit=MERGE_CHUNK,
    )
    if others:
        _merge(delivery, others)
        await session.flush()
    return True


async def count_neighbors(session: AsyncSession, deliveries: Sequence[Delivery]) -> dict[UUID, int]:
    """Count the mails within a minute of each mergeable delivery, including itself."""
    may_be_listed = [
        each.id
        for each in deliveries
        if each.channel is Channel.EMAIL and each.kind is not None and not each.attempts
    ]
    if not may_be_listed:
        return {}
    other = aliased(Delivery)
    created_at = col(Delivery.created_at)
    counted = await session.execute(
        select(col(Delivery.id), func.count())
        .join(
            other,
            and_(
                col(other.user_id) == col(Delivery.user_id),
                col(other.kind) == col(Delivery.kind),
                col(other.channel) == col(Delivery.channel),
                col(other.created_at).between(created_at - WINDOW, created_at + WINDOW),
            ),
        )
        .where(in_array(col(Delivery.id), may_be_listed))
        .group_by(col(Delivery.id))
    )
    return dict(counted.all())


def _is_mergeable(delivery: Delivery) -> ColumnElement[bool]:
    return and_(
        col(Delivery.user_id) == delivery.user_id,
        col(Delivery.kind) == delivery.kind,
        col(Delivery.channel) == delivery.channel,
    )


def _merge(delivery: Delivery, others: Sequence[Delivery]) -> None:
    listed = [(Message.model_validate(each.content), each.link) for each in (delivery, *others)]
    delivery.content = Message(
        en=_build_digest("en", listed), ar=_build_digest("ar", listed)
    ).model_dump()
    delivery.link = None
    for each in others:
        DELIVERY_STATES.transition(each, DeliveryStatus.MERGED)
        each.content = each.link = None
        each.last_error = f"listed by {delivery.id}"


def _build_digest(language: Language, listed: Sequence[tuple[Message, str | None]]) -> Text:
    texts = [(getattr(message, language), link) for message, link in listed]
    body = [getattr(get_phrase("digest_body"), language).format(count=len(texts))]
    if len(texts) > MAX_LISTED:
        more = getattr(get_phrase("digest_more"), language)
        body.append(more.format(count=len(texts) - MAX_LISTED))
    return Text(
        title=getattr(get_phrase("digest_title"), language).format(count=len(texts)),
        body="\n\n".join(body),
        items=tuple(
            Item(title=text.title, body=text.body, link=link) for text, link in texts[:MAX_LISTED]
        ),
    )
