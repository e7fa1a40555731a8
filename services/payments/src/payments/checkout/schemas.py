"""What paying takes and returns."""

from uuid import UUID

from pydantic import BaseModel, Field


class PaymentStarted(BaseModel):
    """Where the payer goes on to."""

    payment_id: UUID
    checkout_url: str
    """The provider's hosted page."""


class PaymentReturn(BaseModel):
    """What the provider put into the address that the browser came back to."""

    params: dict[str, str] = Field(max_length=80)
