"""Why there is no seat."""

from kit.core.errors import Conflict


class SeatsFull(Conflict):
    """Every seat is taken, or somebody waits for the next one."""

    code = "batch.full"
    default_detail = "All seats are taken. You can join the waiting list."
