from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from contracts.payments import BillNotice
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from payments.tables import Table, choice


class Account(Table, table=True):
    """Permission of one organization to pay later, in one currency."""

    __tablename__ = "accounts"
    __table_args__ = (
        UniqueConstraint("organization_id", "currency"),
        CheckConstraint("limit_minor >= 0", name="limit_not_negative"),
        CheckConstraint("days_to_pay > 0", name="days_to_pay_positive"),
        Index("ix_accounts_created", "created_at", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID
    currency: str = Field(max_length=3)
    limit_minor: int = Field(sa_type=Money)
    """Maximum balance the organization may owe."""
    days_to_pay: int
    """Days to pay a bill, counted from its issue."""
    active: bool = True
    """Allows new charges on the account; existing bills stay payable either way."""
    owed_minor: int = Field(default=0, sa_type=Money)
    """Sum of all entries minus paid bills; negative when the organization has credit."""
    allowed_by: UUID
    """User who last allowed, changed or stopped the account."""
    allowed_at: datetime = timestamp(default_now=True)
    version: int = 1
    """Counts changes of the terms only, not of the balance."""
    created_at: datetime = timestamp(default_now=True)


class AccountEntryKind(StrEnum):
    CHARGED = "charged"
    """A charge was paid on account."""
    REFUNDED = "refunded"
    """Part of such a charge was refunded by reducing the balance."""
    RETURNED = "returned"
    """A bill's payment was refunded, so the amount is owed again."""


class AccountEntry(Table, table=True):
    """One change of the balance owed."""

    __tablename__ = "account_entries"
    __table_args__ = (
        CheckConstraint("(kind = 'refunded') = (amount_minor < 0)", name="less_by_refund"),
        CheckConstraint("(kind = 'charged') = (refund_id IS NULL)", name="refund_known"),
        Index(
            "uq_account_entries_charged",
            "charge_id",
            unique=True,
            postgresql_where="kind = 'charged'",
        ),
        Index("ix_account_entries_account", "account_id", "created_at", "id"),
        Index("ix_account_entries_unbilled", "account_id", postgresql_where="bill_id IS NULL"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    account_id: UUID = Field(foreign_key="accounts.id")
    kind: AccountEntryKind = choice(AccountEntryKind)
    charge_id: UUID = Field(foreign_key="charges.id")
    """The charge paid on account, or the refunded bill's own charge."""
    refund_id: UUID | None = Field(default=None, foreign_key="refunds.id", unique=True)
    amount_minor: int = Field(sa_type=Money)
    """Negative for a reduction of the balance."""
    bill_id: UUID | None = Field(default=None, foreign_key="account_bills.id", index=True)
    """Bill that covers the entry; null before its month ends or while the unbilled sum is not
    positive.
    """
    created_at: datetime = timestamp(default_now=True)


class AccountBill(Table, table=True):
    """Monthly bill of an account; a charge of its own collects the amount."""

    __tablename__ = "account_bills"
    __table_args__ = (
        UniqueConstraint("account_id", "month"),
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        Index("ix_account_bills_unsettled", "id", postgresql_where="settled_at IS NULL"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    account_id: UUID = Field(foreign_key="accounts.id")
    month: date
    """First day of the billed month."""
    amount_minor: int = Field(sa_type=Money)
    charge_id: UUID = Field(foreign_key="charges.id", unique=True)
    due_on: date
    """Last day, in Riyadh, to pay on time."""
    settled_at: datetime | None = timestamp(nullable=True)
    """Time its payment was subtracted from the account's balance."""
    notice: BillNotice | None = choice(BillNotice, None, nullable=True)
    """Latest notice published."""
    created_at: datetime = timestamp(default_now=True)
