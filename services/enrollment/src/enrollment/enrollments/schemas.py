"""What goes in and out of the enrollments' endpoints."""

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
    """A candidate wants into a batch."""

    batch_id: UUID
    join_waiting_list: bool = False
    """Wait for a seat if none is left, instead of the answer 409 `batch.full`."""


Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
"""What the candidate gets to read."""


class EnrollmentReject(InputModel):
    """An organization says no."""

    reason: Reason


class EnrollmentCancel(InputModel):
    """An organization ends an enrollment."""

    reason: Reason


class NextStep(StrEnum):
    """What the enrollment waits for."""

    AWAIT_ACCEPTANCE = "await_acceptance"
    AWAIT_SEAT = "await_seat"
    PAY = "pay"
    ATTEND = "attend"
    NONE = "none"


class EnrollmentAction(StrEnum):
    """What the caller may do with an enrollment now."""

    PAY = "pay"
    CANCEL = "cancel"
    ACCEPT = "accept"
    REJECT = "reject"


class EnrolledBatch(BaseModel):
    """The batch of an enrollment."""

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
    """How much of the price is kept of whoever cancels after `refundable_until`."""
    status: Open[BatchStatus]


class EnrolledCandidate(BaseModel):
    """Who is enrolled. The names are null until identity has published them."""

    profile_id: UUID
    user_id: UUID
    username: str | None
    name_en: str | None
    name_ar: str | None
    email: str | None
    phone: str | None
    image_url: str | None


class EnrolledOrganization(BaseModel):
    """Whose batch it is. The names are null until identity has published them."""

    id: UUID
    name_en: str | None
    name_ar: str | None


class EnrollmentRead(BaseModel):
    """An enrollment as its candidate and its organization see it."""

    id: UUID
    status: EnrollmentStatus
    next_step: NextStep
    allowed_actions: list[EnrollmentAction]
    """What the caller may do now."""
    price_minor: int
    """Minor units of `currency`; 0 is free."""
    currency: str
    payment_due_at: datetime | None
    """Until when the seat is held unpaid."""
    refundable_until: datetime | None
    """Cancelled up to then, the whole price goes back; null for a free batch."""
    moved: bool
    """Whether the batch got other times or another place since; the candidate may leave it with
    the whole price until it starts."""
    charge_id: UUID | None
    """What is paid; null until payments has opened it, a moment after `pending_payment`."""
    charge_reference: str | None
    charge_status: Open[ChargeStatus] | None
    refund_requested_at: datetime | None
    waiting_position: int | None
    """1 is the next to get a seat; null when not on the waiting list."""
    bulk_enrollment_id: UUID | None = None
    """By which an organization enrolled the candidate, for whom it pays."""
    reason: str | None
    """Why the organization rejected or cancelled it."""
    result: EnrollmentResult | None
    batch: EnrolledBatch
    organization: EnrolledOrganization
    candidate: EnrolledCandidate
    version: int
    created_at: datetime
    updated_at: datetime
    """When it came into its present state."""


class EnrollmentPage(Page[EnrollmentRead]):
    """One page of enrollments."""


class EnrolledOnDay(BaseModel):
    """How many enrolled on a day of Riyadh's, whatever became of it."""

    day: date
    count: int


class BatchEnrollments(BaseModel):
    """The people and the money of a batch; amounts in minor units of `currency`."""

    counts: dict[EnrollmentStatus, int]
    """How many there are in each state, also where there is none."""
    active: int
    """How many a change of the batch concerns: those who have a seat, ask for one or wait."""
    paid_minor: int
    """What has been paid, whatever has gone back since; in bulk, for those who have had a seat, and
    for seats without names."""
    refunded_minor: int
    """In bulk, what was asked to go back of those who have ended."""
    refunding_minor: int
    """What would go back now if the batch were cancelled."""
    due_minor: int
    """What is still to be paid for seats that are held."""
    currency: str
    days: list[EnrolledOnDay]
    """The newest 100 days on which somebody enrolled, the newest first."""


class EnrollmentCounts(BaseModel):
    """How many enrollments there are in each state, also where there is none; 1,000 at most."""

    counts: dict[EnrollmentStatus, int]
    capped: list[EnrollmentStatus]
    """The states with more enrollments than are counted."""


class Obstacle(BaseModel):
    """Why the caller cannot enroll now: a problem's code and its English text."""

    code: str
    detail: str


class EligibilityRead(BaseModel):
    """What the enroll step shows before anything is done."""

    batch: EnrolledBatch
    price_minor: int
    currency: str
    requires_acceptance: bool
    payment_window_minutes: int
    refundable_until: datetime | None
    """Cancelled up to then, the whole price goes back; null for a free batch."""
    enrollment_opens_at: datetime
    enrollment_closes_at: datetime
    capacity: int
    seats_left: int
    waiting: int
    can_enroll: bool
    can_join_waiting_list: bool
    obstacles: list[Obstacle]
    """Empty when the caller can enroll; the first is what enrolling would answer."""
    enrollment: EnrollmentRead | None
    """The caller's active enrollment in the batch."""


class ClashingBatch(BaseModel):
    """A batch that the caller is in, a session of which is at the time of another batch's."""

    batch: EnrolledBatch
    clashes_at: datetime
    """When its first such session starts."""


class Meeting(InputModel):
    """When a batch is to meet."""

    starts_at: Moment
    ends_at: Moment


class ClashCheck(InputModel):
    """When a batch is to meet, before it is saved."""

    sessions: Annotated[list[Meeting], Field(max_length=120)]


class ClashingPeople(BaseModel):
    """How many people of a batch would be in two places at once."""

    people: int


class EnrollmentSort(StrEnum):
    """How a list is ordered; a minus means descending."""

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
    """Which enrollments a list shows; fields left out do not restrict it."""

    status: list[EnrollmentStatus] = Field(default_factory=list)
    batch_id: UUID | None = None
    training_id: UUID | None = None
    organization_id: UUID | None = None
    candidate_profile_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the candidate's names, username, email and phone, of the batch's code, of the
    charge's reference and, unless it is the caller's own, of the organization's names, in any
    order."""
    created_from: Moment | None = None
    created_before: Moment | None = None
    sort: EnrollmentSort = EnrollmentSort.CREATED_DESC
