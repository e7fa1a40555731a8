"""Charges with their payments, and payments with what they are for."""

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
from payments.config import Way
from payments.documents.schemas import DocumentRead
from payments.payments.models import PaymentStatus
from payments.payments.schemas import PaymentRead
from payments.refunds.models import RefundStatus
from payments.refunds.schemas import RefundRead


class PaymentSort(StrEnum):
    """What a list of payments is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    AMOUNT = "amount_minor"
    AMOUNT_DESC = "-amount_minor"


class PaymentFilter(BaseModel):
    """What a list of payments is narrowed down to; dates are days in Riyadh, both included."""

    status: list[PaymentStatus] = []
    way: list[Way] = []
    purpose: ChargePurpose | None = None
    payer_profile_id: UUID | None = None
    organization_id: UUID | None = None
    """Whose batch or announcement was paid for; of a bulk enrollment who owed it."""
    amount_from: Annotated[int, Field(ge=0, le=10**12)] | None = None
    amount_to: Annotated[int, Field(ge=0, le=10**12)] | None = None
    """Minor units of whichever currency; both bounds are included."""
    created_from: Day | None = None
    created_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of a reference, of a batch's code, of the provider's number of the transaction, or of
    the payer's names, email or phone, in any order."""


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
    """The provider's number; none of a transfer, and where nothing was to be paid."""


class ChargeDetail(ChargeRead):
    """A charge with all that was tried, what went back, and its receipt once it is paid."""

    payments: list[PaymentRead]
    refunds: list[RefundRead]
    receipt: Receipt | None
    documents_due: bool
    """A receipt or a credit note is still to be issued, which takes some seconds."""
    documents: list[DocumentRead]
    """The numbered receipt, some seconds after the payment, and a credit note for each refund."""


class PaymentRow(PaymentRead):
    """An attempt in a list, with what it is for and who pays."""

    reference: str
    purpose: ChargePurpose
    subject_id: UUID
    """The enrollment or application; of a registration the profile or the organization."""
    title_en: str
    title_ar: str
    charge_status: ChargeStatus
    refund_status: RefundStatus | None
    """Of the newest refund."""
    organization_id: UUID | None
    payer_profile_id: UUID
    payer_name_en: str | None
    payer_name_ar: str | None
    payer_email: str | None


class PaymentSum(BaseModel):
    """What the payments of a list come to in one currency, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    succeeded_minor: int
    """Of those that succeeded, whatever went back of it; without what was put on account, which its
    bill asks for."""
    refunded_minor: int


class PaymentPageMeta(PageMeta):
    """Where the page stands, and what all rows that match come to."""

    sums: list[PaymentSum]
    """One for each currency; none where there is no row, or where there are more than 10,000."""


class PaymentPage(Page[PaymentRow]):
    """One page of payments, with the sums of all of them."""

    meta: PaymentPageMeta


class PaymentDetail(PaymentRow):
    """An attempt with its refunds and the provider's own number."""

    refundable_minor: int
    """What is neither refunded nor about to be."""
    lines: list[TaxedLine]
    """What the charge's amount is made of."""
    vat_minor: int
    """The value added tax in the charge's amount."""
    vat_percent: int
    vat_included: bool
    """Whether the prices of the lines include it, or it is added to them."""
    purchase_order: str | None
    """The payer's own number of the order."""
    documents_due: bool
    """A receipt or a credit note is still to be issued, which takes some seconds."""
    documents: list[DocumentRead]
    """The charge's numbered receipt and credit notes."""
    can_refund: bool
    """The reader may give money back."""
    transaction_id: str | None
    """As text, because it may be longer than a number can be in a browser."""
    refunds: list[RefundRead]
