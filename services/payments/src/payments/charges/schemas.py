"""Charges as the API shows them."""

from datetime import datetime
from uuid import UUID

from contracts.enrollment import ChargePurpose
from pydantic import BaseModel, ConfigDict

from payments.charges.models import ChargeStatus
from payments.payments.schemas import PaymentRead
from payments.refunds.schemas import RefundRead


class ChargeRead(BaseModel):
    """What is owed, for what, and how it stands."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    reference: str
    purpose: ChargePurpose
    subject_id: UUID
    payer_profile_id: UUID
    organization_id: UUID | None
    amount_minor: int
    currency: str
    title_en: str
    title_ar: str
    status: ChargeStatus
    due_at: datetime | None
    paid_at: datetime | None
    closed_at: datetime | None
    waived: bool
    refunded_minor: int
    created_at: datetime


class Receipt(BaseModel):
    """What proves a payment to the payer."""

    reference: str
    issued_at: datetime
    payer_name_en: str | None
    payer_name_ar: str | None
    payer_email: str | None
    title_en: str
    title_ar: str
    amount_minor: int
    refunded_minor: int
    currency: str
    card_brand: str | None
    card_last4: str | None
    transaction_id: str | None
    """The provider's number; none where nothing was to be paid."""


class ChargeDetail(ChargeRead):
    """A charge with all that was tried, what went back, and its receipt once it is paid."""

    payments: list[PaymentRead]
    refunds: list[RefundRead]
    receipt: Receipt | None
