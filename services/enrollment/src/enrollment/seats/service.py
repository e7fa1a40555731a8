"""Counting seats. Whoever changes the row holds its lock until the transaction ends; `sweeps`
tells the others.

The order of locks is the same everywhere, so that no two transactions wait for one another:
the enrollment, then its batch's seats, then others' enrollments with SKIP LOCKED only.
"""

from uuid import UUID

from contracts.catalog import BatchStatus
from kit.db import AsyncSession
from kit.errors import Conflict
from sqlalchemy import Integer, bindparam, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats
from enrollment.seats.schemas import SeatsRead


class SeatsFull(Conflict):
    """Every seat is taken, or somebody waits for the next one."""

    code = "enrollment.seats_full"
    default_detail = "All seats are taken. You can join the waiting list."


_seats = bindparam("more_seats", type_=Integer)
_waiting = bindparam("more_waiting", type_=Integer)

# One conditional UPDATE: a read before it would let two callers see the same last seat.
# `surplus` only ever shrinks here, so that the CHECK constraint can catch a missing condition.
_CHANGE = (
    update(Seats)
    .where(
        col(Seats.batch_id) == bindparam("of_batch"),
        or_(_seats <= 0, col(Seats.taken) < col(Seats.capacity)),
    )
    .values(
        taken=col(Seats.taken) + _seats,
        waiting=col(Seats.waiting) + _waiting,
        surplus=func.least(
            col(Seats.surplus), func.greatest(col(Seats.taken) + _seats - col(Seats.capacity), 0)
        ),
        version=col(Seats.version) + 1,
    )
    .returning(col(Seats.version))
    .execution_options(synchronize_session=False)
)


async def change_seats(
    session: AsyncSession, batch_id: UUID, *, seats: int = 0, waiting: int = 0
) -> None:
    """Take (`seats=1`) or release (`-1`) a seat, and lengthen or shorten the waiting list.

    Raises `SeatsFull`, with nothing changed, when a seat is wanted and none is left.
    """
    changed = await session.execute(
        _CHANGE, {"of_batch": batch_id, "more_seats": seats, "more_waiting": waiting}
    )
    if changed.first() is None:
        raise SeatsFull


async def set_capacity(session: AsyncSession, batch_id: UUID, capacity: int) -> None:
    """Make a batch's seats, or change how many there are.

    Below the number taken every enrollment keeps its seat and none is left.
    """
    statement = insert(Seats).values(
        batch_id=batch_id, capacity=capacity, taken=0, surplus=0, waiting=0, version=0
    )
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=["batch_id"],
            set_={
                "capacity": capacity,
                "surplus": func.greatest(col(Seats.taken) - capacity, 0),
                "version": col(Seats.version) + 1,
            },
            where=col(Seats.capacity) != capacity,
        )
    )


async def lock_seats(session: AsyncSession, batch_id: UUID) -> Seats:
    """The batch's row, locked until the transaction ends."""
    statement = select(Seats).where(col(Seats.batch_id) == batch_id).with_for_update()
    found = await session.execute(statement, execution_options={"populate_existing": True})
    return found.scalar_one()


async def read_seats(session: AsyncSession, batch_id: UUID) -> SeatsRead:
    """How full a batch is; 404 for a draft or a batch that is not known yet."""
    row = (
        await session.execute(
            select(Seats)
            .join(Batch, col(Batch.id) == col(Seats.batch_id))
            .where(col(Seats.batch_id) == batch_id, col(Batch.status) != BatchStatus.DRAFT)
        )
    ).scalar_one_or_none()
    if row is None:
        raise BatchUnknown
    return SeatsRead(
        batch_id=row.batch_id,
        capacity=row.capacity,
        taken=row.taken,
        left=max(row.capacity - row.taken, 0),
        waiting=row.waiting,
    )
