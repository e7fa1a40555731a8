"""Events of the catalog service."""

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
    """The full state of a training after a change."""

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
    """Venue of the session, by default the batch's."""
    venue_ar: str
    online_url: str | None
    trainer_id: UUID | None = None
    """Trainer's profile, by default the batch's."""


class BatchUpdated(Event):
    """The full state of a batch after a change, with the terms that enrollment applies."""

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
    """Price per seat in minor units; 0 is free."""
    price_10_minor: int | None = None
    """Price per seat for an organization that buys at least 10 at once; None means no discount."""
    price_50_minor: int | None = None
    """Price per seat for at least 50; None means the price for 10."""
    currency: str
    requires_acceptance: bool
    payment_window_minutes: int
    """Period for which an unpaid enrollment holds a seat."""
    waiting_list: bool = True
    """True if a full batch has a waiting list."""
    free_cancellation_hours: int = 48
    """Hours before the start until which a cancellation refunds the full price."""
    kept_percent: int = 100
    """Percentage of the price kept for later cancellations."""
    min_attendance_percent: int | None = None
    """Minimum attendance to pass; None if attendance does not count."""
    min_score_percent: int | None = None
    """Minimum score to pass; None if scores do not count."""
    certificate_valid_months: int | None = None
    """Validity of certificates; None if they do not expire."""
    sessions: tuple[BatchMeeting, ...] = ()
    """Sessions, earliest first."""
    status: Open[BatchStatus]


class BatchAlerted(Event):
    """A batch is new or has changed its date or city, and these people subscribed to alerts.

    Each chunk of people has one event. A person is notified once.
    """

    type: ClassVar[str] = "catalog.batch.alerted"
    subject_field: ClassVar[str] = "batch_id"
    batch_id: UUID
    training_id: UUID
    title_en: str
    title_ar: str
    city_en: str
    """Empty for an online batch."""
    city_ar: str
    starts_at: datetime
    enrollment_opens_at: datetime
    enrollment_closes_at: datetime
    """Alerts are pointless after this time."""
    user_ids: tuple[UUID, ...]


class PlannedFee(BaseModel):
    """A registration fee that takes effect later."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    profile_type: Open[ProfileType]
    amount_minor: int
    """0 for no fee."""
    currency: str
    valid_from: date


class VatRate(BaseModel):
    """Value added tax in per cent, from a day until the next rate starts."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    percent: int
    valid_from: date


class Seller(BaseModel):
    """Registered details of the seller on the platform's charges."""

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
    """Commercial registration number."""
    vat_registered: bool = False
    vat_number: str = ""


class SettingsUpdated(Event):
    """The platform's settings that other services use, after a change."""

    type: ClassVar[str] = "catalog.settings.updated"
    subject_field: ClassVar[str] = "scope"
    scope: str = "global"
    registration_fees: dict[Open[ProfileType], int]
    """Minor units by profile type; 0 for no fee."""
    currency: str
    effective_on: date
    """First day of the current fees."""
    planned_fees: tuple[PlannedFee, ...] = ()
    """Fees that start after the day of publication."""
    product_name_en: str = ""
    """The product's name; empty in older events."""
    product_name_ar: str = ""
    bulk_registration: Open[RegistrationPayer] = RegistrationPayer.PERSON
    """Payer of the registration fee of people with new accounts from bulk enrollments."""
    seller: Seller = Seller()
    vat_included: bool = True
    """True if prices and fees include the tax."""
    vat_rates: tuple[VatRate, ...] = ()
    """All rates, earliest first; they apply while the seller is registered."""


class AnnouncementUpdated(Event):
    """The state of a published announcement, for applications to it."""

    type: ClassVar[str] = "catalog.announcement.updated"
    subject_field: ClassVar[str] = "announcement_id"
    announcement_id: UUID
    title_en: str
    title_ar: str
    fee_minor: int
    """Fee of an application in minor units; 0 is free."""
    currency: str
    staff_needed: int
    """Number of staff members that an application names."""
    opens_at: datetime
    closes_at: datetime
    """Deadline of submissions; closing the announcement brings it forward."""


class AnnouncementSubmitted(Event):
    """An announcement was submitted for approval, which publishes it."""

    type: ClassVar[str] = "catalog.announcement.submitted"
    subject_field: ClassVar[str] = "announcement_id"
    announcement_id: UUID
    submission: int
    """Counts the submissions of one announcement, including resubmissions."""
    name_en: str
    """The announcement's title."""
    name_ar: str
    submitted_by: UUID
    """ID of the user."""
    snapshot: Snapshot = Snapshot()
    category_ids: tuple[UUID, ...] = ()
    """Its category and parent category."""


class CatalogueChanged(Event):
    """The public catalogue has changed, so replicas invalidate cached responses.

    With the scope `seats` they only refresh the seat counts.
    """

    type: ClassVar[str] = "catalog.catalogue.changed"
    subject_field: ClassVar[str] = "scope"
    broadcast: ClassVar[bool] = True
    scope: str
    """One of `batches`, `seats`, `trainings`, `categories`, `places`, `settings`, `pages` or
    `announcements`.
    """
