"""Until when a result can be appealed against, and corrected."""

from datetime import datetime, timedelta

from contracts.enrollment import AppealStatus, EnrollmentResult

APPEAL_WITHIN = timedelta(days=14)
"""Days after the result's decision."""


def appeal_until(decided_at: datetime) -> datetime:
    """The last moment."""
    return decided_at + APPEAL_WITHIN


def is_correctable(status: AppealStatus, new_result: EnrollmentResult | None) -> bool:
    """Return whether the result can be corrected; a correction that took the pass away, again."""
    return status is AppealStatus.OPEN or new_result not in (None, EnrollmentResult.PASSED)
