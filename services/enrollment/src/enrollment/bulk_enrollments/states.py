"""States of rows, and groups of states of bulk enrollments."""

from enum import StrEnum

from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.enrollment import EnrollmentStatus


class RowState(StrEnum):
    """State of a row."""

    UNCHECKED = "unchecked"
    MATCHING = "matching"
    """Identity is matching the person. Displayed only: stored as `VALID` with an unanswered chunk.
    """
    INVALID = "invalid"
    DECIDE = "decide"
    """The number belongs to a person with another name; the uploader decides if they are meant."""
    VALID = "valid"
    """Provisional until the file is validated."""
    SKIPPED = "skipped"
    """Skipped by the uploader."""
    ENROLLED = "enrolled"
    """Has a seat; the enrollment has its status."""
    WAITLISTED = "waitlisted"
    FAILED = "failed"
    """Confirmed, but could not be enrolled."""


FAULTY = frozenset({RowState.INVALID, RowState.DECIDE, RowState.FAILED})
"""Rows with errors or open decisions."""
PLACED = frozenset({RowState.ENROLLED, RowState.WAITLISTED})
"""Confirmed rows with an enrollment."""

EDITABLE = frozenset({Status.MAPPING, Status.CHECKED})
"""States that allow corrections or another file."""
CANCELLABLE = EDITABLE | {Status.CHECKING, Status.AWAITING_PAYMENT}
"""States that the organization may cancel; during admission it must wait for identity."""
ENDED = frozenset({Status.FINISHED, Status.CANCELLED, Status.EXPIRED})
"""Final states."""

CHECK_SWEEP = "check_bulk_enrollments"
"""Name of the sweep that checks files. It runs immediately when a file becomes ready."""

TEST_STATUSES = {
    Status.AWAITING_PAYMENT: EnrollmentStatus.PENDING_PAYMENT,
    Status.FINISHED: EnrollmentStatus.CONFIRMED,
    Status.CANCELLED: EnrollmentStatus.CANCELLED,
    Status.EXPIRED: EnrollmentStatus.EXPIRED,
}
"""Displayed enrollment status of a test's rows, which have no enrollment."""
