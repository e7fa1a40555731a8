"""Events of the enrollment service."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from contracts.event import Event
from contracts.payments import ChargePurpose, RefundReason
from contracts.submissions import Snapshot
from contracts.values import Open


class EnrollmentStatus(StrEnum):
    """Status of an enrollment; the enrollment service has the transitions."""

    REQUESTED = "requested"
    PENDING_PAYMENT = "pending_payment"
    CONFIRMED = "confirmed"
    COMPLETED = "completed"
    REJECTED = "rejected"
    WAITLISTED = "waitlisted"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class EnrollmentResult(StrEnum):
    """Result of a completed enrollment."""

    PASSED = "passed"
    FAILED = "failed"
    ABSENT = "absent"


class CertificateStatus(StrEnum):
    """`issued ⇄ suspended`; both may become `superseded` or `revoked`. The expiry date alone states
    expiry.
    """

    ISSUED = "issued"
    SUSPENDED = "suspended"
    """The result is no longer a pass: the certificate is reinstated, revoked or superseded later.
    """
    SUPERSEDED = "superseded"
    REVOKED = "revoked"


class RevocationKind(StrEnum):
    """Reason for a revocation."""

    ISSUED_IN_ERROR = "issued_in_error"
    RESULT_CHANGED = "result_changed"
    MISCONDUCT = "misconduct"
    OTHER = "other"
    ERASED = "erased"
    """The holder's personal data was erased."""


class CertificateRequestStatus(StrEnum):
    """Status of a requested certificate that needs approval."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"


class AppealStatus(StrEnum):
    """Status of an appeal against a result."""

    OPEN = "open"
    UPHELD = "upheld"
    """The result stays."""
    CHANGED = "changed"
    """Scores or attendance were corrected, and the result was calculated again."""
    WITHDRAWN = "withdrawn"


class ApplicationStatus(StrEnum):
    """`draft → pending_payment → submitted → approved | rejected`, or `returned` for resubmission.

    It can be `withdrawn` before the decision, and becomes `expired` if the announcement closes
    before its submission.
    """

    DRAFT = "draft"
    PENDING_PAYMENT = "pending_payment"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class BulkEnrollmentStatus(StrEnum):
    """Status of a bulk enrollment; the enrollment service has the transitions."""

    MAPPING = "mapping"
    """The user must assign the columns."""
    CHECKING = "checking"
    CHECKED = "checked"
    """Rows can be corrected, and valid ones confirmed."""
    PROCESSING = "processing"
    """Confirmed: seats are reserved, and people are being admitted."""
    AWAITING_PAYMENT = "awaiting_payment"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """Neither paid nor confirmed in time, so no seat is reserved."""


class EnrollmentChanged(Event):
    """The full state of an enrollment after each transition, with data for notifications."""

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
    """Reason for a rejection or cancellation, as entered."""
    result: Open[EnrollmentResult] | None
    bulk_enrollment_id: UUID | None = None
    """Bulk enrollment of the organization that pays; None for an individual enrollment."""


class CertificateChanged(Event):
    """The full state of a certificate after each transition, with data for notifications."""

    type: ClassVar[str] = "enrollment.certificate.changed"
    subject_field: ClassVar[str] = "certificate_id"
    certificate_id: UUID
    number: str
    """Printed number."""
    previous_status: Open[CertificateStatus] | None
    status: Open[CertificateStatus]
    enrollment_id: UUID
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    """Issuing organization."""
    candidate_profile_id: UUID
    candidate_user_id: UUID
    holder_name_en: str
    holder_name_ar: str
    training_title_en: str
    training_title_ar: str
    organization_name_en: str
    organization_name_ar: str
    batch_code: str
    issued_on: date
    expires_on: date | None
    """Last day of validity; None if it does not expire."""
    revoked_kind: Open[RevocationKind] | None
    supersedes_number: str | None
    """Number of the certificate that this one replaces."""
    superseded_by_number: str | None


class CertificateRequestsChanged(Event):
    """Certificates of a batch were requested, approved or rejected in one action.

    Each issued certificate has an event of its own.
    """

    type: ClassVar[str] = "enrollment.certificate_requests.changed"
    subject_field: ClassVar[str] = "change_id"
    change_id: UUID
    """ID of the action, which has one event."""
    status: Open[CertificateRequestStatus]
    count: int
    asked_by: UUID
    """ID of the user."""
    reason: str | None
    """Reason for the rejection, as entered."""
    batch_id: UUID
    organization_id: UUID
    batch_code: str
    batch_title_en: str
    batch_title_ar: str


class CertificateExpiring(Event):
    """A certificate expires within 90, 30 or 7 days.

    After an outage of the publisher only the last notice is published.
    """

    type: ClassVar[str] = "enrollment.certificate.expiring"
    subject_field: ClassVar[str] = "certificate_id"
    certificate_id: UUID
    number: str
    """Printed number."""
    notice_days: int
    """90, 30 or 7."""
    expires_on: date
    """Last day of validity."""
    training_id: UUID
    batch_id: UUID
    organization_id: UUID
    """Issuing organization."""
    employer_id: UUID | None
    """Organization that enrolled the holder, if any."""
    candidate_user_id: UUID
    training_title_en: str
    training_title_ar: str


class EnrollmentMoved(Event):
    """The time or place of a batch has changed, for each person enrolled or waiting."""

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
    """New city; empty for an online batch."""
    starts_at: datetime


class AppealChanged(Event):
    """The state of an appeal against a result after each transition."""

    type: ClassVar[str] = "enrollment.appeal.changed"
    subject_field: ClassVar[str] = "appeal_id"
    appeal_id: UUID
    previous_status: Open[AppealStatus] | None
    status: Open[AppealStatus]
    enrollment_id: UUID
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    candidate_user_id: UUID
    batch_code: str
    batch_title_en: str
    batch_title_ar: str
    result: Open[EnrollmentResult]
    """Current result."""
    answer: str | None
    """Reason for the decision, as the organization entered it."""


class SeatsChanged(Event):
    """The number of seats held and confirmed in a batch.

    No seat is available while there is a waiting list.
    """

    type: ClassVar[str] = "enrollment.seats.changed"
    subject_field: ClassVar[str] = "batch_id"
    batch_id: UUID
    capacity: int
    taken: int
    waiting: int


class ChargeLine(BaseModel):
    """A line of a charge with several items."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    title_en: str
    title_ar: str
    code: str = ""
    """The batch's code; empty for registration fees."""
    quantity: int
    unit_minor: int


