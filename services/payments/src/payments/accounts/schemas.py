from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from contracts.payments import ChargePurpose
from kit.database.pages import Page, PageMeta
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field

from payments.accounts.models import AccountEntryKind


class AccountTerms(InputModel):
    limit_minor: Annotated[int, Field(ge=0, le=10**12)]
    """Maximum balance, in minor units."""
    days_to_pay: Annotated[int, Field(ge=1, le=120)] = 30
    """Days to pay each bill."""


class AccountCreate(AccountTerms):
    """Organization and terms of a new account."""

    organization_id: UUID
    currency: Literal["SAR"] = "SAR"


class AccountUpdate(AccountTerms):
    """New terms, or a stop; the balance remains payable."""

    active: bool
    version: int
    """Version the editor has read."""


class PaymentAccountStatus(StrEnum):
    ACTIVE = "active"
    OVERDUE = "overdue"
    """An overdue bill blocks payments on account until it is paid."""
    STOPPED = "stopped"
    """An admin stopped the account."""


class AccountSort(StrEnum):
    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    OWED = "owed_minor"
    OWED_DESC = "-owed_minor"
    LIMIT = "limit_minor"
    LIMIT_DESC = "-limit_minor"


class AccountFilter(BaseModel):
    status: PaymentAccountStatus | None = None
    organization_id: UUID | None = None


class AccountRead(BaseModel):
    id: UUID
    organization_id: UUID
    currency: str
    limit_minor: int
    days_to_pay: int
    active: bool
    status: PaymentAccountStatus
    owed_minor: int
    """Balance owed, billed or not; negative means credit."""
    free_minor: int
    """Remaining limit, at least 0."""
    unbilled_minor: int
    """Amount the next bill would have now."""
    overdue_minor: int
    """Sum of the overdue bills."""
    next_bill_on: date
    """Day on which the current month is billed."""
    allowed_at: datetime
    version: int


class AccountBillStatus(StrEnum):
    OPEN = "open"
    OVERDUE = "overdue"
    PAID = "paid"


class BillRead(BaseModel):
    id: UUID
    account_id: UUID
    organization_id: UUID
    month: date
    """First day of the billed month."""
    reference: str
    """Reference of the bill's charge."""
    charge_id: UUID
    payment_id: UUID | None
    """Payment that settled the bill."""
    amount_minor: int
    currency: str
    status: AccountBillStatus
    due_on: date
    paid_at: datetime | None
    created_at: datetime


class EntryFilter(BaseModel):
    bill_id: UUID | None = None
    unbilled: bool | None = None
    """Return only entries not billed yet."""


class AccountEntryRead(BaseModel):
    """One change of the balance owed."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: AccountEntryKind
    created_at: datetime
    reference: str
    """Reference of the charge."""
    purpose: ChargePurpose
    title_en: str
    title_ar: str
    purchase_order: str | None
    document: str | None
    """Number of the receipt or credit note, once issued."""
    payment_id: UUID | None
    """Payment that settled the charge."""
    amount_minor: int
    """Negative for a reduction of the balance."""
    currency: str
    bill_id: UUID | None
    month: date | None
    """Month of the bill that covers the entry."""


class EntrySum(BaseModel):
    """Sums of the entries, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    amount_minor: int


class EntryPageMeta(PageMeta):
    """Page position and sums over all matching entries."""

    sums: list[EntrySum]


class EntryPage(Page[AccountEntryRead]):
    """Page of entries with sums over all matching ones."""

    meta: EntryPageMeta
