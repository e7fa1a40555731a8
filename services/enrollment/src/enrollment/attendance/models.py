"""Marks of attendance, and the sessions in which candidates mark themselves."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import timestamp
from sqlalchemy import Index
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class Attendance(StrEnum):
    """How somebody attended a session."""

    PRESENT = "present"
    ABSENT = "absent"
    LATE = "late"
    EXCUSED = "excused"


class MarkSource(StrEnum):
    """How a mark came about."""

    LIST = "list"
    """On the list of the session's people."""
    SCAN = "scan"
    """From the code that the candidate showed."""
    SELF = "self"
    """By the candidate, with the code that the trainer showed."""


class AttendanceMark(Table, table=True):
    """The latest mark of a person in a session. The session is the catalog's: it may be taken out
    of the batch, and its marks then count no more."""

    __tablename__ = "attendance_marks"
    __table_args__ = (Index("ix_attendance_marks_enrollment", "enrollment_id"),)

    session_id: UUID = Field(primary_key=True)
    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    attendance: Attendance | None = Field(
        default=None, sa_type=text_enum(Attendance, check="attendance_known")
    )
    """None once a mark was taken back, so that an older one that comes late does not return."""
    source: MarkSource = Field(sa_type=text_enum(MarkSource, check="source_known"))
    marked_at: datetime = timestamp()
    """When it was pressed, which may be long before it was sent from a hall without a network."""
    marked_by: UUID | None = None
    """The user; None once they are erased."""


class CheckIn(Table, table=True):
    """A session in which candidates mark themselves by a code that changes."""

    __tablename__ = "check_ins"

    session_id: UUID = Field(primary_key=True)
    batch_id: UUID = Field(index=True)
    secret: bytes
    """Of the codes; another one each time it is opened."""
    opened_at: datetime = timestamp()
    closed_at: datetime | None = timestamp(nullable=True)
