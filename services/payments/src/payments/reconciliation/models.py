"""Settlement reports, what became of each of their lines, and who sees to a difference."""

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
    """What a line of a report is about."""

    PAYMENT = "payment"
    REFUND = "refund"
    FEE = "fee"
    """What the provider takes by itself, beside the fee of a payment."""
    PAYOUT = "payout"
    """What it sent to the bank."""


class LineOutcome(StrEnum):
    """How a line stands to our books."""

    MATCHED = "matched"
    OTHER_AMOUNT = "other_amount"
    """We know it, with another amount or currency."""
    MISSING_HERE = "missing_here"
    """The provider has it, and we do not."""
    MISSING_THERE = "missing_there"
    """We have it, of a day that the report covers, and it is in no report."""
    REPEATED = "repeated"
    """It is in this or an earlier report already."""
    FEE = "fee"
    PAYOUT = "payout"


DIFFERENCES = (
    LineOutcome.OTHER_AMOUNT,
    LineOutcome.MISSING_HERE,
    LineOutcome.MISSING_THERE,
    LineOutcome.REPEATED,
)
"""Each is a task for somebody."""


class TaskStatus(StrEnum):
    """Whether a difference is still to be looked into."""

    OPEN = "open"
    CLOSED = "closed"


class SettlementReport(Table, table=True):
    """One file of the provider. The same file is read once."""

    __tablename__ = "settlement_reports"
    __table_args__ = (Index("ix_settlement_reports_days", "last_day", "first_day"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    sha256: str = Field(unique=True)
    file_name: str
    first_day: date
    """The days in Riyadh that its lines are of, both included."""
    last_day: date
    uploaded_by: UUID
    created_at: datetime = timestamp(default_now=True)


class SettlementLine(Table, table=True):
    """A line of a report, or what is missing in it."""

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
    """As a spreadsheet numbers the lines; none of what is missing there."""
    kind: LineKind = choice(LineKind)
    transaction_id: int | None = Field(default=None, sa_type=BigInteger)
    reference: str = ""
    amount_minor: int = Field(sa_type=Money)
    """As the report has it; of what is missing there as we have it. Never negative."""
    fee_minor: int = Field(default=0, sa_type=Money)
    currency: str = Field(max_length=3)
    day: date
    outcome: LineOutcome = choice(LineOutcome)
    expected_minor: int | None = Field(default=None, sa_type=Money)
    """As we have it."""
    payment_id: UUID | None = Field(default=None, foreign_key="payments.id")
    task_status: TaskStatus | None = choice(TaskStatus, nullable=True)
    """None where nothing differs."""
    owner_id: UUID | None = None
    """The user who sees to it."""
    note: str | None = None
    closed_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    """Counts what people changed; whoever has read an older one is refused."""
    search: str = search_field("coalesce(transaction_id::text, '')", "reference")


class SettlementColumn(Table, table=True):
    """Under which heading a column stood the last time that somebody said so."""

    __tablename__ = "settlement_columns"

    name: str = Field(primary_key=True)
    heading: str


TASK_STATES = StateMachine(
    SettlementLine.task_status,
    {TaskStatus.OPEN: {TaskStatus.CLOSED}, TaskStatus.CLOSED: {TaskStatus.OPEN}},
)
