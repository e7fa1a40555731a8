"""Transfers that payers were asked to make, and what statements say has come."""

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
"""Credits are transactions beside the provider's, whose numbers are above zero."""


class Transfer(Table, table=True):
    """A charge whose payer has chosen to transfer, and what they say of it."""

    __tablename__ = "transfers"

    charge_id: UUID = Field(foreign_key="charges.id", primary_key=True)
    reference: str = Field(unique=True)
    """What the payer writes into the transfer, with check digits: RF68ITQ2026000123."""
    chosen_by: UUID
    chosen_at: datetime = timestamp(default_now=True)
    receipt_key: str | None = None
    """The bank's receipt in the file store, if the payer has uploaded one."""
    receipt_type: str | None = None
    """Its media type."""
    receipt_at: datetime | None = timestamp(nullable=True)


class StatementFormat(StrEnum):
    """What a statement was imported from."""

    SHEET = "sheet"
    MT940 = "mt940"
    CAMT053 = "camt053"


class BankStatement(Table, table=True):
    """A file that brought credits which were not known before."""

    __tablename__ = "bank_statements"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    format: StatementFormat = choice(StatementFormat)
    file_name: str
    account: str
    """The IBAN."""
    credits: int
    """How many it brought that were new."""
    imported_by: UUID
    imported_at: datetime = timestamp(default_now=True)


class CreditStatus(StrEnum):
    """`open → matched | set_aside`; one that was set aside can still be matched."""

    OPEN = "open"
    MATCHED = "matched"
    SET_ASIDE = "set_aside"


class BankCredit(Table, table=True):
    """A sum that has come to the account. It is stored once, whatever files name it."""

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
    """The `transaction_id` of its payment and refunds."""
    fingerprint: str = Field(unique=True)
    """Made of account, day, sum and the bank's reference, or of the text where there is none."""
    booked_on: date
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    bank_reference: str
    text: str
    """What the payer wrote."""
    payer_name: str
    payer_account: str
    reference: str | None = None
    """Of a transfer, found in the text; its check digits are right."""
    charge_id: UUID | None = Field(default=None, foreign_key="charges.id", index=True)
    """What it is for: by its reference, or by what a person said."""
    status: CreditStatus = choice(CreditStatus, CreditStatus.OPEN)
    payment_id: UUID | None = Field(default=None, foreign_key="payments.id", unique=True)
    note: str | None = None
    """Why it was set aside."""
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
