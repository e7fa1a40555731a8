"""Limits of text messages, each of which costs money, and the retention of deliveries."""

from datetime import timedelta
from uuid import UUID

from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from sqlalchemy import Date, cast, func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.models import ALL_USERS, Channel, DeliveryStatus, TextCount

TEXTS = frozenset({Channel.SMS, Channel.WHATSAPP})
"""Channels that have limits."""
TODAY = cast(func.timezone(str(RIYADH), func.now()), Date)
"""Day to which the limits apply, in Riyadh."""
RETENTION = {
    DeliveryStatus.SENT: timedelta(days=30),
    DeliveryStatus.MERGED: timedelta(days=30),
    DeliveryStatus.FAILED: timedelta(days=90),
    DeliveryStatus.SUPPRESSED: timedelta(days=90),
}
"""Retention of deliveries, for support requests."""


async def count_text(
    session: AsyncSession, settings: Settings, channel: Channel, user_id: UUID
) -> str | None:
    """Count a text message to the user, and return the exceeded limit, if any."""
    if not await _count(session, channel, user_id, settings.texts_a_day_per_person):
        return f"the person has got {settings.texts_a_day_per_person} messages today"
    # Last, because all workers contend for this row's lock.
    if not await _count(session, channel, ALL_USERS, settings.texts_a_day):
        return f"{settings.texts_a_day} messages have gone out today"
    return None


async def _count(session: AsyncSession, channel: Channel, user_id: UUID, limit: int) -> bool:
    counted = (
        insert(TextCount)
        .values(day=TODAY, channel=channel, user_id=user_id, count=1)
        .on_conflict_do_update(
            index_elements=["day", "channel", "user_id"],
            set_={"count": col(TextCount.count) + 1},
            where=col(TextCount.count) < limit,
        )
        .returning(col(TextCount.count))
    )
    return (await session.execute(counted)).first() is not None
