"""What goes in and out of the attendance's endpoints."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from kit.domain.fields import NUMBER, InputModel
from pydantic import BaseModel, Field, StringConstraints

from enrollment.attendance.models import Attendance, MarkSource

MOST_MARKS = 2_000
"""In one call."""
OLDEST_MARK = timedelta(days=30)
"""So long a device may have been without a network."""


class AttendanceCounts(BaseModel):
    """How many people of a session have which mark."""

    present: int
    absent: int
    late: int
    excused: int
    unmarked: int


class AttendedSession(BaseModel):
    """A session of a batch."""

    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    open: bool
    """Whether it can be marked: from two hours before its start."""
    check_in_open: bool
    """Whether candidates can mark themselves now."""
    counts: AttendanceCounts


class MarkRead(BaseModel):
    """The latest mark of a person in a session."""

    session_id: UUID
    attendance: Attendance | None
    """None when it was taken back."""
    source: MarkSource
    marked_at: datetime


class AttendingPerson(BaseModel):
    """Somebody who has a seat in the batch."""

    enrollment_id: UUID
    name_en: str
    name_ar: str
    """Both empty until the candidate's profile is known."""
    image_url: str | None
    marks: list[MarkRead]
    attended: int
    """Sessions attended, late ones too."""
    counted: int
    """Sessions marked, but for those excused."""


class AttendanceSheet(BaseModel):
    """A batch's sessions, its people and all of their marks."""

    batch_id: UUID
    code: str
    title_en: str
    title_ar: str
    city_en: str
    city_ar: str
    """Both empty of a batch that is held online."""
    editable: bool
    """Whether the caller marks, and does not only read."""
    finished: bool
    """Whether the results were decided by the marks, which then stay as they are."""
    sessions: list[AttendedSession]
    """The soonest first."""
    people: list[AttendingPerson]
    """By name."""


class MarkSet(InputModel):
    """A mark that was pressed."""

    session_id: UUID
    enrollment_id: UUID
    attendance: Attendance | None
    """None takes a mark back."""
    source: Literal[MarkSource.LIST, MarkSource.SCAN] = MarkSource.LIST
    seconds_ago: float = Field(default=0, ge=0, le=OLDEST_MARK.total_seconds())
    """How long ago it was pressed, by the device's own clock: what that shows may be wrong."""


class MarksSet(InputModel):
    """What was pressed on a device since it was last heard of."""

    marks: list[MarkSet] = Field(min_length=1, max_length=MOST_MARKS)


class MarkRefusal(StrEnum):
    """Why a mark was not taken over."""

    SESSION_UNKNOWN = "session_unknown"
    SESSION_NOT_OPEN = "session_not_open"
    NOT_IN_BATCH = "not_in_batch"
    """The person has no seat in it, or no longer."""
    FINISHED = "finished"
    """The person's result is decided."""


class RefusedMark(BaseModel):
    """A mark that was not taken over; it would not be later either."""

    session_id: UUID
    enrollment_id: UUID
    reason: MarkRefusal


class PersonMark(MarkRead):
    """A person's latest mark in a session."""

    enrollment_id: UUID


class MarksAnswer(BaseModel):
    """What holds after a call: of each pair of session and person that it named, the latest mark,
    which may be a newer one by somebody else."""

    marks: list[PersonMark]
    refused: list[RefusedMark]


class CheckInRead(BaseModel):
    """What the trainer shows."""

    session_id: UUID
    code: str
    seconds_left: int
    """Until the next code."""
    checked_in: int
    """How many have marked themselves."""


Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$"), NUMBER]


class CheckInCreate(InputModel):
    """A candidate is in the hall and types what is shown there."""

    enrollment_id: UUID
    code: Code


class OwnAttendance(BaseModel):
    """A candidate's own marks in a batch."""

    marks: list[MarkRead]
    attended: int
    """Sessions attended, late ones too."""
    counted: int
    """Sessions marked, but for those excused."""
    check_in_open: bool
    """Whether they can mark themselves now."""
