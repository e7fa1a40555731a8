"""Keeping the copy of identity's candidates."""

from contracts.identity import ProfileUpdated
from contracts.profiles import ProfileType
from kit.db import AsyncSession
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.profiles.models import Profile


async def store_profile(session: AsyncSession, event: ProfileUpdated, sequence: int) -> None:
    """Take over a candidate's names; other profiles do not enroll and are not kept."""
    if event.profile_type is not ProfileType.CANDIDATE:
        return
    values = {
        "id": event.profile_id,
        "user_id": event.user_id,
        "username": event.username,
        "email": event.email,
        "phone": event.phone,
        "name_en": event.name_en,
        "name_ar": event.name_ar,
        "image_url": event.image_url,
        "version": sequence,
    }
    statement = insert(Profile).values(values)
    statement = statement.on_conflict_do_update(
        index_elements=["id"],
        set_={name: statement.excluded[name] for name in values if name != "id"},
        where=col(Profile.version) < statement.excluded.version,
    )
    await session.execute(statement)
