from datetime import datetime, time
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.domain.fields import CODE, Day, InputModel, Moment
from pydantic import BaseModel, Field, StringConstraints

from catalog.batches.models import BatchMode
from catalog.places.schemas import PlaceName
from catalog.texts.schemas import Code, Currency, Line, Name, Price, StandardCode
from catalog.trainings.models import BatchLanguage, TrainingLevel
from catalog.trainings.schemas import TrainingSummary

MAX_SESSIONS = 120
"""Per batch."""
MAX_SAVED = 50
"""Batches that a candidate can save."""
MeetingUrl = Annotated[
    str,
    StringConstraints(strip_whitespace=True, pattern=r"^https://[^\s<>\"]+$", max_length=500),
    CODE,
]


class SessionWrite(InputModel):
    """Session of a batch. With the ID of an existing session, that one is changed."""

    id: UUID | None = None
    title_en: Name
    title_ar: Name
    starts_at: Moment
    ends_at: Moment
    venue_en: Line = ""
    """Venue, if different from the batch's."""
    venue_ar: Line = ""
    online_url: MeetingUrl | None = None
    """For participants only, hidden from the public."""
    trainer_id: UUID | None = None
    """Trainer, if different from the batch's."""


class Weekday(StrEnum):
    """A day of the week."""

    SUNDAY = "sunday"
    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"


class SessionRule(InputModel):
    """Recurring sessions at the same time on some weekdays, by number or last day.

    Days and times are in Riyadh.
    """

    title_en: Name
    """Title of each session, before its number."""
    title_ar: Name
    weekdays: Annotated[list[Weekday], Field(min_length=1, max_length=7)]
    first_day: Day
    last_day: Day | None = None
    """Last day, if no number is given."""
    count: Annotated[int, Field(ge=1, le=MAX_SESSIONS)] | None = None
    starts_at: time
    ends_at: time
    except_days: Annotated[list[Day], Field(max_length=MAX_SESSIONS)] = []
    """Days without a session, such as holidays."""
    online_url: MeetingUrl | None = None
    """Link of all sessions."""


class PlannedSession(BaseModel):
    """Session expanded from a rule."""

    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    online_url: str | None


class PlannedSessions(BaseModel):
    """Sessions expanded from a rule; none is saved."""

    sessions: list[PlannedSession]


class ClashKind(StrEnum):
    """Resource shared by two sessions at the same time."""

    TRAINER = "trainer"
    VENUE = "venue"


class ClashCheck(InputModel):
    """Planned sessions of a batch, to check for clashes."""

    batch_id: UUID | None = None
    """The batch, if it exists already."""
    trainer_id: UUID | None = None
    city_id: UUID | None = None
    venue_en: Line = ""
    venue_ar: Line = ""
    sessions: Annotated[list[SessionWrite], Field(max_length=MAX_SESSIONS)]


class Clash(BaseModel):
    """Session of another batch at the same time as a planned one."""

    kind: ClashKind
    session: int
    """Index of the planned session in the request, from 0."""
    batch_id: UUID
    batch_code: str
    training_title_en: str
    training_title_ar: str
    starts_at: datetime
    ends_at: datetime
    name_en: str
    """Shared trainer or venue."""
    name_ar: str


class Clashes(BaseModel):
    """Earliest clashes."""

    clashes: list[Clash]


