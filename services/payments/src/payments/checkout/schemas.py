from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from payments.config import PaymentMethod
from payments.history.schemas import PaymentDetail
from payments.settlement.models import InquiryOutcome


class PaymentStarted(BaseModel):
    """Address to continue the payment at."""

    payment_id: UUID
    checkout_url: str
    """The provider's hosted page."""


class PaymentReturn(InputModel):
    """Query parameters of the return URL: the provider's own, and `payment`, our attempt's ID."""

    params: dict[str, str] = Field(max_length=80)


class ReturnedPayment(PaymentDetail):
    """Attempt whose payer returned from the provider's page."""

    inquiry: InquiryOutcome | None
    """Latest answer from the provider; null before the first inquiry."""


class PaymentStart(InputModel):
    way: PaymentMethod = PaymentMethod.CARD


class PaymentMethodRead(BaseModel):
    """Payment method available for a charge."""

    way: PaymentMethod
    free_minor: int | None = None
    """Remaining limit of the account; null for other methods."""
