from kit.core.errors import Conflict, Invalid


class BatchPublished(Conflict):
    """The batch is published already."""

    code = "batch.already_published"
    default_detail = "This batch is published already."


class BatchCancelled(Conflict):
    """A cancelled batch cannot be changed."""

    code = "batch.cancelled"
    default_detail = "This batch is cancelled and cannot be changed any more."


class BatchOver(Conflict):
    """The batch's last session has ended."""

    code = "batch.ended"
    default_detail = "The last session of this batch is over."


class CapacityBelowTaken(Invalid):
    """More seats are taken than the new capacity."""

    code = "batch.capacity_below_taken"
    default_detail = "More seats are taken already than this capacity would allow."


class TrainerClash(Conflict):
    """A trainer would be in two places at once; `accept_clashes` overrides this."""

    code = "trainer.double_booked"
    default_detail = "A trainer gives another session at the same time."
