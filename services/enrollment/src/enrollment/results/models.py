from datetime import datetime
from enum import StrEnum
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, CheckConstraint, Column, Index, Numeric, Text
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class AssessmentKind(StrEnum):
    EXAM = "exam"
    PRACTICAL = "practical"
    ASSIGNMENT = "assignment"
    PROJECT = "project"


class ResultReason(StrEnum):
    """Reason for not passing."""

    ATTENDANCE = "attendance"
    """Attendance below the training's minimum."""
    SCORE = "score"
    """Total score below the training's minimum."""
    ASSESSMENT = "assessment"
    """An assessment below its own pass mark."""
    ABSENT = "absent"
    """Present in no session."""


class Assessment(Table, table=True):
    __tablename__ = "assessments"
    __table_args__ = (
        CheckConstraint("weight > 0", name="weight_positive"),
        CheckConstraint("maximum > 0", name="maximum_positive"),
        CheckConstraint("pass_mark BETWEEN 0 AND maximum", name="pass_mark_in_range"),
        Index("ix_assessments_batch", "batch_id", "created_at", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    batch_id: UUID
    kind: AssessmentKind = Field(sa_type=text_enum(AssessmentKind, check="kind_known"))
    title_en: str
    title_ar: str
    weight: int
    """Relative to the other weights."""
    maximum: float = Field(sa_column=Column(Numeric(7, 2, asdecimal=False), nullable=False))
    """Maximum points."""
    pass_mark: float | None = Field(
        default=None, sa_column=Column(Numeric(7, 2, asdecimal=False), nullable=True)
    )
    """Minimum points in this assessment; None if only the total counts."""
    created_at: datetime = timestamp(default_now=True)


class Score(Table, table=True):
    """A person's points in an assessment; a missing row means not entered."""

    __tablename__ = "scores"
    __table_args__ = (
        CheckConstraint("points >= 0", name="points_not_negative"),
        Index("ix_scores_enrollment", "enrollment_id"),
    )

    assessment_id: UUID = Field(primary_key=True, foreign_key="assessments.id", ondelete="CASCADE")
    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    points: float = Field(sa_column=Column(Numeric(7, 2, asdecimal=False), nullable=False))
    scored_at: datetime = timestamp()


class Outcome(Table, table=True):
    """Basis of a decided result, kept even if rules, sessions and assessments change."""

    __tablename__ = "outcomes"
    __table_args__ = (
        Index("ix_outcomes_not_passed", "enrollment_id", postgresql_where="result <> 'passed'"),
    )

    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    result: EnrollmentResult = Field(sa_type=text_enum(EnrollmentResult, check="result_known"))
    reasons: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    """Values of `ResultReason`; empty if passed."""
    attended: int
    """Number of sessions."""
    counted: int
    """Number of sessions, without excused ones."""
    score_percent: int | None
    """None if nothing was assessed."""
    min_attendance_percent: int | None
    min_score_percent: int | None
    decided_at: datetime = timestamp()
