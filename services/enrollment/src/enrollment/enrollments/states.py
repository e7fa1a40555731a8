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
    # A late payment still gets a seat if one is left.
    Status.EXPIRED: frozenset({Status.CONFIRMED}),
    Status.COMPLETED: frozenset(),
    Status.REJECTED: frozenset(),
    Status.CANCELLED: frozenset(),
}

HOLDS_SEAT = frozenset({Status.PENDING_PAYMENT, Status.CONFIRMED, Status.COMPLETED})
"""Requests hold no seat: acceptance takes it."""

ACTIVE = HOLDS_SEAT | {Status.REQUESTED, Status.WAITLISTED}
"""A candidate has at most one of these in a batch."""

AFFECTED = ACTIVE - {Status.COMPLETED}
"""Enrollments affected by a change of their batch."""

CANCELLABLE = frozenset(
    status for status, targets in TRANSITIONS.items() if Status.CANCELLED in targets
)
"""States that a candidate may cancel before the batch starts."""

CANCELLABLE_BY_ORGANIZATION = CANCELLABLE - {Status.REQUESTED}
"""States that an organization may cancel before the batch starts; it rejects requests instead."""


def get_initial_status(*, owed: bool) -> Status:
    """Return the state of an enrollment when it gets its seat."""
    return Status.PENDING_PAYMENT if owed else Status.CONFIRMED
