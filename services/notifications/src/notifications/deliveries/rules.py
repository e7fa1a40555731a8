"""How many text messages may go out: each costs money, and somebody may ask for codes all day."""

from uuid import UUID

from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from sqlalchemy import Date, cast, func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.models import EVERYBODY, Channel, TextCount

TEXTS = frozenset({Channel.SMS, Channel.WHATSAPP})
"""The channels that have limits."""
TODAY = cast(func.timezone(str(RIYADH), func.now()), Date)


async def take(
    session: AsyncSession, settings: Settings, channel: Channel, user_id: UUID
) -> str | None:
    """Count a text message to the person; what has been reached when it is too many."""
    if not await _count(session, channel, user_id, settings.texts_a_day_per_person):
        return f"the person has got {settings.texts_a_day_per_person} messages today"
    # Last, since whoever counts waits for this one row.
    if not await _count(session, channel, EVERYBODY, settings.texts_a_day):
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
