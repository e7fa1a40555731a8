"""Events of the payments service."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from contracts.app_routes import AppRoute
from contracts.event import Event
from contracts.values import Open


class ChargePurpose(StrEnum):
    CANDIDATE_REGISTRATION = "candidate_registration"
    STAFF_REGISTRATION = "staff_registration"
    ORGANIZATION_REGISTRATION = "organization_registration"
    ENROLLMENT = "enrollment"
    APPLICATION = "application"
    BULK_ENROLLMENT = "bulk_enrollment"
    """All seats of a confirmed bulk enrollment."""
    ACCOUNT_BILL = "account_bill"
    """Monthly bill of an organization's account, which payments creates itself."""


class RefundReason(StrEnum):
    SEATS_FULL = "seats_full"
    BATCH_STARTED = "batch_started"
    ALREADY_ENROLLED = "already_enrolled"
    CANCELLED_BY_ORGANIZATION = "cancelled_by_organization"
    CANCELLED_BY_CANDIDATE = "cancelled_by_candidate"
    PAID_TWICE = "paid_twice"
    NOTHING_OWED = "nothing_owed"
    ADMIN = "admin"
    AT_PROVIDER = "at_provider"
    """Made in the provider's dashboard."""
    OTHER = "other"


class ChargeStatus(StrEnum):
    """`open → paid → refunded | partly_refunded`, or `cancelled`, `expired`.

    Late payments turn a cancelled or expired charge into a paid one.
    """

    OPEN = "open"
    PAID = "paid"
    REFUNDED = "refunded"
    PARTLY_REFUNDED = "partly_refunded"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class MoneyWay(StrEnum):
    """Method of a payment, also used for its refund."""

    PROVIDER = "provider"
    """Card or wallet."""
    BANK_TRANSFER = "bank_transfer"
    ON_ACCOUNT = "on_account"
    """Owed by an organization until its monthly bill."""


class ReviewReason(StrEnum):
    """Mismatch between a payment and its charge."""

    CURRENCY = "currency"
    AMOUNT = "amount"
    INTEGRATION = "integration"
    """Paid to another account at the provider."""
    AUTHORISED_ONLY = "authorised_only"
    """Authorized by the card's bank, but not captured."""


class DocumentKind(StrEnum):
    """A receipt for a payment, or a credit note for a refund."""

    RECEIPT = "receipt"
    CREDIT_NOTE = "credit_note"


class BillNotice(StrEnum):
    """Notices about a bill, each sent once in this order."""

    ISSUED = "issued"
    DUE = "due"
    """Due within three days."""
    OVERDUE = "overdue"
    """Overdue: the organization cannot pay on account any more."""


class _ChargeEvent(Event):
    subject_field: ClassVar[str] = "charge_id"
    charge_id: UUID
    reference: str
    """Reference for people, such as ITQ-2026-000123."""
    purpose: Open[ChargePurpose]
    subject_id: UUID
    payer_profile_id: UUID
    payer_user_id: UUID
    organization_id: UUID | None
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    due_at: datetime | None


class ChargeOpened(_ChargeEvent):
    """A charge is due and can be paid."""

    type: ClassVar[str] = "payments.charge.opened"

    @property
    def is_urgent(self) -> bool:
        """Return true for enrollments, whose users wait. Registrations come in ten thousands."""
        return self.purpose is not ChargePurpose.CANDIDATE_REGISTRATION


class ChargePaid(_ChargeEvent):
    """A charge was paid, or its amount was 0."""

    type: ClassVar[str] = "payments.charge.paid"
    urgent: ClassVar[bool] = True
    paid_at: datetime
    late: bool
    """True if the charge had expired or been cancelled: deliver if possible, else request a refund.
    """
    way: Open[MoneyWay] = MoneyWay.PROVIDER


class ChargeRefunded(_ChargeEvent):
    """Money was refunded; `refunded_minor` is the total."""

    type: ClassVar[str] = "payments.charge.refunded"
    refunded_minor: int
    complete: bool
    way: Open[MoneyWay] = MoneyWay.PROVIDER


class ChargeClosed(_ChargeEvent):
    """An unpaid charge was closed: `status` is `cancelled` or `expired`."""

    type: ClassVar[str] = "payments.charge.closed"
    status: Open[ChargeStatus]


class ChargeAbsent(Event):
    """A subject whose expiry was requested has no charge, and will get none."""

    type: ClassVar[str] = "payments.charge.absent"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class ChargesDigest(Event):
    """Charges that other services requested, every minute, in chunks."""

    type: ClassVar[str] = "payments.charges.digest"
    subject_field: ClassVar[str] = "digest_id"
    digest_id: UUID
    open: tuple[UUID, ...]
    """Subjects that can be paid."""
    paid: tuple[UUID, ...]
    """Charges whose payment their subjects have not acknowledged."""


class PaymentFailed(Event):
    """A card was declined some minutes ago, and the payer has not returned. The charge is still
    open.
    """

    type: ClassVar[str] = "payments.payment.failed"
    subject_field: ClassVar[str] = "payment_id"
    payment_id: UUID
    charge_id: UUID
    purpose: Open[ChargePurpose]
    payer_user_id: UUID
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    due_at: datetime | None
    reason: str
    """The provider's message."""


class PaymentUnderReview(Event):
    """A payment does not match its charge, so an admin must review it."""

    type: ClassVar[str] = "payments.payment.under_review"
    former_type: ClassVar[str] = "payments.payment.held"
    subject_field: ClassVar[str] = "payment_id"
    payment_id: UUID
    charge_id: UUID
    payer_user_id: UUID
    expected_minor: int
    received_minor: int
    currency: str
    reason: Open[ReviewReason]


class RefundFailed(Event):
    """The provider has permanently refused a refund, so an admin must handle it."""

    type: ClassVar[str] = "payments.refund.failed"
    subject_field: ClassVar[str] = "refund_id"
    refund_id: UUID
    payment_id: UUID
    charge_id: UUID
    reference: str
    """The charge's reference."""
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    reason: str
    """The provider's message; empty without an answer."""


class AccountBillDue(Event):
    """A monthly bill was issued, is due soon, or is overdue."""

    type: ClassVar[str] = "payments.account_bill.due"
    subject_field: ClassVar[str] = "bill_id"
    bill_id: UUID
    account_id: UUID
    organization_id: UUID
    notice: Open[BillNotice]
    reference: str
    """Reference of the bill's charge."""
    month: date
    """First day of the month."""
    amount_minor: int
    currency: str
    due_on: date
    """Last day for payment in time."""


class DocumentMade(Event):
    """The PDF of a receipt or credit note is available."""

    type: ClassVar[str] = "payments.document.made"
    subject_field: ClassVar[str] = "document_id"
    document_id: UUID
    charge_id: UUID
    kind: Open[DocumentKind]
    number: str
    """For example REC-2026-000001."""
    payer_user_id: UUID
    token: str
    """Secret of a link that opens the PDF for some weeks without sign-in."""


_PAID_BY_CANDIDATES = frozenset({ChargePurpose.CANDIDATE_REGISTRATION, ChargePurpose.ENROLLMENT})


def build_charge_path(purpose: ChargePurpose | str, charge_id: UUID) -> str:
    """Return the app's path at which the payer finds a charge."""
    if purpose in _PAID_BY_CANDIDATES:
        return AppRoute.MY_PAYMENT.format(id=charge_id)
    return AppRoute.PAYMENTS
