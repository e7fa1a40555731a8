"""Counting of attendance marks, and times for marking."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from contracts.catalog import BatchMeeting
from contracts.enrollment import EnrollmentStatus

from enrollment.attendance.models import Attendance

EARLY_MARKING_PERIOD = timedelta(hours=2)
"""Time before a session's start from which it can be marked: people arrive early, clocks differ."""
LATE_AFTER = timedelta(minutes=15)
"""Time after the start from which self check-in counts as late."""

ATTENDING = (EnrollmentStatus.CONFIRMED, EnrollmentStatus.COMPLETED)
"""Statuses that put an enrollment on the attendance list."""
MARKABLE = EnrollmentStatus.CONFIRMED
"""The status in which attendance can be marked: a decided result keeps its marks."""

ATTENDED = frozenset({Attendance.PRESENT, Attendance.LATE})
COUNTED = ATTENDED | {Attendance.ABSENT}
"""Marks that count for attendance; excused sessions do not."""


def is_open(meeting: BatchMeeting, now: datetime) -> bool:
    """Tell if a session can be marked; ended sessions stay open for corrections."""
    return meeting.starts_at - EARLY_MARKING_PERIOD <= now


def compute_own_mark(meeting: BatchMeeting, now: datetime) -> Attendance:
    """Return the mark of a candidate who checks in now."""
    return Attendance.LATE if now > meeting.starts_at + LATE_AFTER else Attendance.PRESENT


def count_sessions(marks: Iterable[Attendance | None]) -> tuple[int, int]:
    """Return the number of sessions attended and the number counted."""
    known = list(marks)
    return (
        sum(mark in ATTENDED for mark in known),
        sum(mark in COUNTED for mark in known),
    )