class ChargeRequested(Event):
    """A payment is due for an enrollment, bulk enrollment or application."""

    type: ClassVar[str] = "enrollment.charge.requested"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID
    """ID of the enrollment, bulk enrollment or application, which has one open charge at a time."""
    payer_profile_id: UUID
    """Profile of the payer, or ID of a partner client. For bulk enrollments any member of the
    organization may pay.
    """
    payer_user_id: UUID
    organization_id: UUID
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    subject_code: str = ""
    """The batch's code, which distinguishes batches of one training."""
    lines: tuple[ChargeLine, ...] | None = None
    """Lines that add up to the amount, if there are several."""
    purchase_order: str | None = None
    """The payer's own order number."""
    due_at: datetime


class ChargeCancelled(Event):
    """A charge is no longer due: cancelled, expired or rejected."""

    type: ClassVar[str] = "enrollment.charge.cancelled"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class ChargeExpiryRequested(Event):
    """A charge is overdue.

    The subject waits until payments answers `ChargeClosed`, `ChargeAbsent` or `ChargePaid`.
    """

    type: ClassVar[str] = "enrollment.charge.expiry_requested"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class SubjectsDigest(Event):
    """The subjects of a `ChargesDigest`, as enrollment stores them."""

    type: ClassVar[str] = "enrollment.subjects.digest"
    subject_field: ClassVar[str] = "digest_id"
    digest_id: UUID
    awaiting: tuple[UUID, ...]
    """Open subjects that wait for payment."""
    unexpected: tuple[UUID, ...]
    """Open subjects that do not wait for payment."""
    settled: tuple[UUID, ...]
    """Charges whose payment was answered by delivery or refund."""


class RefundRequested(Event):
    """A paid amount must be refunded because nothing can be delivered."""

    type: ClassVar[str] = "enrollment.refund.requested"
    subject_field: ClassVar[str] = "charge_id"
    charge_id: UUID
    amount_minor: int
    reason: Open[RefundReason]
    subject_id: UUID | None = None
    """Enrollment to refund within a charge for several, requested once. None for the whole charge.
    """


class ApplicationSubmitted(Event):
    """An application to an announcement was submitted for approval."""

    type: ClassVar[str] = "enrollment.application.submitted"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "application_id"
    application_id: UUID
    submission: int
    """Counts the submissions of one application, including resubmissions."""
    organization_id: UUID
    """Applying organization."""
    announcement_id: UUID | None = None
    """Announcement of the application; missing in older events."""
    name_en: str
    """The announcement's title."""
    name_ar: str
    submitted_by: UUID
    """ID of the user."""
    snapshot: Snapshot = Snapshot()


class ApplicationChanged(Event):
    """The full state of an application after each transition, with data for notifications."""

    type: ClassVar[str] = "enrollment.application.changed"
    subject_field: ClassVar[str] = "application_id"
    application_id: UUID
    previous_status: Open[ApplicationStatus] | None
    status: Open[ApplicationStatus]
    announcement_id: UUID
    organization_id: UUID
    submission: int
    """Number of submissions."""
    title_en: str
    """The announcement's title."""
    title_ar: str
    comment: str | None
    """Comment on the decision."""


class BulkEnrollmentChanged(Event):
    """The state of a bulk enrollment after each transition, for its organization's API clients."""

    type: ClassVar[str] = "enrollment.bulk_enrollment.changed"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    organization_id: UUID
    """Organization of the people."""
    user_id: UUID | None
    """User who uploaded the file; None for a partner client."""
    client_id: UUID | None
    file_name: str
    """Empty for JSON requests."""
    status: Open[BulkEnrollmentStatus]
    row_count: int
    valid: int
    """Rows that can be confirmed."""
    invalid: int
    confirmed: int
    """Rows with a confirmed seat."""
    test: bool = False
    """True for test clients: no seat is taken and nothing is paid."""
