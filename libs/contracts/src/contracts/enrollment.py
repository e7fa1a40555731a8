"""What the enrollment service publishes."""

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


class CertificateStatus(StrEnum):
    """`issued ⇄ suspended`; either ends as `superseded` or `revoked`. That one has expired is said
    by its date."""

    ISSUED = "issued"
    SUSPENDED = "suspended"
    """Its result is no longer a pass: it is reinstated, revoked or superseded."""
    SUPERSEDED = "superseded"
    REVOKED = "revoked"


class RevocationKind(StrEnum):
    """Why a certificate was revoked."""

    ISSUED_IN_ERROR = "issued_in_error"
    RESULT_CHANGED = "result_changed"
    MISCONDUCT = "misconduct"
    OTHER = "other"
    ERASED = "erased"
    """Its holder had their data erased."""


class CertificateRequestStatus(StrEnum):
    """Where a certificate stands that was asked for and has to be approved."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"


class AppealStatus(StrEnum):
    """Where an appeal against a result stands."""

    OPEN = "open"
    UPHELD = "upheld"
    """The result stays."""
    CHANGED = "changed"
    """Scores or attendance were corrected, and the result was decided again."""
    WITHDRAWN = "withdrawn"


class ApplicationStatus(StrEnum):
    """`draft → pending_payment → submitted → approved | rejected`, or `returned`, which can be
    submitted again. It can be `withdrawn` until it is decided, and is `expired` when its
    announcement closes before it was submitted."""

    DRAFT = "draft"
    PENDING_PAYMENT = "pending_payment"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class BulkEnrollmentStatus(StrEnum):
    """Where a bulk enrollment stands; the arrows are in the enrollment service."""

    MAPPING = "mapping"
    """It is to be said which columns are which."""
    CHECKING = "checking"
    CHECKED = "checked"
    """Rows can be mended, and the valid ones confirmed."""
    PROCESSING = "processing"
    """Confirmed: the seats are reserved, and the people are being admitted."""
    AWAITING_PAYMENT = "awaiting_payment"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """It was not paid, or left lying unconfirmed, too long: no seat is reserved."""


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
    bulk_enrollment_id: UUID | None = None
    """The bulk enrollment by which an organization enrolled the candidate, for which it pays
    itself; None for whoever enrolled alone."""


class CertificateChanged(Event):
    """The full state of a certificate after each transition, with what people are notified of."""

    type: ClassVar[str] = "enrollment.certificate.changed"
    subject_field: ClassVar[str] = "certificate_id"
    certificate_id: UUID
    number: str
    """As it is printed."""
    previous_status: Open[CertificateStatus] | None
    status: Open[CertificateStatus]
    enrollment_id: UUID
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    """Who issued it."""
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
    """The last day on which it is valid; None: it does not expire."""
    revoked_kind: Open[RevocationKind] | None
    supersedes_number: str | None
    """The number of the certificate in whose place this one was issued."""
    superseded_by_number: str | None


class CertificateRequestsChanged(Event):
    """Certificates of a batch were asked for, or those that somebody asked for were approved or
    rejected: all of one press together. Each that is issued has an event of its own."""

    type: ClassVar[str] = "enrollment.certificate_requests.changed"
    subject_field: ClassVar[str] = "change_id"
    change_id: UUID
    """Of this press; there is one event of it."""
    status: Open[CertificateRequestStatus]
    count: int
    asked_by: UUID
    """The user."""
    reason: str | None
    """Why they were rejected, as the person wrote it."""
    batch_id: UUID
    organization_id: UUID
    batch_code: str
    batch_title_en: str
    batch_title_ar: str


class CertificateExpiring(Event):
    """A certificate expires in at most 90, 30 or 7 days. After a pause of the publisher only the
    last of these that was reached is told of."""

    type: ClassVar[str] = "enrollment.certificate.expiring"
    subject_field: ClassVar[str] = "certificate_id"
    certificate_id: UUID
    number: str
    """As it is printed."""
    notice_days: int
    """90, 30 or 7."""
    expires_on: date
    """The last day on which it is valid."""
    training_id: UUID
    batch_id: UUID
    organization_id: UUID
    """Who issued it."""
    employer_id: UUID | None
    """The organization that enrolled the holder, if one did."""
    candidate_user_id: UUID
    training_title_en: str
    training_title_ar: str


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
    """As it is now."""
    answer: str | None
    """Why it stays or was decided again, as the organization wrote it."""


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


class ChargeLine(BaseModel):
    """One kind of thing in a charge of several."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    title_en: str
    title_ar: str
    code: str = ""
    """The batch's code; empty for registration fees."""
    quantity: int
    unit_minor: int


