from collections.abc import Sequence
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession
from sqlalchemy import delete, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.saved.models import SavedBatch
from catalog.saved.queries import select_newest


async def create_saved(session: AsyncSession, profile_id: UUID, batch_ids: Sequence[UUID]) -> None:
    """Save published batches; others and those already saved are skipped.

    Beyond the limit, the oldest ones are removed.
    """
    known = select(literal(profile_id), col(Batch.id)).where(
        col(Batch.id).in_(batch_ids), col(Batch.status) != BatchStatus.DRAFT
    )
    saving = insert(SavedBatch).from_select(["profile_id", "batch_id"], known)
    await session.execute(saving.on_conflict_do_nothing())
    is_old = col(SavedBatch.batch_id).not_in(select_newest(profile_id))
    await session.execute(
        delete(SavedBatch).where(col(SavedBatch.profile_id) == profile_id, is_old)
    )


async def delete_saved(session: AsyncSession, profile_id: UUID, batch_id: UUID) -> None:
    """Remove a saved batch. Idempotent."""
    await session.execute(
        delete(SavedBatch).where(
            col(SavedBatch.profile_id) == profile_id, col(SavedBatch.batch_id) == batch_id
        )
    )
