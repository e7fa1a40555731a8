"""What is assessed in a batch, what people scored, and how each ended."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, CheckConstraint, Column, Index, Numeric, Text
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class AssessmentKind(StrEnum):
    """How something is assessed."""

    EXAM = "exam"
    PRACTICAL = "practical"
    ASSIGNMENT = "assignment"
    PROJECT = "project"


class ResultReason(StrEnum):
    """Why somebody has not passed."""

    ATTENDANCE = "attendance"
    """Less than the training asks for."""
    SCORE = "score"
    """All assessments together are less than the training asks for."""
    ASSESSMENT = "assessment"
    """One of them is below its own pass mark."""
    ABSENT = "absent"
    """In no session."""


class Assessment(Table, table=True):
    """Something that is assessed in a batch."""

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
    """Against the weights of the others."""
    maximum: float = Field(sa_column=Column(Numeric(7, 2, asdecimal=False), nullable=False))
    """Points."""
    pass_mark: float | None = Field(
        default=None, sa_column=Column(Numeric(7, 2, asdecimal=False), nullable=True)
    )
    """Points that must be reached in this one; None: only the total counts."""
    created_at: datetime = timestamp(default_now=True)


class Score(Table, table=True):
    """What somebody reached in an assessment. Without a row it is not known yet."""

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
    """By what a person's result was decided when the batch was finished. It stays as it was,
    whatever becomes of rules, sessions and assessments."""

    __tablename__ = "outcomes"
    __table_args__ = (
        Index("ix_outcomes_not_passed", "enrollment_id", postgresql_where="result <> 'passed'"),
    )

    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    result: EnrollmentResult = Field(sa_type=text_enum(EnrollmentResult, check="result_known"))
    reasons: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    """Values of `ResultReason`; none for who has passed."""
    attended: int
    """Sessions."""
    counted: int
    """Sessions, but for those excused."""
    score_percent: int | None
    """None where nothing was assessed."""
    min_attendance_percent: int | None
    min_score_percent: int | None
    decided_at: datetime = timestamp()
