from datetime import date
from enum import StrEnum
from uuid import UUID

from contracts import ContentType
from kit.domain.fields import Day
from pydantic import BaseModel, ConfigDict


class TimesPart(StrEnum):
    """Section of the report to export."""

    LEVELS = "levels"
    APPROVERS = "approvers"


class TimesFilters(BaseModel):
    """Filters of the report. Days are inclusive and in Riyadh; the default is the last 90."""

    decided_from: Day | None = None
    decided_to: Day | None = None
    content_type: ContentType | None = None


class Times(BaseModel):
    """Working days from reaching the level to the decision."""

    model_config = ConfigDict(from_attributes=True)

    name_en: str
    name_ar: str
    decided: int
    median: float
    """Median working days."""
    p90: float
    """90th percentile of working days."""
    overdue: int
    """Number of decisions after the deadline."""


class LevelTimes(Times):
    """Times of the requests a level decided."""

    level_id: UUID | None
    """Null for a deleted level."""
    content_type: ContentType


class ApproverTimes(Times):
    """Times of an approver's decisions, including those of their delegates."""

    user_id: UUID


class TimesReport(BaseModel):
    """Approval times, slowest first."""

    decided_from: date
    decided_to: date
    levels: list[LevelTimes]
    approvers: list[ApproverTimes]
