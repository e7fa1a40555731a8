"""Survey answers and participations, in two unrelated tables.

Answers stay anonymous even in the database: keys are random and reveal no time.
"""

from datetime import date
from uuid import UUID, uuid4

from sqlalchemy import CheckConstraint, Column, Index, SmallInteger
from sqlmodel import Field

from enrollment.tables import Table


def _rating_column(*, nullable: bool = True) -> Column[int]:
    return Column(SmallInteger, nullable=nullable)


class SurveyAnswer(Table, table=True):
    """Ratings from 1 to 5."""

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
    """Random instead of time-ordered, which would reveal the order of answers."""
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    overall: int = Field(sa_column=_rating_column(nullable=False))
    content: int | None = Field(default=None, sa_column=_rating_column())
    trainer: int | None = Field(default=None, sa_column=_rating_column())
    place: int | None = Field(default=None, sa_column=_rating_column())
    text: str = ""


class SurveyParticipation(Table, table=True):
    """Record that a person has answered, so that they answer once."""

    __tablename__ = "survey_participations"

    enrollment_id: UUID = Field(primary_key=True, foreign_key="enrollments.id")
    answered_on: date
    """Day in Riyadh; an exact time could identify the answer."""
