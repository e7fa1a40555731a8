from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import Index
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class LineKind(StrEnum):
    PAYMENT = "payment"
    REFUND = "refund"
    FEE = "fee"
    """Provider fee not tied to a payment."""
    PAYOUT = "payout"
    """Transfer from the provider to our bank."""


class LineOutcome(StrEnum):
    """Result of matching a line with our records."""

    MATCHED = "matched"
    OTHER_AMOUNT = "other_amount"
    """Recorded by us with another amount or currency."""
    MISSING_HERE = "missing_here"
    """In the report, but not in our records."""
    MISSING_THERE = "missing_there"
    """In our records on a day the report covers, but in no report."""
    REPEATED = "repeated"
    """Already contained in this or an earlier report."""
    FEE = "fee"
    PAYOUT = "payout"


DIFFERENCES = (
    LineOutcome.OTHER_AMOUNT,
    LineOutcome.MISSING_HERE,
    LineOutcome.MISSING_THERE,
    LineOutcome.REPEATED,
)
"""Each opens a task."""


class TaskStatus(StrEnum):
    OPEN = "open"
    CLOSED = "closed"


class SettlementReport(Table, table=True):
    """One report file of the provider. Importing the same file again has no effect."""

    __tablename__ = "settlement_reports"
    __table_args__ = (Index("ix_settlement_reports_days", "last_day", "first_day"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    sha256: str = Field(unique=True)
    file_name: str
    first_day: date
    """First of the days, in Riyadh, the lines cover; `last_day` is inclusive."""
    last_day: date
    uploaded_by: UUID
    created_at: datetime = timestamp(default_now=True)


class SettlementLine(Table, table=True):
    """A line of a report, or a payment missing from it."""

    __tablename__ = "settlement_lines"
    __table_args__ = (
        Index("ix_settlement_lines_report", "report_id", "outcome", "id"),
        Index("ix_settlement_lines_transaction", "transaction_id", "kind"),
        Index(
            "ix_settlement_lines_open", "owner_id", "id", postgresql_where="task_status = 'open'"
        ),
        search_index("settlement_lines"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    report_id: UUID = Field(foreign_key="settlement_reports.id")
    number: int | None = None
    """Line number in the spreadsheet; null for a missing payment."""
    kind: LineKind = choice(LineKind)
    transaction_id: int | None = Field(default=None, sa_type=BigInteger)
    reference: str = ""
    amount_minor: int = Field(sa_type=Money)
    """Non-negative amount in the report; for a missing payment, in our records."""
    fee_minor: int = Field(default=0, sa_type=Money)
    currency: str = Field(max_length=3)
    day: date
    outcome: LineOutcome = choice(LineOutcome)
    expected_minor: int | None = Field(default=None, sa_type=Money)
    """Amount in our records."""
    payment_id: UUID | None = Field(default=None, foreign_key="payments.id")
    task_status: TaskStatus | None = choice(TaskStatus, nullable=True)
    """Null if the line matches."""
    owner_id: UUID | None = None
    """User responsible for the task."""
    note: str | None = None
    closed_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    """Counts users' changes; updates based on an older version are rejected."""
    search: str = search_field("coalesce(transaction_id::text, '')", "reference")


class SettlementColumn(Table, table=True):
    """Heading of a column as last chosen by a user."""

    __tablename__ = "settlement_columns"

    name: str = Field(primary_key=True)
    heading: str


TASK_STATES = StateMachine(
    SettlementLine.task_status,
    {TaskStatus.OPEN: {TaskStatus.CLOSED}, TaskStatus.CLOSED: {TaskStatus.OPEN}},
)
