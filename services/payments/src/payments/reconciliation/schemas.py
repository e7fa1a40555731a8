from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page, PageMeta
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field

from payments.reconciliation.models import LineKind, LineOutcome, TaskStatus


class ReportCheck(BaseModel):
    """Recognized columns and sample lines of a file, before its import."""

    headings: list[str]
    columns: dict[str, str]
    """Recognized headings by column name."""
    examples: list[list[str]]
    """First lines of the file."""
    lines: int


class OutcomeSum(BaseModel):
    """Sums of one outcome's lines in one currency, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    outcome: LineOutcome
    currency: str
    lines: int
    open: int
    """Number of open tasks."""
    amount_minor: int
    fee_minor: int


class ReportRead(BaseModel):
    """A report with its outcome."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    file_name: str
    first_day: date
    last_day: date
    created_at: datetime
    lines: int
    open: int
    """Number of unresolved differences."""
    sums: list[OutcomeSum]


class LineFilter(BaseModel):
    report_id: UUID | None = None
    outcome: list[LineOutcome] = []
    task_status: TaskStatus | None = None
    mine: bool | None = None
    """Return only lines assigned, or not assigned, to the caller."""
    search: Annotated[str, Field(max_length=100)] | None = None
    """Part of the transaction number or reference."""


class LineRead(BaseModel):
    """A line; for a difference, also its task."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    report_id: UUID
    number: int | None
    kind: LineKind
    transaction_id: str | None
    """Text, because browsers cannot represent longer integers exactly."""
    reference: str
    amount_minor: int
    fee_minor: int
    expected_minor: int | None
    currency: str
    day: date
    outcome: LineOutcome
    payment_id: UUID | None
    task_status: TaskStatus | None
    owner_id: UUID | None
    owner_name_en: str | None
    owner_name_ar: str | None
    mine: bool
    note: str | None
    closed_at: datetime | None
    version: int


class LineSum(BaseModel):
    """Sums of the listed lines in one currency, in minor units."""

    currency: str
    amount_minor: int
    fee_minor: int


class LinePageMeta(PageMeta):
    """Page position and sums over all matching lines."""

    sums: list[LineSum]
    """One sum per currency; empty if no lines match or more than 10,000 do."""


class LinePage(Page[LineRead]):
    """Page of lines with sums over all matching ones."""

    meta: LinePageMeta


class TaskUpdate(InputModel):
    """Change of a task; omitted fields keep their value."""

    version: int
    mine: bool | None = None
    """True assigns the task to the caller, even from another user; false releases it."""
    note: Annotated[str, Field(max_length=1000)] | None = None
    closed: bool | None = None
    """Closing requires a note."""
