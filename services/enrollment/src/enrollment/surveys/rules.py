"""Whom a survey asks, for how long, and from how many answers on it is shown."""

from datetime import datetime, timedelta

from contracts.enrollment import EnrollmentResult

ANSWER_WITHIN = timedelta(days=30)
"""Days after the result's decision."""
SHOWN_FROM = 3
"""Fewer answers would reveal who gave them."""
ASKED = (EnrollmentResult.PASSED, EnrollmentResult.FAILED)
"""Whoever attended nothing has nothing to judge."""


def answer_until(decided_at: datetime) -> datetime:
    """The last moment."""
    return decided_at + ANSWER_WITHIN
