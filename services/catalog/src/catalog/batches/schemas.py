"""What goes in and out of the batches' endpoints."""

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
"""Of one batch."""
MAX_SAVED = 50
"""Batches that somebody keeps in mind."""
MeetingUrl = Annotated[
    str,
    StringConstraints(strip_whitespace=True, pattern=r"^https://[^\s<>\"]+$", max_length=500),
    CODE,
]


class SessionWrite(InputModel):
    """One meeting of a batch. With the id of an existing one, that one is changed."""

    id: UUID | None = None
    title_en: Name
    title_ar: Name
    starts_at: Moment
    ends_at: Moment
    venue_en: Line = ""
    """Where it takes place, if not where the batch does."""
    venue_ar: Line = ""
    online_url: MeetingUrl | None = None
    """For those who take part; the public does not see it."""
    trainer_id: UUID | None = None
    """Who gives it, if not the batch's trainer."""


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
    """Sessions at the same time of some days of each week, so many or up to a day.

    Days and times are those of Riyadh.
    """

    title_en: Name
    """What each is called, before its number."""
    title_ar: Name
    weekdays: Annotated[list[Weekday], Field(min_length=1, max_length=7)]
    first_day: Day
    last_day: Day | None = None
    """The end, where no number is given."""
    count: Annotated[int, Field(ge=1, le=MAX_SESSIONS)] | None = None
    starts_at: time
    ends_at: time
    except_days: Annotated[list[Day], Field(max_length=MAX_SESSIONS)] = []
    """Days without a session, such as holidays."""
    online_url: MeetingUrl | None = None
    """The link of all of them."""


class PlannedSession(BaseModel):
    """A session as a rule makes it."""

    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    online_url: str | None


class PlannedSessions(BaseModel):
    """What a rule makes, before anything is saved."""

    sessions: list[PlannedSession]


class ClashKind(StrEnum):
    """What two sessions at the same time have in common."""

    TRAINER = "trainer"
    VENUE = "venue"


class ClashCheck(InputModel):
    """What a batch's sessions would be, to see which others they clash with."""

    batch_id: UUID | None = None
    """The batch itself, once there is one."""
    trainer_id: UUID | None = None
    city_id: UUID | None = None
    venue_en: Line = ""
    venue_ar: Line = ""
    sessions: Annotated[list[SessionWrite], Field(max_length=MAX_SESSIONS)]


class Clash(BaseModel):
    """A session of another batch at the time of one of these."""

    kind: ClashKind
    session: int
    """Which of the sessions, from 0 in the order in which they were sent."""
    batch_id: UUID
    batch_code: str
    training_title_en: str
    training_title_ar: str
    starts_at: datetime
    ends_at: datetime
    name_en: str
    """The trainer or the venue that both have."""
    name_ar: str


class Clashes(BaseModel):
    """The soonest ones."""

    clashes: list[Clash]


class BatchFields(InputModel):
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
    price_minor: Price
    price_10_minor: Price | None = None
    """What each of at least 10 seats costs that an organization takes at once; as one if left
    out. It cannot be higher."""
    price_50_minor: Price | None = None
    """Each of at least 50; as from 10 if left out. It cannot be higher."""
    currency: Currency = "SAR"
    capacity: Annotated[int, Field(ge=1, le=10_000)]
    minimum: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How many candidates it needs to take place; any number if left out."""
    requires_acceptance: bool = False
    waiting_list: bool = True
    """Whether one can wait for a seat when none is left."""
    free_cancellation_hours: Annotated[int, Field(ge=0, le=8760)] = 48
    """So long before the start, a candidate who cancels gets the whole price back."""
    kept_percent: Annotated[int, Field(ge=0, le=100)] = 100
    """How much of the price the organization keeps of whoever cancels later."""
    payment_window_hours: Annotated[int, Field(ge=1, le=720)] | None = None
    """How long a seat is held for an unpaid enrollment; the application's default if left out."""
    sessions: Annotated[list[SessionWrite], Field(min_length=1, max_length=MAX_SESSIONS)]
    accept_clashes: bool = False
    """Save it although a trainer would be in two places at once."""

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
    venue_en: str
    """Where it takes place, if not where the batch does."""
    venue_ar: str
    trainer_en: str
    """Who gives it, if not the batch's trainer."""
    trainer_ar: str


class BatchDetail(BatchCard):
    """A batch with everything that is shown of it but its sessions."""

    trainer_id: UUID | None
    trainer_en: str
    trainer_ar: str
    price_10_minor: int | None
    """What each of at least 10 seats costs that an organization takes at once."""
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
    """A batch as the public sees it."""

    sessions: list[SessionRead]


class ManagedSession(SessionRead):
    """One meeting as those see it who give it."""

    online_url: str | None
    trainer_id: UUID | None


class ManagedBatch(BatchDetail):
    """A batch as those see it who give it."""

    sessions: list[ManagedSession]


SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]


class CatalogueFilters(BaseModel):
    """What trainings and batches are filtered by. Days are those of Riyadh, prices minor units."""

    search: SearchText | None = None
    """Each word must be found, in either language."""
    category_id: UUID | None = None
    """A main category stands for its subcategories too."""
    organization_id: UUID | None = None
    level: list[TrainingLevel] = []
    standard_code: StandardCode = ""
    """Of the occupational standard that the training leads to."""
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

    id: Annotated[list[UUID], Field(max_length=MAX_SAVED)] = []
    """These only, as somebody saved or compares them."""
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
