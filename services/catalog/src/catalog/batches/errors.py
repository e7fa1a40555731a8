from kit.core.errors import Conflict, Invalid


class BatchPublished(Conflict):
    """The batch is published already."""

    code = "batch.already_published"
    default_detail = "This batch is already published."


class BatchCancelled(Conflict):
    """A cancelled batch cannot be changed."""

    code = "batch.cancelled"
    default_detail = "This batch has been cancelled."


class BatchEnded(Conflict):
    """The batch's last session has ended."""

    code = "batch.ended"
    default_detail = "The last session of this batch has ended."


class CapacityBelowTaken(Invalid):
    """More seats are taken than the new capacity."""

    code = "batch.capacity_below_taken"
    default_detail = "Enter at least as many seats as are already taken."


class TrainerClash(Conflict):
    """A trainer would be in two places at once; `accept_clashes` overrides this."""

    code = "trainer.double_booked"
    default_detail = (
        "A trainer has another session at this time. Choose another time or trainer, or confirm "
        "to continue."
    )
