from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.seats.rules import IS_PUBLIC, SEATS_LEFT
from enrollment.seats.schemas import SeatsRead


async def get_seats(session: AsyncSession, batch_id: UUID) -> SeatsRead:
    """Return a batch's seat counts.

    Raises `BatchUnknown` for a draft or a batch not yet replicated.
    """
    statement = (
        select(Seats, SEATS_LEFT)
        .join(Batch, col(Batch.id) == col(Seats.batch_id))
        .where(col(Seats.batch_id) == batch_id, IS_PUBLIC)
    )
    row = (await session.execute(statement)).one_or_none()
    if row is None:
        raise BatchUnknown
    seats, left = row
    return SeatsRead(
        batch_id=seats.batch_id,
        capacity=seats.capacity,
        taken=seats.taken,
        left=left,
        waiting=seats.waiting,
    )
