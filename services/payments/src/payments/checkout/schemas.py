"""What paying takes and returns."""

from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from payments.config import Way
from payments.history.schemas import PaymentDetail
from payments.settlement.models import InquiryOutcome


class PaymentStarted(BaseModel):
    """Where the payer goes on to."""

    payment_id: UUID
    checkout_url: str
    """The provider's hosted page."""


class PaymentReturn(InputModel):
    """The query of the address that the browser came back to: what the provider put there, and
    `payment`, the id in the address that it was given."""

    params: dict[str, str] = Field(max_length=80)


class ReturnedPayment(PaymentDetail):
    """An attempt whose payer came back from the provider's page."""

    inquiry: InquiryOutcome | None
    """The provider's latest answer about it; none before it was first asked."""


class PaymentStart(InputModel):
    """How the payer wants to pay."""

    way: Way = Way.CARD


class WayRead(BaseModel):
    """A way in which a charge can be paid."""

    way: Way
    free_minor: int | None = None
    """What is left of the limit, on account; none for other ways."""
