"""What the enrollment service publishes."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from contracts.event import Event
from contracts.values import Open


class EnrollmentStatus(StrEnum):
    """Where an enrollment stands; the arrows are in the enrollment service."""

    REQUESTED = "requested"
    PENDING_PAYMENT = "pending_payment"
    CONFIRMED = "confirmed"
    COMPLETED = "completed"
    REJECTED = "rejected"
    WAITLISTED = "waitlisted"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class EnrollmentResult(StrEnum):
    """How a completed enrollment ended."""

    PASSED = "passed"
    FAILED = "failed"
    ABSENT = "absent"


class ChargePurpose(StrEnum):
    """What a charge is for."""

    CANDIDATE_REGISTRATION = "candidate_registration"
    STAFF_REGISTRATION = "staff_registration"
    ORGANIZATION_REGISTRATION = "organization_registration"
    ENROLLMENT = "enrollment"
    APPLICATION = "application"


class RefundReason(StrEnum):
    """Why money goes back. The last four are those of payments itself."""

    SEATS_FULL = "seats_full"
    BATCH_STARTED = "batch_started"
    ALREADY_ENROLLED = "already_enrolled"
    CANCELLED_BY_ORGANIZATION = "cancelled_by_organization"
    CANCELLED_BY_CANDIDATE = "cancelled_by_candidate"
    PAID_TWICE = "paid_twice"
    NOTHING_OWED = "nothing_owed"
    ADMIN = "admin"
    AT_PROVIDER = "at_provider"
    """Made in the provider's own dashboard."""
    OTHER = "other"


class EnrollmentChanged(Event):
    """The full state of an enrollment after each transition, with what people are notified of."""

    type: ClassVar[str] = "enrollment.enrollment.changed"
    subject_field: ClassVar[str] = "enrollment_id"
    enrollment_id: UUID
    previous_status: Open[EnrollmentStatus] | None
    status: Open[EnrollmentStatus]
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    candidate_profile_id: UUID
    candidate_user_id: UUID
    batch_code: str
    batch_title_en: str
    batch_title_ar: str
    starts_at: datetime
    price_minor: int
    currency: str
    payment_due_at: datetime | None
    reason: str | None
    """Why it was rejected or cancelled, as the person wrote it."""
    result: Open[EnrollmentResult] | None


class EnrollmentMoved(Event):
    """The batch of somebody who is in it, asks for a seat or waits for one has got other times or
    another place."""

    type: ClassVar[str] = "enrollment.enrollment.moved"
    subject_field: ClassVar[str] = "enrollment_id"
    enrollment_id: UUID
    batch_id: UUID
    training_id: UUID
    candidate_user_id: UUID
    batch_title_en: str
    batch_title_ar: str
    city_en: str
    city_ar: str
    """Where it takes place now; empty where it is online."""
    starts_at: datetime


class SeatsChanged(Event):
    """How full a batch is. `taken` counts the seats held and confirmed.

    While somebody waits no seat is left to anybody else; otherwise what `taken` leaves of the
    capacity.
    """

    type: ClassVar[str] = "enrollment.seats.changed"
    subject_field: ClassVar[str] = "batch_id"
    batch_id: UUID
    capacity: int
    taken: int
    waiting: int


class ChargeRequested(Event):
    """Somebody owes money for something of this service."""

    type: ClassVar[str] = "enrollment.charge.requested"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID
    """The enrollment or application; one charge is open for it at a time."""
    payer_profile_id: UUID
    payer_user_id: UUID
    organization_id: UUID
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    subject_code: str = ""
    """The batch's code, by which people tell batches of one training apart."""
    due_at: datetime


class ChargeCancelled(Event):
    """What was owed is owed no more: cancelled, expired or rejected."""

    type: ClassVar[str] = "enrollment.charge.cancelled"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class RefundRequested(Event):
    """Money that was paid must go back: nothing could be given for it."""

    type: ClassVar[str] = "enrollment.refund.requested"
    subject_field: ClassVar[str] = "charge_id"
    charge_id: UUID
    amount_minor: int
    reason: Open[RefundReason]
