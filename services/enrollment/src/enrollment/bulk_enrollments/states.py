"""The states of a bulk enrollment, which are in `BulkEnrollmentStatus`, and of its rows."""

from enum import StrEnum

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import EnrollmentStatus


class RowState(StrEnum):
    """Where a row stands."""

    UNCHECKED = "unchecked"
    MATCHING = "matching"
    """Its cells were checked; identity is looking for the person. It is shown and not stored: such
    a row is `VALID`, in a portion that is not answered."""
    INVALID = "invalid"
    DECIDE = "decide"
    """Somebody of another name has the number: a person decides whether it is meant."""
    VALID = "valid"
    """While its file is being checked: until it is judged."""
    SKIPPED = "skipped"
    """Left out by a person."""
    ENROLLED = "enrolled"
    """It has a seat, for the time being or for good: the enrollment says it."""
    WAITLISTED = "waitlisted"
    FAILED = "failed"
    """It was confirmed, and could not be enrolled."""


TO_MEND = frozenset({RowState.INVALID, RowState.DECIDE, RowState.FAILED})
"""Something is wrong with the row, or to be decided about it."""
TAKEN = frozenset({RowState.ENROLLED, RowState.WAITLISTED})
"""What became of rows that were confirmed."""

EDITABLE = frozenset({Status.MAPPING, Status.CHECKED})
"""It waits for its people: cells can be mended, another file uploaded."""
CANCELLABLE = EDITABLE | {Status.CHECKING, Status.AWAITING_PAYMENT}
"""What its organization may end. While people are being admitted it waits for the answer."""
ENDED = frozenset({Status.FINISHED, Status.CANCELLED, Status.EXPIRED})
"""Nothing happens to it any more."""

CHECK_SWEEP = "check_bulk_enrollments"
"""Does what is checked. It is hurried when a file comes to that, or gives way to the next."""

OF_TESTS = {
    Status.AWAITING_PAYMENT: EnrollmentStatus.PENDING_PAYMENT,
    Status.FINISHED: EnrollmentStatus.CONFIRMED,
    Status.CANCELLED: EnrollmentStatus.CANCELLED,
    Status.EXPIRED: EnrollmentStatus.EXPIRED,
}
"""What an enrolled row of a test is shown as: there is no enrollment that would say it."""
