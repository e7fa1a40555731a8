"""Charges as the API shows them."""

from datetime import datetime
from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from pydantic import BaseModel, ConfigDict

from payments.charges.rules import TaxedLine


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
    """What is to be paid, with the tax."""
    vat_minor: int
    """The value added tax in the amount."""
    vat_percent: int
    """Its rate; 0 where there is none."""
    vat_included: bool
    """Whether the prices of the lines include it, or it is added to them."""
    currency: str
    title_en: str
    title_ar: str
    lines: list[TaxedLine]
    """What the amount is made of."""
    purchase_order: str | None
    """The payer's own number of the order."""
    status: ChargeStatus
    due_at: datetime | None
    paid_at: datetime | None
    closed_at: datetime | None
    waived: bool
    refunded_minor: int
    created_at: datetime
