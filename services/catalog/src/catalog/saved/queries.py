"""Read saved batches."""

from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import Select, select
from sqlmodel import col

from catalog.batches.schemas import MAX_SAVED
from catalog.saved.models import SavedBatch


async def list_saved(session: AsyncSession, profile_id: UUID) -> list[UUID]:
    """List the IDs of saved batches, newest first."""
    return list(await session.scalars(select_newest(profile_id)))


def select_newest(profile_id: UUID) -> Select[UUID]:
    """Select the newest saved batches, up to the limit."""
    return (
        select(col(SavedBatch.batch_id))
        .where(col(SavedBatch.profile_id) == profile_id)
        .order_by(col(SavedBatch.created_at).desc(), col(SavedBatch.batch_id))
        .limit(MAX_SAVED)
    )
