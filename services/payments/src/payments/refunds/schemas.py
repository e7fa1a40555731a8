from datetime import datetime
from uuid import UUID, uuid4

from contracts.payments import RefundReason
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field

from payments.refunds.models import RefundMethod, RefundStatus


class RefundCreate(InputModel):
    """Refund request; without an amount, everything left is refunded."""

    amount_minor: int | None = Field(default=None, gt=0)
    """Minor units of the payment's currency."""
    reason: str = Field(min_length=1, max_length=500)
    key: UUID = Field(default_factory=uuid4)
    """Idempotency key: a repeated key creates no second refund."""


class RefundTransferred(InputModel):
    """Transfer that refunded the money."""

    model_config = ConfigDict(str_strip_whitespace=True)

    bank_reference: str = Field(min_length=1, max_length=100)
    """The bank's reference of the transfer."""


class RefundRead(BaseModel):
    """Only admins see `note`, `error` and the requester."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    payment_id: UUID
    amount_minor: int
    currency: str
    reason: RefundReason
    note: str | None
    """The admin's note."""
    requested_by_name_en: str | None = None
    """Admin who requested it; null for the system and other services."""
    requested_by_name_ar: str | None = None
    enrollment_id: UUID | None
    """Enrollment of a bulk enrollment's charge that is refunded; null for single charges."""
    method: RefundMethod
    status: RefundStatus
    error: str | None
    """The provider's rejection message."""
    bank_reference: str | None
    """Bank reference of the refunding transfer."""
    created_at: datetime
    done_at: datetime | None
