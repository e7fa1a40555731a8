"""What the catalog service publishes."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from contracts.event import Event
from contracts.people import RegistrationPayer
from contracts.profiles import ProfileType
from contracts.submissions import Snapshot
from contracts.values import Open


class BatchStatus(StrEnum):
    """`draft → published → cancelled`; a draft can be cancelled too."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CANCELLED = "cancelled"


class TrainingUpdated(Event):
    """The full state of a training after it was made or changed."""

    type: ClassVar[str] = "catalog.training.updated"
    subject_field: ClassVar[str] = "training_id"
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str
    published: bool


class BatchMeeting(BaseModel):
    """One session of a batch."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    venue_en: str
    """Where it takes place: its own place, or the batch's."""
    venue_ar: str
    online_url: str | None
    trainer_id: UUID | None = None
    """The profile of who gives it: its own trainer, or the batch's."""


class BatchUpdated(Event):
    """The full state of a batch after it was made or changed.

    Capacity, price, dates, acceptance and the terms of cancellation are what enrollment decides by.
    """

    type: ClassVar[str] = "catalog.batch.updated"
    subject_field: ClassVar[str] = "batch_id"
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str
    city_id: UUID | None = None
    city_en: str
    city_ar: str
    starts_at: datetime
    ends_at: datetime
    enrollment_opens_at: datetime
    enrollment_closes_at: datetime
    capacity: int
    price_minor: int
    """What a seat costs, in the currency's minor units; 0 is free."""
    price_10_minor: int | None = None
    """What each of at least 10 seats costs that an organization takes at once; None: the same."""
    price_50_minor: int | None = None
    """Each of at least 50; None: as from 10."""
    currency: str
    requires_acceptance: bool
    payment_window_minutes: int
    """How long a seat is held for an unpaid enrollment."""
    waiting_list: bool = True
    """Whether one can wait for a seat when none is left."""
    free_cancellation_hours: int = 48
    """So long before the start, a candidate who cancels gets the whole price back."""
    kept_percent: int = 100
    """How much of the price is kept of whoever cancels later."""
    min_attendance_percent: int | None = None
    """Of the training: who attends less does not pass; None: attendance does not count."""
    min_score_percent: int | None = None
    """Of the training: who scores less does not pass; None: scores do not count."""
    certificate_valid_months: int | None = None
    """Of the training: how long its certificates are valid; None: they do not expire."""
    sessions: tuple[BatchMeeting, ...] = ()
    """The soonest first."""
    status: Open[BatchStatus]


class BatchAlerted(Event):
    """A batch is new, or has another date or city, and these people have asked to be told.

    There are as many of these events of a batch as portions of people. Nobody is told twice.
    """

    type: ClassVar[str] = "catalog.batch.alerted"
    subject_field: ClassVar[str] = "batch_id"
    batch_id: UUID
    training_id: UUID
    title_en: str
    title_ar: str
    city_en: str
    """Empty where it is online."""
    city_ar: str
    starts_at: datetime
    enrollment_opens_at: datetime
    enrollment_closes_at: datetime
    """From then on nobody needs to hear of it."""
    user_ids: tuple[UUID, ...]


class PlannedFee(BaseModel):
    """A registration fee that begins on a later day."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    profile_type: Open[ProfileType]
    amount_minor: int
    """0 asks for nothing."""
    currency: str
    valid_from: date


class VatRate(BaseModel):
    """Value added tax in per cent, from a day on until the next rate begins."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    percent: int
    valid_from: date


class Seller(BaseModel):
    """Who sells what the platform charges for, as it is registered."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name_en: str = ""
    name_ar: str = ""
    street_en: str = ""
    street_ar: str = ""
    district_en: str = ""
    district_ar: str = ""
    city_en: str = ""
    city_ar: str = ""
    building_number: str = ""
    postal_code: str = ""
    registration_number: str = ""
    """Of the commercial registration."""
    vat_registered: bool = False
    vat_number: str = ""


class SettingsUpdated(Event):
    """The application's settings after a change, as far as other services use them."""

    type: ClassVar[str] = "catalog.settings.updated"
    subject_field: ClassVar[str] = "scope"
    scope: str = "global"
    registration_fees: dict[Open[ProfileType], int]
    """Minor units of the currency, by profile type; 0 asks for nothing."""
    currency: str
    effective_on: date
    """The day since which the fees are as they are."""
    planned_fees: tuple[PlannedFee, ...] = ()
    """All that begin after the day on which this was published."""
    product_name_en: str = ""
    """What the product is called; empty in events of older publishers."""
    product_name_ar: str = ""
    bulk_registration: Open[RegistrationPayer] = RegistrationPayer.PERSON
    """Who pays the registration fee of somebody who gets an account by a bulk enrollment."""
    seller: Seller = Seller()
    vat_included: bool = True
    """Whether prices and fees include the tax; else it is added to what is charged."""
    vat_rates: tuple[VatRate, ...] = ()
    """All, the earliest first; they count while the seller is registered."""


class AnnouncementUpdated(Event):
    """The state of a published announcement: what applications to it are made by. Those that were
    never published are the platform's alone."""

    type: ClassVar[str] = "catalog.announcement.updated"
    subject_field: ClassVar[str] = "announcement_id"
    announcement_id: UUID
    title_en: str
    title_ar: str
    fee_minor: int
    """What an application costs, in minor units; 0 is free."""
    currency: str
    staff_needed: int
    """How many staff members an application names."""
    opens_at: datetime
    closes_at: datetime
    """From then on nothing is submitted. It is brought forward by whoever closes it."""


class AnnouncementSubmitted(Event):
    """An announcement asks for approval, which publishes it."""

    type: ClassVar[str] = "catalog.announcement.submitted"
    subject_field: ClassVar[str] = "announcement_id"
    announcement_id: UUID
    submission: int
    """Counts the submissions of one announcement; a returned one is sent again as the next."""
    name_en: str
    """Its title."""
    name_ar: str
    submitted_by: UUID
    """The user."""
    snapshot: Snapshot = Snapshot()
    category_ids: tuple[UUID, ...] = ()
    """Its category, and the main one above it."""


class CatalogueChanged(Event):
    """What the public catalogue shows has changed; copies drop the bytes they keep. With the scope
    `seats` they look how full batches are, and keep the rest."""

    type: ClassVar[str] = "catalog.catalogue.changed"
    subject_field: ClassVar[str] = "scope"
    broadcast: ClassVar[bool] = True
    scope: str
    """Which part: `batches`, `seats`, `trainings`, `categories`, `places`, `settings`, `pages` or
    `announcements`."""
