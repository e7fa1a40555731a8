"""Statements: the entries of a month, with the balance after each."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page, PageMeta
from pydantic import BaseModel, ConfigDict, Field


class EntryKind(StrEnum):
    """What an entry of a statement records. At the same moment they stand in this order."""

    OPENING = "opening"
    """The balance as the month begins."""
    CHARGE = "charge"
    CLOSED = "closed"
    """The charge was cancelled or expired unpaid: it is owed no more."""
    REINSTATED = "reinstated"
    """Late money settled a closed charge, which is owed again."""
    ON_ACCOUNT = "on_account"
    """A charge was settled by the account: it is owed until its bill is paid."""
    BILL = "bill"
    """A month's bill of the account: it asks for what is owed already."""
    PAYMENT = "payment"
    TRANSFER = "transfer"
    CREDIT_NOTE = "credit_note"
    """So much less is owed of a charge that was paid."""
    REFUND = "refund"
    """Money that has gone back."""
    CLOSING = "closing"
    """The balance as the month ends, or as it is now."""


class StatementFilter(BaseModel):
    """Whose statement, and of which month."""

    organization_id: UUID | None = None
    """Admins say which, and see nothing without it; for the others it is their own."""
    month: Annotated[str, Field(pattern=r"^(19|20|21)\d\d-(0[1-9]|1[0-2])$")] | None = None
    """A month of Riyadh, such as 2026-11; the present one where none is named."""


class StatementEntry(BaseModel):
    """One entry, in minor units of its currency."""

    model_config = ConfigDict(from_attributes=True)

    id: str
    """Names the entry in all statements of the organization."""
    kind: EntryKind
    at: datetime
    reference: str | None
    """The charge's; none of a balance."""
    document: str | None
    """The number of the receipt or the credit note, once it is issued."""
    title_en: str | None
    title_ar: str | None
    purchase_order: str | None
    """The organization's own number of the order."""
    payment_id: UUID | None
    """The payment that it is about; of a charge the one that settled it."""
    currency: str
    debit_minor: int
    """What is owed more."""
    credit_minor: int
    """What is owed less."""
    balance_minor: int
    """What is owed after it; below zero where the organization has money to its credit."""


class StatementSum(BaseModel):
    """A month in one currency, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    opening_minor: int
    debit_minor: int
    credit_minor: int
    closing_minor: int
    """The opening balance with the debits, without the credits."""


class StatementPageMeta(PageMeta):
    """Where the page stands, and what the month comes to."""

    sums: list[StatementSum]
    """One for each currency; none for whoever never owed anything."""


class StatementPage(Page[StatementEntry]):
    """One page of a statement: for each currency the opening balance, the entries, and the closing
    balance."""

    meta: StatementPageMeta
