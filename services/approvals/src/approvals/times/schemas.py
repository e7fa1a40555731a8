"""What the report of times says."""

from datetime import date
from enum import StrEnum
from uuid import UUID

from contracts import ContentType
from kit.domain.fields import Day
from pydantic import BaseModel, ConfigDict


class TimesPart(StrEnum):
    """Whose times a file has."""

    LEVELS = "levels"
    APPROVERS = "approvers"


class TimesFilters(BaseModel):
    """Of which decisions. Days are Riyadh's, both within; the last 90 where none is given."""

    decided_from: Day | None = None
    decided_to: Day | None = None
    content_type: ContentType | None = None


class Times(BaseModel):
    """How long it took in working days after the one on which the request came to the level."""

    model_config = ConfigDict(from_attributes=True)

    name_en: str
    name_ar: str
    decided: int
    median: float
    """In so many working days half of them were decided."""
    p90: float
    """In so many nine of ten were decided."""
    overdue: int
    """How many were decided after their target."""


class LevelTimes(Times):
    """Of the requests that a level has decided."""

    level_id: UUID | None
    """None of a level that is deleted."""
    content_type: ContentType


class ApproverTimes(Times):
    """Of the decisions of an approver, those too that somebody made in their place."""

    user_id: UUID


class TimesReport(BaseModel):
    """How long approval took, the slowest first."""

    decided_from: date
    decided_to: date
    levels: list[LevelTimes]
    approvers: list[ApproverTimes]
