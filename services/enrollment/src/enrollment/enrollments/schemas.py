from datetime import date, datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from contracts.payments import ChargeStatus
from contracts.values import Open
from kit.database.pages import Page
from kit.domain.fields import InputModel, Moment
from pydantic import BaseModel, Field, StringConstraints


class EnrollmentCreate(InputModel):
    batch_id: UUID
    join_waiting_list: bool = False
    """Join the waiting list if no seat is left, instead of 409 `batch.full`."""


Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]


class EnrollmentReject(InputModel):
    reason: Reason


class EnrollmentCancel(InputModel):
    reason: Reason


class NextStep(StrEnum):
    AWAIT_ACCEPTANCE = "await_acceptance"
    AWAIT_SEAT = "await_seat"
    PAY = "pay"
    ATTEND = "attend"
    NONE = "none"


class EnrollmentAction(StrEnum):
    """Action that the caller may take now."""

    PAY = "pay"
    CANCEL = "cancel"
    ACCEPT = "accept"
    REJECT = "reject"


class EnrolledBatch(BaseModel):
    id: UUID
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str
    city_en: str
    city_ar: str
    starts_at: datetime
    ends_at: datetime
    kept_percent: int
    """Percentage of the price kept on cancellation after `refundable_until`."""
    status: Open[BatchStatus]


class EnrolledCandidate(BaseModel):
    """Names are null until identity has published them."""

    profile_id: UUID
    user_id: UUID
    username: str | None
    name_en: str | None
    name_ar: str | None
    email: str | None
    phone: str | None
    image_url: str | None


class EnrolledOrganization(BaseModel):
    """Names are null until identity has published them."""

    id: UUID
    name_en: str | None
    name_ar: str | None


class EnrollmentRead(BaseModel):
    """An enrollment as seen by its candidate and its organization."""

    id: UUID
    status: EnrollmentStatus
    next_step: NextStep
    allowed_actions: list[EnrollmentAction]
    price_minor: int
    """Minor units of `currency`; 0 if free."""
    currency: str
    payment_due_at: datetime | None
    """Time until which the unpaid seat is held."""
    refundable_until: datetime | None
    """Deadline for a full refund; null if the batch is free."""
    moved: bool
    """The batch was rescheduled or relocated, so the candidate may cancel with a full refund until
    it starts.
    """
    charge_id: UUID | None
    """Charge to pay; null until payments has opened it, shortly after `pending_payment`."""
    charge_reference: str | None
    charge_status: Open[ChargeStatus] | None
    refund_requested_at: datetime | None
    waiting_position: int | None
    """1 is next in line; null if not on the waiting list."""
    bulk_enrollment_id: UUID | None = None
    """Bulk enrollment that pays for this one."""
    reason: str | None
    result: EnrollmentResult | None
    batch: EnrolledBatch
    organization: EnrolledOrganization
    candidate: EnrolledCandidate
    version: int
    created_at: datetime
    updated_at: datetime


class EnrollmentPage(Page[EnrollmentRead]):
    """A page of enrollments."""


class EnrolledOnDay(BaseModel):
    """Enrollments made on a day in Riyadh, in any state."""

    day: date
    count: int


class BatchEnrollments(BaseModel):
    """Enrollments and amounts of a batch, in minor units of `currency`."""

    counts: dict[EnrollmentStatus, int]
    """Enrollments by state, including zeros."""
    active: int
    """Enrollments affected by a change of the batch: seats held, requests and waiting list."""
    paid_minor: int
    """Total paid before refunds, including bulk payments for assigned seats and seats without
    names.
    """
    refunded_minor: int
    """Total refunded; for bulk charges, refunds requested for ended enrollments."""
    refunding_minor: int
    """Amount to refund if the batch were cancelled now."""
    due_minor: int
    """Amount due for held seats."""
    currency: str
    days: list[EnrolledOnDay]
    """Newest 100 days with enrollments, newest first."""


class EnrollmentCounts(BaseModel):
    """Enrollments by state, including zeros; each count stops at 1,000."""

    counts: dict[EnrollmentStatus, int]
    capped: list[EnrollmentStatus]
    """States with more enrollments than their count."""


class Obstacle(BaseModel):
    code: str
    detail: str


class EligibilityRead(BaseModel):
    """Obstacles and terms for the enroll step."""

    batch: EnrolledBatch
    price_minor: int
    currency: str
    requires_acceptance: bool
    payment_window_minutes: int
    refundable_until: datetime | None
    """Deadline for a full refund; null if the batch is free."""
    enrollment_opens_at: datetime
    enrollment_closes_at: datetime
    capacity: int
    seats_left: int
    waiting: int
    can_enroll: bool
    can_join_waiting_list: bool
    obstacles: list[Obstacle]
    """Empty if the caller can enroll; the first is the error that enrolling would return."""
    enrollment: EnrollmentRead | None
    """The caller's active enrollment in the batch."""


class ClashingBatch(BaseModel):
    """A batch of the caller that overlaps another batch."""

    batch: EnrolledBatch
    clashes_at: datetime
    """Start of the first overlapping session."""


class Meeting(InputModel):
    """Planned time of a session."""

    starts_at: Moment
    ends_at: Moment


class ClashCheck(InputModel):
    """Planned sessions to check."""

    sessions: Annotated[list[Meeting], Field(max_length=120)]


class ClashingPeople(BaseModel):
    """Number of people with overlapping batches."""

    people: int


class EnrollmentSort(StrEnum):
    """Sort order; a minus sign means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    STARTS = "starts_at"
    STARTS_DESC = "-starts_at"
    CANDIDATE = "candidate"
    CANDIDATE_DESC = "-candidate"
    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"
    DUE = "payment_due_at"
    DUE_DESC = "-payment_due_at"


class EnrollmentFilter(BaseModel):
    """Filters of a list; omitted fields do not restrict it."""

    status: list[EnrollmentStatus] = Field(default_factory=list)
    batch_id: UUID | None = None
    training_id: UUID | None = None
    organization_id: UUID | None = None
    candidate_profile_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words in any order: candidate's names, username, email and phone, batch code, charge
    reference. Organization names match only outside the caller's own organization.
    """
    created_from: Moment | None = None
    created_before: Moment | None = None
    sort: EnrollmentSort = EnrollmentSort.CREATED_DESC