class BatchFields(InputModel):
    """Fields of a batch for creating and changing it.

    The batch lasts from the start of its first session to the end of its last. `schedule` checks
    the fields' consistency.
    """

    code: Code
    mode: BatchMode
    language: BatchLanguage
    city_id: UUID | None = None
    """Required unless the batch is online."""
    venue_en: Line = ""
    venue_ar: Line = ""
    trainer_id: UUID | None = None
    """Trainer of the organization, from `/batches/trainers`."""
    enrollment_opens_at: Moment
    enrollment_closes_at: Moment
    price_minor: Price
    price_10_minor: Price | None = None
    """Price per seat for organizations that take at least 10 seats; the single price if omitted. It
    cannot be higher."""
    price_50_minor: Price | None = None
    """Price per seat from 50 seats; as from 10 if omitted. It cannot be higher."""
    currency: Currency = "SAR"
    capacity: Annotated[int, Field(ge=1, le=10_000)]
    minimum: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """Minimum number of candidates; any number if omitted."""
    requires_acceptance: bool = False
    waiting_list: bool = True
    """True if candidates can join a waiting list when the batch is full."""
    free_cancellation_hours: Annotated[int, Field(ge=0, le=8760)] = 48
    """Hours before the start until which cancelling candidates get a full refund."""
    kept_percent: Annotated[int, Field(ge=0, le=100)] = 100
    """Percentage of the price that the organization keeps on later cancellation."""
    payment_window_hours: Annotated[int, Field(ge=1, le=720)] | None = None
    """Time for which an unpaid enrollment holds a seat; the application's default if omitted."""
    sessions: Annotated[list[SessionWrite], Field(min_length=1, max_length=MAX_SESSIONS)]
    accept_clashes: bool = False
    """Save even if a trainer would be in two places at once."""

    @property
    def starts_at(self) -> datetime:
        """Start of the first session."""
        return min(session.starts_at for session in self.sessions)

    @property
    def ends_at(self) -> datetime:
        """End of the last session."""
        return max(session.ends_at for session in self.sessions)


class BatchCreate(BatchFields):
    """New batch, created as a draft."""

    training_id: UUID


class BatchUpdate(BatchFields):
    """New values of all fields. `version` is the one that the caller has read."""

    version: int


Availability = Literal["not_open", "open", "full", "closed", "cancelled"]
"""Availability for enrollment: not open yet, open, no seats left, closed or cancelled."""
Phase = Literal["upcoming", "running", "ended"]


class BatchCard(BaseModel):
    """Batch in a list."""

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
    """Session of a batch."""

    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    venue_en: str
    """Venue, if different from the batch's."""
    venue_ar: str
    trainer_en: str
    """Trainer, if different from the batch's."""
    trainer_ar: str


class BatchDetail(BatchCard):
    """Batch with all fields except its sessions."""

    trainer_id: UUID | None
    trainer_en: str
    trainer_ar: str
    price_10_minor: int | None
    """Price per seat for organizations that take at least 10 seats."""
    price_50_minor: int | None
    payment_window_hours: int
    minimum: int | None
    waiting_list: bool
    free_cancellation_hours: int
    kept_percent: int
    version: int
    created_at: datetime
    updated_at: datetime


class BatchRead(BatchDetail):
    """Public batch."""

    sessions: list[SessionRead]


class ManagedSession(SessionRead):
    """Session for the organization and its trainers."""

    online_url: str | None
    trainer_id: UUID | None


class ManagedBatch(BatchDetail):
    """Batch for the organization and its trainers."""

    sessions: list[ManagedSession]


SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]


class CatalogueFilters(BaseModel):
    """Filters of trainings and batches. Days are in Riyadh, prices in minor units."""

    search: SearchText | None = None
    """Every word must match, in either language."""
    category_id: UUID | None = None
    """A main category includes its subcategories."""
    organization_id: UUID | None = None
    level: list[TrainingLevel] = []
    standard_code: StandardCode = ""
    """Occupational standard for which the training prepares."""
    city_id: UUID | None = None
    state_id: UUID | None = None
    starts_from: Day | None = None
    starts_to: Day | None = None
    """Inclusive."""
    price_min: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    price_max: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    free: bool | None = None
    mode: list[BatchMode] = []
    language: list[BatchLanguage] = []
    seats_left: bool = False
    """Only batches with open enrollment and free seats."""


class BatchFilters(CatalogueFilters):
    """Filters of batches; without a phase the public list has those that are not over."""

    id: Annotated[list[UUID], Field(max_length=MAX_SAVED)] = []
    """Only these, for saved and compared batches."""
    training_id: UUID | None = None
    phase: Phase | None = None


class ManagedBatchFilters(BatchFilters):
    """Filters of the dashboard's batches, of every status and phase."""

    status: BatchStatus | None = None


class BatchSort(StrEnum):
    """Orders of a list of batches; a minus means descending."""

    STARTS_AT = "starts_at"
    STARTS_AT_DESC = "-starts_at"
    PRICE = "price"
    PRICE_DESC = "-price"
    SEATS_LEFT = "seats_left"
    TITLE_EN = "title_en"
    TITLE_AR = "title_ar"
    UPDATED_AT_DESC = "-updated_at"
