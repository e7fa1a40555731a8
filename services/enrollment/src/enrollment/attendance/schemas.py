from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from kit.domain.fields import NUMBER, InputModel
from pydantic import BaseModel, Field, StringConstraints

from enrollment.attendance.models import Attendance, MarkSource

MAX_MARKS = 2_000
"""Maximum number of marks in one request."""
MAX_MARK_AGE = timedelta(days=30)
"""Maximum age of a mark sent by an offline device."""


class AttendanceCounts(BaseModel):
    """Number of people by mark in a session."""

    present: int
    absent: int
    late: int
    excused: int
    unmarked: int


class AttendedSession(BaseModel):
    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    open: bool
    """The session can be marked: from two hours before its start."""
    check_in_open: bool
    """Candidates can check in now."""
    counts: AttendanceCounts


class MarkRead(BaseModel):
    """Latest mark of a person in a session."""

    session_id: UUID
    attendance: Attendance | None
    """Null if removed."""
    source: MarkSource
    marked_at: datetime


class AttendingPerson(BaseModel):
    """A person with a seat in the batch."""

    enrollment_id: UUID
    name_en: str
    name_ar: str
    """Names are empty until the profile is replicated."""
    image_url: str | None
    marks: list[MarkRead]
    attended: int
    """Sessions attended, including late arrivals."""
    counted: int
    """Sessions marked, without excused ones."""


class AttendanceSheet(BaseModel):
    """A batch's sessions, people and marks."""

    batch_id: UUID
    code: str
    title_en: str
    title_ar: str
    city_en: str
    city_ar: str
    """City names are empty for online batches."""
    editable: bool
    """The caller may mark."""
    finished: bool
    """Results are decided; marks can no longer change."""
    sessions: list[AttendedSession]
    """By start, earliest first."""
    people: list[AttendingPerson]


class MarkSet(InputModel):
    """A mark made on a device."""

    session_id: UUID
    enrollment_id: UUID
    attendance: Attendance | None
    """Null removes the mark."""
    source: Literal[MarkSource.LIST, MarkSource.SCAN] = MarkSource.LIST
    seconds_ago: float = Field(default=0, ge=0, le=MAX_MARK_AGE.total_seconds())
    """Seconds since marking, measured by the device: its clock may be wrong."""


class MarksSet(InputModel):
    """Marks made on a device since its last request."""

    marks: list[MarkSet] = Field(min_length=1, max_length=MAX_MARKS)


class MarkRefusal(StrEnum):
    """Reason for refusing a mark."""

    SESSION_UNKNOWN = "session_unknown"
    SESSION_NOT_OPEN = "session_not_open"
    NOT_IN_BATCH = "not_in_batch"
    """The person has no seat in the batch."""
    FINISHED = "finished"
    """The person's result is decided."""


class RefusedMark(BaseModel):
    """A refused mark; sending it again will not help."""

    session_id: UUID
    enrollment_id: UUID
    reason: MarkRefusal


class PersonMark(MarkRead):
    """Latest mark of a person in a session."""

    enrollment_id: UUID


class MarksAnswer(BaseModel):
    """Current mark of each person and session in the request, possibly a newer one from another
    device.
    """

    marks: list[PersonMark]
    refused: list[RefusedMark]


class CheckInRead(BaseModel):
    """Code for the trainer to show."""

    session_id: UUID
    code: str
    seconds_left: int
    """Seconds until the next code."""
    checked_in: int
    """Number of candidates checked in."""


Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$"), NUMBER]


class CheckInCreate(InputModel):
    """Code shown in the hall."""

    enrollment_id: UUID
    code: Code


class OwnAttendance(BaseModel):
    marks: list[MarkRead]
    attended: int
    """Sessions attended, including late arrivals."""
    counted: int
    """Sessions marked, without excused ones."""
    check_in_open: bool
    """The candidate can check in now."""
