"""Seats: one row counts those of a batch, and its lock decides who gets the last one."""

from uuid import UUID

from sqlalchemy import CheckConstraint
from sqlmodel import Field

from enrollment.tables import Table


class Seats(Table, table=True):
    """How full a batch is.

    Every change is one conditional UPDATE (`seats.service`, and `enrollments.enroll` on the hot
    path). The constraints are the second line: a statement that forgot its condition fails.
    No index holds a counted column, so that counting is a heap-only update.
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
    """Seats beyond the capacity, kept by enrollments from before it was lowered."""
    waiting: int = 0
    """Enrollments on the waiting list."""
    version: int = 0
    """Raised by every change; the sequence of its events."""
    published_version: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The version that was published last."""
