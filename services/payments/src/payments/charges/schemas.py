from datetime import datetime
from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from pydantic import BaseModel, ConfigDict

from payments.charges.rules import TaxedLine


class ChargeRead(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: UUID
    reference: str
    purpose: ChargePurpose
    subject_id: UUID
    payer_profile_id: UUID
    organization_id: UUID | None
    amount_minor: int
    """Amount to pay, including VAT."""
    vat_minor: int
    """VAT included in the amount."""
    vat_percent: int
    """VAT rate in percent; 0 for none."""
    vat_included: bool
    """The line prices include VAT; otherwise it is added."""
    currency: str
    title_en: str
    title_ar: str
    lines: list[TaxedLine]
    """Items of the amount."""
    purchase_order: str | None
    """The payer's own purchase order number."""
    status: ChargeStatus
    due_at: datetime | None
    paid_at: datetime | None
    closed_at: datetime | None
    waived: bool
    refunded_minor: int
    created_at: datetime
