"""What goes in and out of the batches' endpoints."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.fields import Day, Moment
from pydantic import BaseModel, Field, StringConstraints

from catalog.batches.models import BatchLanguage, BatchMode
from catalog.places.schemas import PlaceName
from catalog.texts.schemas import Code, Currency, Line, Name
from catalog.trainings.models import TrainingLevel
from catalog.trainings.schemas import TrainingSummary


class SessionWrite(BaseModel):
    """One meeting of a batch. With the id of an existing one, that one is changed."""

    id: UUID | None = None
    title_en: Name
    title_ar: Name
    starts_at: Moment
    ends_at: Moment


class BatchFields(BaseModel):
    """What creating and changing a batch have in common.

    The batch lasts from the start of its first session to the end of its last. What the fields
    must agree on is in `schedule`.
    """

    code: Code
    mode: BatchMode
    language: BatchLanguage
    city_id: UUID | None = None
    """Needed unless the batch is online."""
    venue_en: Line = ""
    venue_ar: Line = ""
    trainer_id: UUID | None = None
    """One of the organization's trainers, of `/batches/trainers`."""
    enrollment_opens_at: Moment
    enrollment_closes_at: Moment
    price_minor: Annotated[int, Field(ge=0, le=100_000_000)]
    currency: Currency = "SAR"
    capacity: Annotated[int, Field(ge=1, le=10_000)]
    requires_acceptance: bool = False
    payment_window_hours: Annotated[int, Field(ge=1, le=720)] | None = None
    """How long a seat is held for an unpaid enrollment; the application's default if left out."""
    sessions: Annotated[list[SessionWrite], Field(min_length=1, max_length=120)]

    @property
    def starts_at(self) -> datetime:
        """When the first session starts."""
        return min(session.starts_at for session in self.sessions)

    @property
    def ends_at(self) -> datetime:
        """When the last session ends."""
        return max(session.ends_at for session in self.sessions)


class BatchCreate(BatchFields):
    """A batch as its organization enters it. It starts as a draft."""

    training_id: UUID


class BatchUpdate(BatchFields):
    """All fields anew. `version` is the one that the editor has read."""

    version: int


Availability = Literal["not_open", "open", "full", "closed", "cancelled"]
"""Whether one can enroll now: not yet, yes, no seat left, no more, or never."""
Phase = Literal["upcoming", "running", "ended"]


class BatchCard(BaseModel):
    """A batch in a list."""

    id: UUID
    code: str
    status: BatchStatus
    availability: Availability
    phase: Phase
    mode: BatchMode
    language: BatchLanguage
    city: PlaceName | None
    venue_en: str
    venue_ar: str
    starts_at: datetime
    ends_at: datetime
    enrollment_opens_at: datetime
    enrollment_closes_at: datetime
    price_minor: int
    currency: str
    capacity: int
    seats_taken: int
    seats_left: int
    waiting: int
    requires_acceptance: bool
    training: TrainingSummary


class SessionRead(BaseModel):
    """One meeting of a batch."""

    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime


class BatchRead(BatchCard):
    """A batch with everything that is shown of it."""

    trainer_id: UUID | None
    trainer_en: str
    trainer_ar: str
    payment_window_hours: int
    sessions: list[SessionRead]
    version: int
    created_at: datetime
    updated_at: datetime


SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]


class CatalogueFilters(BaseModel):
    """What trainings and batches are filtered by. Days are those of Riyadh, prices minor units."""

    search: SearchText | None = None
    """Each word must be found, in either language."""
    category_id: UUID | None = None
    """A main category stands for its subcategories too."""
    organization_id: UUID | None = None
    level: list[TrainingLevel] = []
    city_id: UUID | None = None
    state_id: UUID | None = None
    starts_from: Day | None = None
    starts_to: Day | None = None
    """The whole day is included."""
    price_min: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    price_max: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    free: bool | None = None
    mode: list[BatchMode] = []
    language: list[BatchLanguage] = []
    seats_left: bool = False
    """Only what one can enroll in now and has a seat."""


class BatchFilters(CatalogueFilters):
    """What batches are filtered by; without a phase the public list has those that are not over."""

    training_id: UUID | None = None
    phase: Phase | None = None


class ManagedBatchFilters(BatchFilters):
    """What the dashboard's batches are filtered by: of every status and phase."""

    status: BatchStatus | None = None


class BatchSort(StrEnum):
    """The orders of a list of batches; a minus means descending."""

    STARTS_AT = "starts_at"
    STARTS_AT_DESC = "-starts_at"
    PRICE = "price"
    PRICE_DESC = "-price"
    SEATS_LEFT = "seats_left"
    TITLE_EN = "title_en"
    TITLE_AR = "title_ar"
    UPDATED_AT_DESC = "-updated_at"
