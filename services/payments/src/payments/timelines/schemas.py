from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import BaseModel


class TimelineStep(StrEnum):
    """Kind of an event. Events of the same time appear in this order."""

    OPENED = "opened"
    """The charge was opened."""
    TRANSFER_CHOSEN = "transfer_chosen"
    """The payer chose a transfer and received the account and reference."""
    TRANSFER_RECEIPT = "transfer_receipt"
    """The payer uploaded the bank's receipt."""
    PAGE_OPENED = "page_opened"
    """The payer was sent to the provider's page."""
    PAGE_FAILED = "page_failed"
    """The provider's page could not be opened."""
    ASKED = "asked"
    """The provider was asked about the payment; `code` is an `InquiryOutcome`."""
    PENDING = "pending"
    """The bank reported that its decision is pending."""
    DECLINED = "declined"
    """The bank declined the card; `code` is the reason, as in `PaymentRead.failure_code`."""
    ENDED = "ended"
    """A payment ended without money; `code` is the reason, as in `PaymentRead.failure_code`."""
    UNDER_REVIEW = "under_review"
    """Received money needs an admin's decision; `code` is a `ReviewReason`."""
    MOVED = "moved"
    """A reviewer used the payment for another charge; `code` is that charge's reference."""
    PAID = "paid"
    """Money arrived and settled the charge."""
    ON_ACCOUNT = "on_account"
    """The charge was paid on the organization's account."""
    PAID_BESIDES = "paid_besides"
    """Money arrived although nothing was owed; it is refunded."""
    WAIVED = "waived"
    """The amount was zero, so no payment is needed."""
    RECEIPT = "receipt"
    """A receipt was issued; `code` is its number."""
    REFUND_REQUESTED = "refund_requested"
    """A refund was requested; `code` is a `RefundReason`."""
    REFUNDED = "refunded"
    """The refund is done; `code` is a `RefundReason`."""
    CREDITED = "credited"
    """The account's balance was reduced; `code` is a `RefundReason`."""
    REFUND_FAILED = "refund_failed"
    """The provider rejected the refund; `code` is a `RefundReason`."""
    CREDIT_NOTE = "credit_note"
    """A credit note was issued; `code` is its number."""
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class TechnicalDetail(BaseModel):
    """Details of an event that only admins see."""

    transaction_id: str | None = None
    """The provider's transaction number; text, because browsers cannot represent longer integers
    exactly.
    """
    reference: str | None = None
    """Our reference of the order at the provider."""
    source: str | None = None
    """Source of the state: `webhook` or `inquiry`."""
    outcome: str | None = None
    """Result of processing it."""
    error: str | None = None
    """Error code and message of the provider or bank."""


class TimelineEntry(BaseModel):
    step: TimelineStep
    at: datetime
    since: datetime | None = None
    """Time of the first inquiry with the same answer; `at` is the latest."""
    times: int = 1
    """Number of inquiries."""
    code: str | None = None
    """Detail depending on the step; see `TimelineStep`."""
    amount_minor: int | None = None
    currency: str | None = None
    payment_id: UUID | None = None
    """Payment of the event; null for events of the charge itself."""
    technical: TechnicalDetail | None = None
    """Null unless the caller is an admin."""


class Timeline(BaseModel):
    """All events, oldest first, and the next inquiry."""

    entries: list[TimelineEntry]
    next_inquiry_at: datetime | None
    """Time of the next inquiry about a payment in progress; null if there is none."""
