"""What goes in and out of the surveys' endpoints."""

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
    """What is rated."""

    OVERALL = "overall"
    CONTENT = "content"
    TRAINER = "trainer"
    PLACE = "place"


class SurveyAnswerCreate(InputModel):
    """What a candidate says of a batch; only the first question must be answered."""

    overall: Rating
    content: Rating | None = None
    trainer: Rating | None = None
    place: Rating | None = None
    """Of an online batch the way that it was held."""
    text: Comment = ""


class OwnSurvey(BaseModel):
    """Whether a candidate is asked about a batch."""

    until: datetime
    """The last moment to answer."""
    can_answer: bool
    answered: bool


class QuestionResult(BaseModel):
    """How a question was rated."""

    question: SurveyQuestion
    average: float | None
    """1 to 5, to two digits; None when nobody has rated it."""
    counts: list[int]
    """How many have given 1, 2, 3, 4 and 5."""


class SurveyResults(BaseModel):
    """What the people of a batch say of it, without their names."""

    batch_id: UUID
    code: str
    title_en: str
    title_ar: str
    invited: int
    """How many were asked: whoever attended and has a result."""
    answered: int
    shown_from: int
    """From so many answers on they are shown."""
    shown: bool
    questions: list[QuestionResult]
    """Empty unless they are shown, as `comments`."""
    comments: list[str]
    """In no order that says who wrote them."""


class BatchRating(BaseModel):
    """How a batch of a training was rated."""

    batch_id: UUID
    code: str
    starts_at: datetime
    answered: int
    overall: float
    """Averages from 1 to 5, to two digits."""
    content: float | None
    trainer: float | None
    place: float | None


class TrainingRatings(BaseModel):
    """How the batches of a training were rated; those with too few answers are left out."""

    answered: int
    """In the batches that are shown."""
    overall: float | None
    """Over all of these answers, as the other averages; None when there is none."""
    content: float | None
    trainer: float | None
    place: float | None
    batches: list[BatchRating]
    """The newest 100 first."""
