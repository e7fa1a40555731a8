"""Keeping the copy of the catalog's batches."""

from contracts.catalog import BatchUpdated
from kit.db import AsyncSession
from kit.errors import NotFound
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.batches.models import Batch


class BatchUnknown(NotFound):
    """Enrollment has not heard of the batch, or it is not published."""

    code = "enrollment.batch_unknown"
    default_detail = "This batch is not open to enrollments."


async def store_batch(session: AsyncSession, event: BatchUpdated, sequence: int) -> bool:
    """Take over a batch's state; False, and no change, when a newer fact is known."""
    values = event.model_dump(exclude={"batch_id", "capacity"}) | {
        "id": event.batch_id,
        "version": sequence,
    }
    statement = insert(Batch).values(values)
    statement = statement.on_conflict_do_update(
        index_elements=["id"],
        set_={name: statement.excluded[name] for name in values if name != "id"},
        where=col(Batch.version) < statement.excluded.version,
    )
    stored = await session.execute(statement.returning(col(Batch.id)))
    return stored.first() is not None
