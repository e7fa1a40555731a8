"""Payments as the API shows them."""

from datetime import datetime
from uuid import UUID

from contracts.enrollment import ChargePurpose
from pydantic import BaseModel, ConfigDict, Field

from payments.charges.models import ChargeStatus
from payments.payments.models import PaymentStatus
from payments.refunds.schemas import RefundRead


class PaymentStarted(BaseModel):
    """Where the payer goes on to."""

    payment_id: UUID
    checkout_url: str
    """The provider's hosted page."""


class PaymentReturn(BaseModel):
    """What the provider put into the address that the browser came back to."""

    params: dict[str, str] = Field(max_length=80)


class PaymentRead(BaseModel):
    """An attempt."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    charge_id: UUID
    status: PaymentStatus
    amount_minor: int
    currency: str
    special_reference: str
    card_brand: str | None
    card_last4: str | None
    failure_code: str | None
    """`declined`, `expired`, `provider_unavailable`, `charge_cancelled`, …"""
    failure_reason: str | None
    hold_reason: str | None
    received_minor: int | None
    refunded_minor: int
    expires_at: datetime
    created_at: datetime
    completed_at: datetime | None


class PaymentRow(PaymentRead):
    """An attempt in a list, with what it is for and who pays."""

    reference: str
    purpose: ChargePurpose
    title_en: str
    title_ar: str
    charge_status: ChargeStatus
    organization_id: UUID | None
    payer_profile_id: UUID
    payer_name_en: str | None
    payer_name_ar: str | None
    payer_email: str | None


class PaymentDetail(PaymentRow):
    """An attempt with its refunds and the provider's own number."""

    transaction_id: str | None
    """As text, because it may be longer than a number can be in a browser."""
    refunds: list[RefundRead]
