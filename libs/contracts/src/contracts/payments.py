"""What the payments service publishes."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from contracts.app_routes import AppRoute
from contracts.event import Event
from contracts.values import Open


class ChargePurpose(StrEnum):
    """What a charge is for."""

    CANDIDATE_REGISTRATION = "candidate_registration"
    STAFF_REGISTRATION = "staff_registration"
    ORGANIZATION_REGISTRATION = "organization_registration"
    ENROLLMENT = "enrollment"
    APPLICATION = "application"
    BULK_ENROLLMENT = "bulk_enrollment"
    """All seats of a file that an organization has confirmed."""
    ACCOUNT_BILL = "account_bill"
    """What an organization has put on its account in a month; payments asks for it by itself."""


class RefundReason(StrEnum):
    """Why money goes back."""

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


class ChargeStatus(StrEnum):
    """`open → paid → refunded | partly_refunded`, or `cancelled`, `expired`.

    Money that arrives late makes a cancelled or expired charge paid.
    """

    OPEN = "open"
    PAID = "paid"
    REFUNDED = "refunded"
    PARTLY_REFUNDED = "partly_refunded"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class MoneyWay(StrEnum):
    """How money came, which is also how it goes back."""

    PROVIDER = "provider"
    """By card or from a wallet."""
    BANK_TRANSFER = "bank_transfer"
    ON_ACCOUNT = "on_account"
    """An organization owes it, and pays it by the month's bill."""


class ReviewReason(StrEnum):
    """What of a payment's money is not as it was asked for."""

    CURRENCY = "currency"
    AMOUNT = "amount"
    INTEGRATION = "integration"
    """It was paid to another account at the provider."""
    AUTHORISED_ONLY = "authorised_only"
    """The card's bank has promised it and not given it."""


class DocumentKind(StrEnum):
    """What a document proves: money that came, or money that went back of it."""

    RECEIPT = "receipt"
    CREDIT_NOTE = "credit_note"


class BillNotice(StrEnum):
    """What an organization is to hear of a bill; each once, in this order."""

    ISSUED = "issued"
    DUE = "due"
    """Its last day comes within three days."""
    OVERDUE = "overdue"
    """Its last day is over: nothing more can be paid on account."""


class _ChargeEvent(Event):
    subject_field: ClassVar[str] = "charge_id"
    charge_id: UUID
    reference: str
    """What people read and quote, such as ITQ-2026-000123."""
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
    """Something is owed and can be paid."""

    type: ClassVar[str] = "payments.charge.opened"

    @property
    def is_urgent(self) -> bool:
        """Who enrolls waits for it; registrations of new people come in ten thousands."""
        return self.purpose is not ChargePurpose.CANDIDATE_REGISTRATION


class ChargePaid(_ChargeEvent):
    """The money is there, or nothing was to be paid."""

    type: ClassVar[str] = "payments.charge.paid"
    urgent: ClassVar[bool] = True
    paid_at: datetime
    late: bool
    """True when it arrived after the charge had expired or been cancelled: give what was
    paid for if that is still possible, else ask for a refund."""
    way: Open[MoneyWay] = MoneyWay.PROVIDER


class ChargeRefunded(_ChargeEvent):
    """Money went back; `refunded_minor` in all so far."""

    type: ClassVar[str] = "payments.charge.refunded"
    refunded_minor: int
    complete: bool
    way: Open[MoneyWay] = MoneyWay.PROVIDER


class ChargeClosed(_ChargeEvent):
    """An unpaid charge ended: `status` is `cancelled` or `expired`."""

    type: ClassVar[str] = "payments.charge.closed"
    status: Open[ChargeStatus]


class ChargeAbsent(Event):
    """Nothing was charged for a subject whose expiry was requested, and nothing will be."""

    type: ClassVar[str] = "payments.charge.absent"
    subject_field: ClassVar[str] = "subject_id"
    purpose: Open[ChargePurpose]
    subject_id: UUID


class ChargesDigest(Event):
    """Charges that other services asked for, as payments holds them, every minute, in chunks."""

    type: ClassVar[str] = "payments.charges.digest"
    subject_field: ClassVar[str] = "digest_id"
    digest_id: UUID
    open: tuple[UUID, ...]
    """Subjects that can be paid."""
    paid: tuple[UUID, ...]
    """Charges whose payment their subjects have not acknowledged."""


class PaymentFailed(Event):
    """A card was declined some minutes ago and its payer has not come back since, neither to see
    it nor to pay again. The charge is still open."""

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
    """The provider's words."""


class PaymentUnderReview(Event):
    """Money came that does not match what was asked; an admin must look."""

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
    """The provider has refused for good to give money back; an admin must see to it."""

    type: ClassVar[str] = "payments.refund.failed"
    subject_field: ClassVar[str] = "refund_id"
    refund_id: UUID
    payment_id: UUID
    charge_id: UUID
    reference: str
    """The charge's."""
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    reason: str
    """The provider's words; empty when it never answered."""


class AccountBillDue(Event):
    """The monthly bill of an organization's account has been issued, is due soon, or is overdue and
    not paid."""

    type: ClassVar[str] = "payments.account_bill.due"
    subject_field: ClassVar[str] = "bill_id"
    bill_id: UUID
    account_id: UUID
    organization_id: UUID
    notice: Open[BillNotice]
    reference: str
    """Of the bill's charge."""
    month: date
    """Its first day."""
    amount_minor: int
    currency: str
    due_on: date
    """The last day on which it is paid in time."""


class DocumentMade(Event):
    """The PDF of a receipt or credit note is there."""

    type: ClassVar[str] = "payments.document.made"
    subject_field: ClassVar[str] = "document_id"
    document_id: UUID
    charge_id: UUID
    kind: Open[DocumentKind]
    number: str
    """Such as REC-2026-000001."""
    payer_user_id: UUID
    token: str
    """The secret of a link that opens the PDF for some weeks, without signing in."""


_PAID_BY_CANDIDATES = frozenset({ChargePurpose.CANDIDATE_REGISTRATION, ChargePurpose.ENROLLMENT})


def build_charge_path(purpose: ChargePurpose | str, charge_id: UUID) -> str:
    """Where in the app whoever pays a charge finds it."""
    if purpose in _PAID_BY_CANDIDATES:
        return AppRoute.MY_PAYMENT.format(id=charge_id)
    return AppRoute.PAYMENTS
