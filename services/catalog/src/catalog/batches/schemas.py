"""What goes in and out of the batches' endpoints."""

from datetime import datetime
from itertools import pairwise
from typing import Annotated, Literal, Self
from uuid import UUID

from kit.fields import Moment
from kit.pages import PageMeta
from pydantic import BaseModel, Field, model_validator

from catalog.batches.models import BatchLanguage, BatchMode, BatchStatus
from catalog.fields import Code, Currency, Line, Name
from catalog.trainings.schemas import PlaceName, TrainingFacts


class SessionWrite(BaseModel):
    """One meeting of a batch. With the id of an existing one, that one is changed."""

    id: UUID | None = None
    title_en: Name
    title_ar: Name
    starts_at: Moment
    ends_at: Moment

    @model_validator(mode="after")
    def ends_after_start(self) -> Self:
        """A meeting lasts."""
        if self.ends_at <= self.starts_at:
            raise ValueError("a session must end after it starts")
        return self


class BatchFields(BaseModel):
    """What creating and changing a batch have in common.

    The batch lasts from the start of its first session to the end of its last.
    """

    code: Code
    mode: BatchMode
    language: BatchLanguage
    city_id: UUID | None = None
    """Needed unless the batch is online."""
    venue_en: Line = ""
    venue_ar: Line = ""
    trainer_en: Line = ""
    trainer_ar: Line = ""
    enrollment_opens_at: Moment
    enrollment_closes_at: Moment
    price_minor: Annotated[int, Field(ge=0, le=100_000_000)]
    currency: Currency = "SAR"
    capacity: Annotated[int, Field(ge=1, le=10_000)]
    requires_acceptance: bool = False
    payment_window_hours: Annotated[int, Field(ge=1, le=720)] | None = None
    """How long a seat is held for an unpaid enrollment; the application's default if left out."""
    sessions: Annotated[list[SessionWrite], Field(min_length=1, max_length=120)]

    @model_validator(mode="after")
    def is_coherent(self) -> Self:
        """Sessions do not overlap, enrollment closes before the end, and a place is named."""
        self.sessions.sort(key=lambda session: session.starts_at)
        if any(later.starts_at < earlier.ends_at for earlier, later in pairwise(self.sessions)):
            raise ValueError("two sessions overlap")
        if self.enrollment_closes_at <= self.enrollment_opens_at:
            raise ValueError("enrollment must close after it opens")
        if self.enrollment_closes_at > self.ends_at:
            raise ValueError("enrollment must close before the last session ends")
        if self.mode is not BatchMode.ONLINE and self.city_id is None:
            raise ValueError("a batch that is not online needs a city")
        return self

    @property
    def starts_at(self) -> datetime:
        """When the first session starts."""
        return self.sessions[0].starts_at

    @property
    def ends_at(self) -> datetime:
        """When the last session ends."""
        return self.sessions[-1].ends_at


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
    training: TrainingFacts


class SessionRead(BaseModel):
    """One meeting of a batch."""

    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime


class BatchRead(BatchCard):
    """A batch with everything that is told of it."""

    trainer_en: str
    trainer_ar: str
    payment_window_hours: int
    sessions: list[SessionRead]
    version: int
    created_at: datetime
    updated_at: datetime


class BatchPage(BaseModel):
    """One page of batches."""

    data: list[BatchCard]
    meta: PageMeta


BatchSort = Literal[
    "starts_at",
    "-starts_at",
    "price",
    "-price",
    "seats_left",
    "title_en",
    "title_ar",
    "-updated_at",
]
