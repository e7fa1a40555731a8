"""A charge's timeline as the API shows it."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import BaseModel


class TimelineStep(StrEnum):
    """What happened. In order of which comes first where two are of the same moment."""

    OPENED = "opened"
    """The charge was opened: this is owed."""
    TRANSFER_CHOSEN = "transfer_chosen"
    """The payer was given the account and a reference; a transfer is awaited."""
    TRANSFER_RECEIPT = "transfer_receipt"
    """The payer has uploaded the bank's receipt."""
    PAGE_OPENED = "page_opened"
    """The payer was sent to the provider's page."""
    PAGE_FAILED = "page_failed"
    """The provider's page could not be opened."""
    ASKED = "asked"
    """The provider was asked; `code` is an `InquiryOutcome`."""
    PENDING = "pending"
    """The bank has the payment and has not decided, as it says by itself."""
    DECLINED = "declined"
    """The bank declined; `code` says why, as `PaymentRead.failure_code`."""
    ENDED = "ended"
    """An attempt ended without money; `code` says why, as `PaymentRead.failure_code`."""
    UNDER_REVIEW = "under_review"
    """Money came that a person has to decide about; `code` is a `ReviewReason`."""
    MOVED = "moved"
    """A person let money that came for this count for another charge; `code` is its reference."""
    PAID = "paid"
    """Money came, and the charge is settled."""
    ON_ACCOUNT = "on_account"
    """The charge is settled, and owed on the organization's account."""
    PAID_BESIDES = "paid_besides"
    """Money came that nobody owed any more, and goes back."""
    WAIVED = "waived"
    """Nothing is to be paid."""
    RECEIPT = "receipt"
    """A receipt was issued; `code` is its number."""
    REFUND_REQUESTED = "refund_requested"
    """Money is to go back; `code` is a `RefundReason`."""
    REFUNDED = "refunded"
    """It has gone back; `code` is a `RefundReason`."""
    CREDITED = "credited"
    """The account owes less; `code` is a `RefundReason`."""
    REFUND_FAILED = "refund_failed"
    """The provider refused to give it back; `code` is a `RefundReason`."""
    CREDIT_NOTE = "credit_note"
    """A credit note was issued; `code` is its number."""
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class TechnicalDetail(BaseModel):
    """What only admins see of a step."""

    transaction_id: str | None = None
    """The provider's; as text, because it may be longer than a number can be in a browser."""
    reference: str | None = None
    """Our name for the attempt at the provider."""
    source: str | None = None
    """Whether a state came by `webhook` or by `inquiry`."""
    outcome: str | None = None
    """What we did with it."""
    error: str | None = None
    """The code and words of the provider or bank."""


class TimelineEntry(BaseModel):
    """One step."""

    step: TimelineStep
    at: datetime
    since: datetime | None = None
    """The first of several inquiries with the same answer, of which `at` is the last."""
    times: int = 1
    """How many inquiries."""
    code: str | None = None
    """See `TimelineStep`."""
    amount_minor: int | None = None
    currency: str | None = None
    payment_id: UUID | None = None
    """The attempt; none where the step is of the charge itself."""
    technical: TechnicalDetail | None = None
    """For admins only."""


class Timeline(BaseModel):
    """All steps, oldest first, and what happens next."""

    entries: list[TimelineEntry]
    next_inquiry_at: datetime | None
    """When the provider is asked again about an attempt under way; none where none is."""
