"""Where an application can go from its states."""

from contracts.enrollment import ApplicationStatus as Status

OPEN = frozenset({Status.DRAFT, Status.RETURNED})
"""As long as it can be written and submitted."""
WITHDRAWABLE = OPEN | {Status.PENDING_PAYMENT, Status.SUBMITTED}
UNSUBMITTED = OPEN | {Status.PENDING_PAYMENT}
"""What ends with its announcement."""
HOLDS_STAFF = frozenset({Status.PENDING_PAYMENT, Status.SUBMITTED, Status.APPROVED})
"""Its staff members cannot be in another application to the announcement."""