class ChargeRequested(Event):
    """Somebody owes money for something of this service."""

    type: ClassVar[str] = "enrollment.charge.requested"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID
    """The enrollment, bulk enrollment or application; one charge is open for it at a time."""
    payer_profile_id: UUID
    """Of a bulk enrollment whoever confirmed it, for the organization, and anybody of the
    organization may pay. A partner client stands here, and as the user, with its own id."""
    payer_user_id: UUID
    organization_id: UUID
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    subject_code: str = ""
    """The batch's code, by which people tell batches of one training apart."""
    lines: tuple[ChargeLine, ...] | None = None
    """What the amount is made of, where it is more than one thing; they add up to it."""
    purchase_order: str | None = None
    """The payer's own number of the order."""
    due_at: datetime


class ChargeCancelled(Event):
    """What was owed is owed no more: cancelled, expired or rejected."""

    type: ClassVar[str] = "enrollment.charge.cancelled"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class ChargeExpiryRequested(Event):
    """What was owed is overdue. Its subject waits until payments answers that it is unpaid, by
    `ChargeClosed` or `ChargeAbsent`, or paid."""

    type: ClassVar[str] = "enrollment.charge.expiry_requested"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class SubjectsDigest(Event):
    """The subjects of a `ChargesDigest`, as enrollment holds them."""

    type: ClassVar[str] = "enrollment.subjects.digest"
    subject_field: ClassVar[str] = "digest_id"
    digest_id: UUID
    awaiting: tuple[UUID, ...]
    """Open ones that wait for their payment."""
    unexpected: tuple[UUID, ...]
    """Open ones that do not."""
    settled: tuple[UUID, ...]
    """Charges whose payment was answered, by what was paid for or a refund."""


class RefundRequested(Event):
    """Money that was paid must go back: nothing could be given for it."""

    type: ClassVar[str] = "enrollment.refund.requested"
    subject_field: ClassVar[str] = "charge_id"
    charge_id: UUID
    amount_minor: int
    reason: Open[RefundReason]
    subject_id: UUID | None = None
    """The one enrollment, of a charge for many, for which money goes back; it is asked for once.
    None when it is about the charge as a whole."""


class ApplicationSubmitted(Event):
    """An application to an announcement asks for approval."""

    type: ClassVar[str] = "enrollment.application.submitted"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "application_id"
    application_id: UUID
    submission: int
    """Counts the submissions of one application; a returned one is sent again as the next."""
    organization_id: UUID
    """Who applies."""
    announcement_id: UUID | None = None
    """What they apply to; none in events of older publishers."""
    name_en: str
    """The announcement's title."""
    name_ar: str
    submitted_by: UUID
    """The user."""
    snapshot: Snapshot = Snapshot()


class ApplicationChanged(Event):
    """The full state of an application after each transition, with what people are notified of."""

    type: ClassVar[str] = "enrollment.application.changed"
    subject_field: ClassVar[str] = "application_id"
    application_id: UUID
    previous_status: Open[ApplicationStatus] | None
    status: Open[ApplicationStatus]
    announcement_id: UUID
    organization_id: UUID
    submission: int
    """How often it was submitted."""
    title_en: str
    """The announcement's."""
    title_ar: str
    comment: str | None
    """What was said with the decision."""


class BulkEnrollmentChanged(Event):
    """The state of a bulk enrollment after each transition. Its organization's programs wait for
    it, and not for the thousands of events that a large file makes beside."""

    type: ClassVar[str] = "enrollment.bulk_enrollment.changed"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    organization_id: UUID
    """Whose people they are."""
    user_id: UUID | None
    """Who uploaded it; None for a partner client."""
    client_id: UUID | None
    file_name: str
    """Empty where it came as JSON."""
    status: Open[BulkEnrollmentStatus]
    row_count: int
    valid: int
    """Rows that can be confirmed."""
    invalid: int
    confirmed: int
    """Rows whose seat is confirmed."""
    test: bool = False
    """A test client has sent it: nobody has a seat, and nothing is paid."""
