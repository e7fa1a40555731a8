"""Accounts of organizations, what was put on them, and their bills."""

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
    """An organization that may pay on account, in one currency."""

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
    """What it may owe at most."""
    days_to_pay: int
    """How long it has to pay a bill, from the day of the bill on."""
    active: bool = True
    """Whether something more may be put on it; its bills are to be paid anyway."""
    owed_minor: int = Field(default=0, sa_type=Money)
    """Its entries without its paid bills; below zero when more was given back than is owed."""
    allowed_by: UUID
    """The user who last allowed, changed or stopped it."""
    allowed_at: datetime = timestamp(default_now=True)
    version: int = 1
    """Counts the changes of its terms, not those of what is owed."""
    created_at: datetime = timestamp(default_now=True)


class AccountEntryKind(StrEnum):
    """What an entry records."""

    CHARGED = "charged"
    """A charge was paid on account."""
    REFUNDED = "refunded"
    """A part of such a charge was given back, by owing less."""
    RETURNED = "returned"
    """Money that had paid a bill went back, so that it is owed again."""


class AccountEntry(Table, table=True):
    """What is owed more, or less."""

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
    """What was put on account, or the bill of which money went back."""
    refund_id: UUID | None = Field(default=None, foreign_key="refunds.id", unique=True)
    amount_minor: int = Field(sa_type=Money)
    """Below zero where less is owed."""
    bill_id: UUID | None = Field(default=None, foreign_key="account_bills.id", index=True)
    """The bill that asks for it; none before its month is over, and while there is more to take off
    than to ask for."""
    created_at: datetime = timestamp(default_now=True)


class AccountBill(Table, table=True):
    """What an organization is asked to pay for a month: a charge of its own."""

    __tablename__ = "account_bills"
    __table_args__ = (
        UniqueConstraint("account_id", "month"),
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        Index("ix_account_bills_unsettled", "id", postgresql_where="settled_at IS NULL"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    account_id: UUID = Field(foreign_key="accounts.id")
    month: date
    """Its first day."""
    amount_minor: int = Field(sa_type=Money)
    charge_id: UUID = Field(foreign_key="charges.id", unique=True)
    due_on: date
    """The last day in Riyadh on which it is paid in time."""
    settled_at: datetime | None = timestamp(nullable=True)
    """When its payment was taken off what the account owes."""
    notice: BillNotice | None = choice(BillNotice, None, nullable=True)
    """The last that was published."""
    created_at: datetime = timestamp(default_now=True)
