"""Deadline, invited people and minimum number of answers of surveys."""

from datetime import datetime, timedelta

from contracts.enrollment import EnrollmentResult

ANSWER_PERIOD = timedelta(days=30)
"""Time to answer after the result's decision."""
MIN_RESPONSES = 3
"""Fewer answers would reveal who gave them."""
INVITED_RESULTS = (EnrollmentResult.PASSED, EnrollmentResult.FAILED)
"""Results of people who are invited; absent people have nothing to rate."""


def get_answer_deadline(decided_at: datetime) -> datetime:
    """Return the deadline to answer."""
    return decided_at + ANSWER_PERIOD
