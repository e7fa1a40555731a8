"""Answers to surveys, and who has answered: two tables that nothing connects.

An answer names nobody, not in the database either, and its key says nothing of the moment.
"""

from datetime import date
from uuid import UUID, uuid4

from sqlalchemy import CheckConstraint, Column, Index, SmallInteger
from sqlmodel import Field

from enrollment.tables import Table


def _rating(*, nullable: bool = True) -> Column[int]:
    return Column(SmallInteger, nullable=nullable)


class SurveyAnswer(Table, table=True):
    """What somebody says of a batch; ratings from 1 to 5."""

    __tablename__ = "survey_answers"
    __table_args__ = (
        *(
            CheckConstraint(f"{name} BETWEEN 1 AND 5", name=f"{name}_in_range")
            for name in ("overall", "content", "trainer", "place")
        ),
        Index("ix_survey_answers_batch", "batch_id", "id"),
        Index("ix_survey_answers_training", "training_id", "batch_id"),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    """Random, and not by time as elsewhere: the order would say who answered first."""
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    overall: int = Field(sa_column=_rating(nullable=False))
    content: int | None = Field(default=None, sa_column=_rating())
    trainer: int | None = Field(default=None, sa_column=_rating())
    place: int | None = Field(default=None, sa_column=_rating())
    text: str = ""


class SurveyParticipation(Table, table=True):
    """Somebody has answered the survey of their batch, so that they do so once."""

    __tablename__ = "survey_participations"

    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    answered_on: date
    """Riyadh's day; the moment would lead to the answer."""
