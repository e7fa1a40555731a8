"""What counts as attended, and when a session can be marked."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from contracts.catalog import BatchMeeting
from contracts.enrollment import EnrollmentStatus

from enrollment.attendance.models import Attendance

MARKED_BEFORE = timedelta(hours=2)
"""Time before its start from which a session can be marked: people come early, clocks differ."""
LATE_AFTER = timedelta(minutes=15)
"""Whoever marks themselves later than this after the start is late."""

ATTENDING = (EnrollmentStatus.CONFIRMED, EnrollmentStatus.COMPLETED)
"""Statuses that put an enrollment on the attendance list."""
MARKABLE = EnrollmentStatus.CONFIRMED
"""Whose attendance can be marked: once the result is decided by it, it stays."""

ATTENDED = frozenset({Attendance.PRESENT, Attendance.LATE})
COUNTED = ATTENDED | {Attendance.ABSENT}
"""Whoever is excused is asked neither way."""


def is_open(meeting: BatchMeeting, now: datetime) -> bool:
    """Tell if a session can be marked, which stays so for corrections."""
    return meeting.starts_at - MARKED_BEFORE <= now


def own_mark(meeting: BatchMeeting, now: datetime) -> Attendance:
    """Return the mark of a candidate who checks in now."""
    return Attendance.LATE if now > meeting.starts_at + LATE_AFTER else Attendance.PRESENT


def tally(marks: Iterable[Attendance | None]) -> tuple[int, int]:
    """Sessions attended, and sessions counted."""
    known = list(marks)
    return (
        sum(mark in ATTENDED for mark in known),
        sum(mark in COUNTED for mark in known),
    )
