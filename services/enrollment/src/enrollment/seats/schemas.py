from uuid import UUID

from pydantic import BaseModel


class SeatsRead(BaseModel):
    """Seat counts of a batch."""

    batch_id: UUID
    capacity: int
    taken: int
    """Awaiting payment, confirmed or completed."""
    left: int
    """Available to new candidates; none while there is a waiting list."""
    waiting: int
    """Candidates on the waiting list."""
