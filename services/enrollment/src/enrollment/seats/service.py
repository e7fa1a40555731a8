"""Counts seats; `tasks` publishes them. Changes lock the row until the transaction ends.

To prevent deadlocks, every transaction locks in this order: the enrollment, its batch's seats,
other enrollments with SKIP LOCKED only.
"""

from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import Integer, bindparam, func, or_, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.seats.errors import SeatsFull
from enrollment.seats.models import Seats
from enrollment.seats.rules import FREE_SEATS

_seats = bindparam("more_seats", type_=Integer)
_waiting = bindparam("more_waiting", type_=Integer)

# One conditional UPDATE: after a separate read two callers could take the last seat. `surplus` only
# shrinks here, so that the CHECK constraint can catch a missing condition.
_CHANGE = (
    update(Seats)
    .where(col(Seats.batch_id) == bindparam("of_batch"), or_(_seats <= 0, _seats <= FREE_SEATS))
    .values(
        taken=col(Seats.taken) + _seats,
        waiting=col(Seats.waiting) + _waiting,
        surplus=func.least(col(Seats.surplus), func.greatest(_seats - FREE_SEATS, 0)),
        version=col(Seats.version) + 1,
    )
    .returning(col(Seats.version))
    .execution_options(synchronize_session=False)
)


async def change_seats(
    session: AsyncSession, batch_id: UUID, *, seats: int = 0, waiting: int = 0
) -> None:
    """Take or release seats (negative), and change the waiting list's length.

    Raises `SeatsFull` without a change if too few are free.
    """
    changed = await session.execute(
        _CHANGE, {"of_batch": batch_id, "more_seats": seats, "more_waiting": waiting}
    )
    if changed.first() is None:
        raise SeatsFull


async def set_capacity(session: AsyncSession, batch_id: UUID, capacity: int) -> None:
    """Create or change a batch's capacity.

    Existing enrollments keep their seats if it is lowered.
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
