from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import CheckConstraint, Index, Sequence
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice, metadata

credit_numbers = Sequence(
    "bank_credit_numbers", start=-1, increment=-1, minvalue=-(2**62), maxvalue=-1, metadata=metadata
)
"""Transaction numbers of credits: negative, because the provider's are positive."""


class Transfer(Table, table=True):
    """A payer's choice to pay a charge by transfer."""

    __tablename__ = "transfers"

    charge_id: UUID = Field(foreign_key="charges.id", primary_key=True)
    reference: str = Field(unique=True)
    """Reference for the transfer, with check digits: RF68ITQ2026000123."""
    chosen_by: UUID
    chosen_at: datetime = timestamp(default_now=True)
    receipt_key: str | None = None
    """Key of the bank's receipt in the file store, if uploaded."""
    receipt_type: str | None = None
    """Media type of the receipt."""
    receipt_at: datetime | None = timestamp(nullable=True)


class StatementFormat(StrEnum):
    SHEET = "sheet"
    MT940 = "mt940"
    CAMT053 = "camt053"


class BankStatement(Table, table=True):
    """A file with at least one new credit."""

    __tablename__ = "bank_statements"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    format: StatementFormat = choice(StatementFormat)
    file_name: str
    account: str
    """IBAN of the account."""
    credits: int
    """Number of new credits in the file."""
    imported_by: UUID
    imported_at: datetime = timestamp(default_now=True)


class CreditStatus(StrEnum):
    """`open → matched | set_aside`; credits set aside can still be matched."""

    OPEN = "open"
    MATCHED = "matched"
    SET_ASIDE = "set_aside"


class BankCredit(Table, table=True):
    """One amount credited to the account, stored once even if several files contain it."""

    __tablename__ = "bank_credits"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        CheckConstraint(
            "(status = 'matched') = (payment_id IS NOT NULL)", name="matched_has_payment"
        ),
        Index("ix_bank_credits_booked", "booked_on", "id"),
        Index("ix_bank_credits_open", "id", postgresql_where="status = 'open'"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    statement_id: UUID = Field(foreign_key="bank_statements.id", index=True)
    number: int = Field(
        default=None,
        sa_type=BigInteger,
        unique=True,
        sa_column_kwargs={"server_default": credit_numbers.next_value()},
    )
    """`transaction_id` of its payment and refunds."""
    fingerprint: str = Field(unique=True)
    """Hash of account, day, amount and the bank's reference, or the text without one."""
    booked_on: date
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    bank_reference: str
    text: str
    """The payer's text."""
    payer_name: str
    payer_account: str
    reference: str | None = None
    """Transfer reference in the text with valid check digits."""
    charge_id: UUID | None = Field(default=None, foreign_key="charges.id", index=True)
    """Charge found by the reference or chosen by a user."""
    status: CreditStatus = choice(CreditStatus, CreditStatus.OPEN)
    payment_id: UUID | None = Field(default=None, foreign_key="payments.id", unique=True)
    note: str | None = None
    """Reason it was set aside."""
    decided_by: UUID | None = None
    decided_at: datetime | None = timestamp(nullable=True)


BANK_CREDIT_STATES = StateMachine(
    BankCredit.status,
    {
        CreditStatus.OPEN: {CreditStatus.MATCHED, CreditStatus.SET_ASIDE},
        CreditStatus.SET_ASIDE: {CreditStatus.MATCHED, CreditStatus.SET_ASIDE},
        CreditStatus.MATCHED: frozenset(),
    },
)
