"""The states of an enrollment and the arrows between them."""

from collections.abc import Mapping

from contracts.enrollment import EnrollmentStatus as Status

TRANSITIONS: Mapping[Status, frozenset[Status]] = {
    Status.REQUESTED: frozenset(
        {
            Status.PENDING_PAYMENT,
            Status.CONFIRMED,
            Status.REJECTED,
            Status.CANCELLED,
            Status.EXPIRED,
        }
    ),
    Status.WAITLISTED: frozenset(
        {
            Status.REQUESTED,
            Status.PENDING_PAYMENT,
            Status.CONFIRMED,
            Status.CANCELLED,
            Status.EXPIRED,
        }
    ),
    Status.PENDING_PAYMENT: frozenset({Status.CONFIRMED, Status.CANCELLED, Status.EXPIRED}),
    Status.CONFIRMED: frozenset({Status.COMPLETED, Status.CANCELLED}),
    # Money that came too late still gets a seat if one is left.
    Status.EXPIRED: frozenset({Status.CONFIRMED}),
    Status.COMPLETED: frozenset(),
    Status.REJECTED: frozenset(),
    Status.CANCELLED: frozenset(),
}

HOLDS_SEAT = frozenset({Status.PENDING_PAYMENT, Status.CONFIRMED, Status.COMPLETED})
"""A request does not hold one: the organization's acceptance takes it."""

ACTIVE = HOLDS_SEAT | {Status.REQUESTED, Status.WAITLISTED}
"""A candidate has at most one of these in a batch."""

CONCERNED = ACTIVE - {Status.COMPLETED}
"""Those whom a change of their batch concerns."""

CANCELLABLE = frozenset(
    status for status, targets in TRANSITIONS.items() if Status.CANCELLED in targets
)
"""What a candidate may end before the batch starts."""

CANCELLABLE_BY_ORGANIZATION = CANCELLABLE - {Status.REQUESTED}
"""What an organization may end before the batch starts; a request it rejects."""


def with_seat(*, owed: bool) -> Status:
    """The state that an enrollment comes into with its seat: something is owed, or it is free."""
    return Status.PENDING_PAYMENT if owed else Status.CONFIRMED
