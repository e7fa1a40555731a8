from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

Rating = Annotated[int, Field(ge=1, le=5)]
"""5 is the best."""
Comment = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)]


class SurveyQuestion(StrEnum):
    OVERALL = "overall"
    CONTENT = "content"
    TRAINER = "trainer"
    PLACE = "place"


class SurveyAnswerCreate(InputModel):
    """A candidate's answer; only the first question is required."""

    overall: Rating
    content: Rating | None = None
    trainer: Rating | None = None
    place: Rating | None = None
    """For online batches, the technical quality."""
    text: Comment = ""


class OwnSurvey(BaseModel):
    """Tells if the candidate may answer."""

    until: datetime
    """Deadline to answer."""
    can_answer: bool
    answered: bool


class QuestionResult(BaseModel):
    """Ratings of a question."""

    question: SurveyQuestion
    average: float | None
    """From 1 to 5 with two decimals; null without ratings."""
    counts: list[int]
    """Number of ratings from 1 to 5, in this order."""


class SurveyResults(BaseModel):
    """Anonymous survey results of a batch."""

    batch_id: UUID
    code: str
    title_en: str
    title_ar: str
    invited: int
    """Number of people invited: attendees with a result."""
    answered: int
    shown_from: int
    """Minimum number of answers to show them."""
    shown: bool
    questions: list[QuestionResult]
    """Empty until answers are shown, as are `comments`."""
    comments: list[str]
    """In random order, to protect anonymity."""


class BatchRating(BaseModel):
    """Average ratings of a batch."""

    batch_id: UUID
    code: str
    starts_at: datetime
    answered: int
    overall: float
    """Averages from 1 to 5 with two decimals."""
    content: float | None
    trainer: float | None
    place: float | None


class TrainingRatings(BaseModel):
    """Ratings of a training's batches, without those with too few answers."""

    answered: int
    """Number of answers in the shown batches."""
    overall: float | None
    """Average over all these answers, like the others; null without answers."""
    content: float | None
    trainer: float | None
    place: float | None
    batches: list[BatchRating]
    """Newest first, at most 100."""
