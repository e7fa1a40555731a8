from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from payments.config import PaymentMethod
from payments.payments.models import PaymentStatus


class PaymentRead(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: UUID
    charge_id: UUID
    status: PaymentStatus
    way: PaymentMethod
    amount_minor: int
    currency: str
    special_reference: str
    card_brand: str | None
    card_last4: str | None
    failure_code: str | None
    """`expired`, `provider_unavailable`, `charge_cancelled`, …; for a declined card a value of
    `payments.adapters.paymob.transactions.DECLINES`, else `declined`.
    """
    failure_reason: str | None
    review_reason: str | None
    received_minor: int | None
    refunded_minor: int
    expires_at: datetime
    created_at: datetime
    completed_at: datetime | None
