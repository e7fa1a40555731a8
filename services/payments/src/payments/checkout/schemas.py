"""What paying takes and returns."""

from uuid import UUID

from pydantic import BaseModel, Field

from payments.config import Way


class PaymentStarted(BaseModel):
    """Where the payer goes on to."""

    payment_id: UUID
    checkout_url: str
    """The provider's hosted page."""


class PaymentReturn(BaseModel):
    """What the provider put into the address that the browser came back to."""

    params: dict[str, str] = Field(max_length=80)


class PaymentStart(BaseModel):
    """How the payer wants to pay."""

    way: Way = Way.CARD


class WayRead(BaseModel):
    """A way in which a charge can be paid."""

    way: Way
    free_minor: int | None = None
    """What is left of the limit, on account; none for other ways."""
