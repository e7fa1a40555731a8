"""Deadlines and conditions for appeals against results."""

from datetime import datetime, timedelta

from contracts.enrollment import AppealStatus, EnrollmentResult

APPEAL_PERIOD = timedelta(days=14)
"""Time to appeal after the result's decision."""


def get_appeal_deadline(decided_at: datetime) -> datetime:
    """Return the deadline to appeal."""
    return decided_at + APPEAL_PERIOD


def is_correctable(status: AppealStatus, new_result: EnrollmentResult | None) -> bool:
    """Tell if the result can be corrected: the appeal is open, or its change gave no pass."""
    return status is AppealStatus.OPEN or new_result not in (None, EnrollmentResult.PASSED)
