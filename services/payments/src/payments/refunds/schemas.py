"""Refunds as the API shows them."""

from datetime import datetime
from uuid import UUID, uuid4

from contracts.payments import RefundReason
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field

from payments.refunds.models import RefundMethod, RefundStatus


class RefundCreate(InputModel):
    """What an admin asks for; without an amount all that is left goes back."""

    amount_minor: int | None = Field(default=None, gt=0)
    """Minor units of the payment's currency."""
    reason: str = Field(min_length=1, max_length=500)
    key: UUID = Field(default_factory=uuid4)
    """Made by the client: the same key twice is one refund."""


class RefundTransferred(InputModel):
    """The transfer that gave money back."""

    model_config = ConfigDict(str_strip_whitespace=True)

    bank_reference: str = Field(min_length=1, max_length=100)
    """As the bank names it."""


class RefundRead(BaseModel):
    """A refund and its state; `note`, `error` and who requested it are for admins only."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    payment_id: UUID
    amount_minor: int
    currency: str
    reason: RefundReason
    note: str | None
    """What the admin wrote."""
    requested_by_name_en: str | None = None
    """The admin; none when the system or another service requested it."""
    requested_by_name_ar: str | None = None
    enrollment_id: UUID | None
    """Whose part of a bulk enrollment's charge it is; null where the charge is for one."""
    method: RefundMethod
    status: RefundStatus
    error: str | None
    """The provider's refusal, in its own words."""
    bank_reference: str | None
    """Of the transfer that gave it back."""
    created_at: datetime
    done_at: datetime | None
