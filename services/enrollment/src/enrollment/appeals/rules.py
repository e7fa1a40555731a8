"""Until when a result can be appealed against."""

from datetime import datetime, timedelta

APPEAL_WITHIN = timedelta(days=14)
"""Of when the result was decided."""


def appeal_until(decided_at: datetime) -> datetime:
    """The last moment."""
    return decided_at + APPEAL_WITHIN
