from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from kit.database.pages import Page, PageMeta
from kit.domain.fields import Day
from pydantic import BaseModel, ConfigDict, Field

from payments.charges.rules import TaxedLine
from payments.charges.schemas import ChargeRead
from payments.config import PaymentMethod
from payments.documents.schemas import DocumentRead
from payments.payments.models import PaymentStatus
from payments.payments.schemas import PaymentRead
from payments.refunds.models import RefundStatus
from payments.refunds.schemas import RefundRead


class PaymentSort(StrEnum):
    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    AMOUNT = "amount_minor"
    AMOUNT_DESC = "-amount_minor"


class PaymentFilter(BaseModel):
    """Filters of the payments list; dates are inclusive days in Riyadh."""

    status: list[PaymentStatus] = []
    way: list[PaymentMethod] = []
    purpose: ChargePurpose | None = None
    payer_profile_id: UUID | None = None
    organization_id: UUID | None = None
    """Organization of the batch or announcement; for a bulk enrollment, the debtor."""
    amount_from: Annotated[int, Field(ge=0, le=10**12)] | None = None
    amount_to: Annotated[int, Field(ge=0, le=10**12)] | None = None
    """Inclusive bound in minor units of any currency."""
    created_from: Day | None = None
    created_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words to find in any order: reference, batch code, transaction number, or the payer's name,
    email or phone.
    """


class Receipt(BaseModel):
    """The payer's proof of a payment."""

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
    """The provider's number; null for transfers and zero amounts."""


class ChargeDetail(ChargeRead):
    """A charge with its payments, refunds and, once paid, its receipt."""

    payments: list[PaymentRead]
    refunds: list[RefundRead]
    receipt: Receipt | None
    documents_due: bool
    """A receipt or credit note will be issued within seconds."""
    documents: list[DocumentRead]
    """The numbered receipt, and a credit note for each refund; issued seconds later."""


class PaymentRow(PaymentRead):
    """Payment in a list, with its subject and payer."""

    reference: str
    purpose: ChargePurpose
    subject_id: UUID
    """The enrollment or application; for a registration, the profile or organization."""
    title_en: str
    title_ar: str
    charge_status: ChargeStatus
    refund_status: RefundStatus | None
    """Status of the newest refund."""
    organization_id: UUID | None
    payer_profile_id: UUID
    payer_name_en: str | None
    payer_name_ar: str | None
    payer_email: str | None


class PaymentSum(BaseModel):
    """Sums of the listed payments in one currency, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    succeeded_minor: int
    """Sum of succeeded payments before refunds. Payments on account are excluded; their bills are
    included.
    """
    refunded_minor: int


class PaymentPageMeta(PageMeta):
    """Page position and sums over all matching payments."""

    sums: list[PaymentSum]
    """One sum per currency; empty if no payments match or more than 10,000 do."""


class PaymentPage(Page[PaymentRow]):
    """Page of payments with sums over all matching ones."""

    meta: PaymentPageMeta


class PaymentDetail(PaymentRow):
    """Payment with its refunds, documents and transaction number."""

    refundable_minor: int
    """Amount neither refunded nor reserved for a refund."""
    lines: list[TaxedLine]
    """Items of the charge's amount."""
    vat_minor: int
    """VAT included in the charge's amount."""
    vat_percent: int
    vat_included: bool
    """The line prices include VAT; otherwise it is added."""
    purchase_order: str | None
    """The payer's own purchase order number."""
    documents_due: bool
    """A receipt or credit note will be issued within seconds."""
    documents: list[DocumentRead]
    """The charge's numbered receipt and credit notes."""
    can_refund: bool
    """The caller may refund this payment."""
    transaction_id: str | None
    """Text, because browsers cannot represent longer integers exactly."""
    refunds: list[RefundRead]
