from kit.core.errors import Conflict


class SeatsFull(Conflict):
    """All seats are taken, or the waiting list comes first."""

    code = "batch.full"
    default_detail = "All seats are taken. You can join the waiting list if the batch has one."
