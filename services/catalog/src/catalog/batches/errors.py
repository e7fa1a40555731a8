"""Why a batch cannot be changed."""

from kit.core.errors import Conflict, Invalid


class BatchPublished(Conflict):
    """It is published already."""

    code = "batch.already_published"
    default_detail = "This batch is published already."


class BatchCancelled(Conflict):
    """A cancelled batch stays as it is."""

    code = "batch.cancelled"
    default_detail = "This batch is cancelled and cannot be changed any more."


class BatchOver(Conflict):
    """Its last session has ended."""

    code = "batch.ended"
    default_detail = "The last session of this batch is over."


class CapacityBelowTaken(Invalid):
    """More seats are taken than would remain."""

    code = "batch.capacity_below_taken"
    default_detail = "More seats are taken already than this capacity would allow."


class TrainerClash(Conflict):
    """A trainer would be in two places at once; with `accept_clashes` it is saved all the same."""

    code = "trainer.double_booked"
    default_detail = "A trainer gives another session at the same time."
