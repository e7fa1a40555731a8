from datetime import datetime
from typing import Annotated
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.domain.fields import Day
from pydantic import BaseModel, Field

from catalog.batches.models import BatchMode
from catalog.batches.schemas import ManagedBatchFilters

MAX_DAYS = 62
"""A month's page shows six weeks, and two months fit in a list."""


class CalendarFilters(ManagedBatchFilters):
    """Filters of the list of batches, and the days shown."""

    first_day: Day
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)]


class CalendarSession(BaseModel):
    """Session of a batch in the calendar."""

    id: UUID
    batch_id: UUID
    batch_code: str
    status: BatchStatus
    mode: BatchMode
    training_title_en: str
    training_title_ar: str
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    city_en: str | None
    city_ar: str | None
    venue_en: str
    venue_ar: str
    trainer_en: str
    trainer_ar: str


class CalendarSessions(BaseModel):
    """Sessions of the given days, earliest first."""

    sessions: list[CalendarSession]
    more: bool
    """True if there are more sessions than returned."""
