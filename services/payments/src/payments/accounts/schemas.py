"""Accounts as the API shows them."""

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
    """What an admin allows an organization."""

    limit_minor: Annotated[int, Field(ge=0, le=10**12)]
    """What it may owe at most, in minor units."""
    days_to_pay: Annotated[int, Field(ge=1, le=120)] = 30
    """Of each bill."""


class AccountCreate(AccountTerms):
    """An organization that is allowed to pay on account."""

    organization_id: UUID
    currency: Literal["SAR"] = "SAR"


class AccountUpdate(AccountTerms):
    """Other terms, or an end: what is owed then is to be paid all the same."""

    active: bool
    version: int
    """The version that the editor has read."""


class PaymentAccountStatus(StrEnum):
    """Whether an organization can pay on account."""

    ACTIVE = "active"
    OVERDUE = "overdue"
    """A bill is overdue: not until it is paid."""
    STOPPED = "stopped"
    """An admin has stopped it."""


class AccountSort(StrEnum):
    """What a list of accounts is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    OWED = "owed_minor"
    OWED_DESC = "-owed_minor"
    LIMIT = "limit_minor"
    LIMIT_DESC = "-limit_minor"


class AccountFilter(BaseModel):
    """What a list of accounts is narrowed down to."""

    status: PaymentAccountStatus | None = None
    organization_id: UUID | None = None


class AccountRead(BaseModel):
    """An account, in minor units of its currency."""

    id: UUID
    organization_id: UUID
    currency: str
    limit_minor: int
    days_to_pay: int
    active: bool
    status: PaymentAccountStatus
    owed_minor: int
    """All that is owed, billed or not; below zero is to the organization's credit."""
    free_minor: int
    """What is left of the limit; never below zero."""
    unbilled_minor: int
    """What the next bill asks for, as it stands."""
    overdue_minor: int
    """Of bills whose last day is over."""
    next_bill_on: date
    """When the present month is billed."""
    allowed_at: datetime
    version: int


class AccountBillStatus(StrEnum):
    """How a bill stands."""

    OPEN = "open"
    OVERDUE = "overdue"
    PAID = "paid"


class BillRead(BaseModel):
    """A month's bill."""

    id: UUID
    account_id: UUID
    organization_id: UUID
    month: date
    """Its first day."""
    reference: str
    """Of its charge."""
    charge_id: UUID
    payment_id: UUID | None
    """What paid it."""
    amount_minor: int
    currency: str
    status: AccountBillStatus
    due_on: date
    paid_at: datetime | None
    created_at: datetime


class EntryFilter(BaseModel):
    """What the entries of an account are narrowed down to."""

    bill_id: UUID | None = None
    unbilled: bool | None = None
    """Only those that no bill asks for yet."""


class AccountEntryRead(BaseModel):
    """What is owed more, or less."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: AccountEntryKind
    created_at: datetime
    reference: str
    """Of the charge."""
    purpose: ChargePurpose
    title_en: str
    title_ar: str
    purchase_order: str | None
    document: str | None
    """The number of the receipt or of the credit note, once it is issued."""
    payment_id: UUID | None
    """What settled the charge."""
    amount_minor: int
    """Below zero where less is owed."""
    currency: str
    bill_id: UUID | None
    month: date | None
    """Of the bill that asks for it."""


class EntrySum(BaseModel):
    """What the entries come to, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    amount_minor: int


class EntryPageMeta(PageMeta):
    """Where the page stands, and what all rows that match come to."""

    sums: list[EntrySum]


class EntryPage(Page[AccountEntryRead]):
    """One page of entries, with the sum of all of them."""

    meta: EntryPageMeta
