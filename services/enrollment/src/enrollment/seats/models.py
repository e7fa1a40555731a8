from uuid import UUID

from sqlalchemy import CheckConstraint
from sqlmodel import Field

from enrollment.tables import Table


class Seats(Table, table=True):
    """Seat counts of a batch; locking the row serializes contending enrollments.

    Every change is one conditional UPDATE (in `seats.service` and the statements of
    `enrollments.service`). CHECK constraints catch a missing condition. Counted columns have no
    index, which allows heap-only updates.
    """

    __tablename__ = "seats"
    __table_args__ = (
        CheckConstraint("taken <= capacity + surplus", name="not_oversold"),
        CheckConstraint("taken >= 0 AND waiting >= 0", name="not_negative"),
        CheckConstraint("capacity >= 0 AND surplus >= 0", name="capacity_not_negative"),
    )

    batch_id: UUID = Field(primary_key=True)
    capacity: int
    taken: int = 0
    """Seats of enrollments that await payment, are confirmed or completed."""
    surplus: int = 0
    """Seats above a lowered capacity, kept by existing enrollments."""
    waiting: int = 0
    """Enrollments on the waiting list."""
    version: int = 0
    """Incremented by every change; the sequence number of its events."""
    published_version: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Version published last."""
