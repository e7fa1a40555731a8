"""Whom a survey asks, for how long, and from how many answers on it is shown."""

from datetime import datetime, timedelta

from contracts.enrollment import EnrollmentResult

ANSWER_WITHIN = timedelta(days=30)
"""Of when the result was decided."""
SHOWN_FROM = 3
"""Of fewer answers the organization could tell whose they are."""
ASKED = (EnrollmentResult.PASSED, EnrollmentResult.FAILED)
"""Whoever attended nothing has nothing to judge."""


def answer_until(decided_at: datetime) -> datetime:
    """The last moment."""
    return decided_at + ANSWER_WITHIN
