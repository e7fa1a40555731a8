from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import timestamp
from sqlalchemy import Index
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class Attendance(StrEnum):
    PRESENT = "present"
    ABSENT = "absent"
    LATE = "late"
    EXCUSED = "excused"


class MarkSource(StrEnum):
    LIST = "list"
    """Marked in the session's list."""
    SCAN = "scan"
    """Scanned from the candidate's code."""
    SELF = "self"
    """Marked by the candidate with the trainer's code."""


class AttendanceMark(Table, table=True):
    """Latest mark of a person in a session. Catalog may remove the session; its marks then do not
    count.
    """

    __tablename__ = "attendance_marks"
    __table_args__ = (Index("ix_attendance_marks_enrollment", "enrollment_id"),)

    session_id: UUID = Field(primary_key=True)
    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    attendance: Attendance | None = Field(
        default=None, sa_type=text_enum(Attendance, check="attendance_known")
    )
    """None if the mark was removed, so that an older mark arriving late does not restore it."""
    source: MarkSource = Field(sa_type=text_enum(MarkSource, check="source_known"))
    marked_at: datetime = timestamp()
    """Time on the device, possibly long before an offline device sends it."""
    marked_by: UUID | None = None
    """User; None after erasure."""


class CheckIn(Table, table=True):
    """A session with open self check-in."""

    __tablename__ = "check_ins"

    session_id: UUID = Field(primary_key=True)
    batch_id: UUID = Field(index=True)
    secret: bytes
    """Secret of its changing codes; replaced each time check-in opens."""
    opened_at: datetime = timestamp()
    closed_at: datetime | None = timestamp(nullable=True)
