"""Settlement reports and their lines as the API shows them."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page, PageMeta
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field

from payments.reconciliation.models import LineKind, LineOutcome, TaskStatus


class ReportCheck(BaseModel):
    """What a file has, before it is read for good."""

    headings: list[str]
    columns: dict[str, str]
    """The headings that are known, by the name of the column."""
    examples: list[list[str]]
    """The first lines."""
    lines: int


class OutcomeSum(BaseModel):
    """What the lines of one outcome come to in one currency, in minor units."""

    model_config = ConfigDict(from_attributes=True)

    outcome: LineOutcome
    currency: str
    lines: int
    open: int
    """Tasks that nobody has closed."""
    amount_minor: int
    fee_minor: int


class ReportRead(BaseModel):
    """A report and what came out of it."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    file_name: str
    first_day: date
    last_day: date
    created_at: datetime
    lines: int
    open: int
    """Differences that nobody has closed."""
    sums: list[OutcomeSum]


class LineFilter(BaseModel):
    """What a list of lines is narrowed down to."""

    report_id: UUID | None = None
    outcome: list[LineOutcome] = []
    task_status: TaskStatus | None = None
    mine: bool | None = None
    """Whether the reader is who sees to it."""
    search: Annotated[str, Field(max_length=100)] | None = None
    """A part of the transaction's number or of the reference."""


class LineRead(BaseModel):
    """A line and, of a difference, who sees to it."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    report_id: UUID
    number: int | None
    kind: LineKind
    transaction_id: str | None
    """As text, because it may be longer than a number can be in a browser."""
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
    """What the lines of a list come to in one currency, in minor units."""

    currency: str
    amount_minor: int
    fee_minor: int


class LinePageMeta(PageMeta):
    """Where the page stands, and what all lines that match come to."""

    sums: list[LineSum]
    """One for each currency; none where there is no line, or more than 10,000."""


class LinePage(Page[LineRead]):
    """One page of lines, with the sums of all of them."""

    meta: LinePageMeta


class TaskUpdate(InputModel):
    """Who sees to a difference, what they note, and whether it is done. What is left out stays."""

    version: int
    mine: bool | None = None
    """True takes it, also from somebody else; False gives it back."""
    note: Annotated[str, Field(max_length=1000)] | None = None
    closed: bool | None = None
    """Closing asks for a note."""
