from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page, PageMeta
from pydantic import BaseModel, ConfigDict, Field


class EntryKind(StrEnum):
    """Kind of a statement entry. Entries of the same time appear in this order."""

    OPENING = "opening"
    """Balance at the start of the month."""
    CHARGE = "charge"
    CLOSED = "closed"
    """The charge was cancelled or expired unpaid, so it is no longer owed."""
    REINSTATED = "reinstated"
    """A late payment settled a closed charge, so it is owed again."""
    ON_ACCOUNT = "on_account"
    """A charge was paid on account; it is owed until its bill is paid."""
    BILL = "bill"
    """Monthly bill for amounts that are already owed."""
    PAYMENT = "payment"
    TRANSFER = "transfer"
    CREDIT_NOTE = "credit_note"
    """A refund reduces what is owed for a paid charge."""
    REFUND = "refund"
    """Money refunded to the organization."""
    CLOSING = "closing"
    """Balance at the end of the month, or now."""


class StatementFilter(BaseModel):
    """Organization and month of a statement."""

    organization_id: UUID | None = None
    """Required for admins, who see nothing without it; others see their own."""
    month: Annotated[str, Field(pattern=r"^(19|20|21)\d\d-(0[1-9]|1[0-2])$")] | None = None
    """Month in Riyadh such as 2026-11; defaults to the current one."""


class StatementEntry(BaseModel):
    """One entry, in minor units of its currency."""

    model_config = ConfigDict(from_attributes=True)

    id: str
    """Unique across the organization's statements."""
    kind: EntryKind
    at: datetime
    reference: str | None
    """Reference of the charge; null for a balance."""
    document: str | None
    """Number of the receipt or credit note, once issued."""
    title_en: str | None
    title_ar: str | None
    purchase_order: str | None
    """The organization's own purchase order number."""
    payment_id: UUID | None
    """Payment of the entry; for a charge, the one that settled it."""
    currency: str
    debit_minor: int
    """Increase of the balance."""
    credit_minor: int
    """Decrease of the balance."""
    balance_minor: int
    """Balance after the entry; negative means credit."""


class StatementSum(BaseModel):
    """Totals of the month in one currency, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    currency: str
    opening_minor: int
    debit_minor: int
    credit_minor: int
    closing_minor: int
    """Opening balance plus debits minus credits."""


class StatementPageMeta(PageMeta):
    """Page position and the month's totals."""

    sums: list[StatementSum]
    """One sum per currency; empty if the organization never had a charge."""


class StatementPage(Page[StatementEntry]):
    """Page of a statement: per currency the opening balance, entries and closing balance."""

    meta: StatementPageMeta
