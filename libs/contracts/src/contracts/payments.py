"""What the payments service publishes."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from contracts.enrollment import ChargePurpose
from contracts.event import Event
from contracts.values import Open


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


class ReviewReason(StrEnum):
    """What of a payment's money is not as it was asked for."""

    CURRENCY = "currency"
    AMOUNT = "amount"
    INTEGRATION = "integration"
    """It was paid to another account at the provider."""
    AUTHORISED_ONLY = "authorised_only"
    """The card's bank has promised it and not given it."""


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


class ChargeRefunded(_ChargeEvent):
    """Money went back; `refunded_minor` in all so far."""

    type: ClassVar[str] = "payments.charge.refunded"
    refunded_minor: int
    complete: bool


class ChargeClosed(_ChargeEvent):
    """An unpaid charge ended: `status` is `cancelled` or `expired`."""

    type: ClassVar[str] = "payments.charge.closed"
    status: Open[ChargeStatus]


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
