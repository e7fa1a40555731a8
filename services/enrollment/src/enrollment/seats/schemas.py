"""What goes out of the seats' endpoint."""

from uuid import UUID

from pydantic import BaseModel


class SeatsRead(BaseModel):
    """How full a batch is."""

    batch_id: UUID
    capacity: int
    taken: int
    """Held for a payment, confirmed or completed."""
    left: int
    """For whoever asks now: none while somebody waits."""
    waiting: int
    """How many are on the waiting list."""
