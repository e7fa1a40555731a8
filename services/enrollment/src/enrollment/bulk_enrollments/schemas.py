from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus, EnrollmentStatus
from contracts.people import RegistrationPayer
from contracts.values import Open
from kit.database.pages import Page
from kit.domain.fields import InputModel
from pydantic import (
    BaseModel,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from enrollment.bulk_enrollments.rules import MAX_ROWS, MAX_SEATS
from enrollment.bulk_enrollments.states import RowState

Cell = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)]
ColumnName = Literal[
    "civil_number",
    "passport_number",
    "passport_country",
    "name_en",
    "name_ar",
    "email",
    "phone",
    "language",
    "batch",
]


class BulkPerson(InputModel):
    """A row as JSON. Invalid values are errors of the row, not of the request."""

    civil_number: Cell = ""
    passport_number: Cell = ""
    passport_country: Cell = ""
    name_en: Cell = ""
    name_ar: Cell = ""
    email: Cell = ""
    phone: Cell = ""
    language: Cell = ""
    batch: Cell = ""


_SO_MANY = Field(min_length=1, max_length=MAX_ROWS)
_LISTED = TypeAdapter(Annotated[list[Any], _SO_MANY])


def _as_they_come(rows: Any, _: ValidatorFunctionWrapHandler) -> list[Any]:
    """Skip validation: `importing.service.build_upload` validates in chunks."""
    return _LISTED.validate_python(rows)


class BulkEnrollmentCreate(InputModel):
    batch_id: UUID | None = None
    """Batch of all rows; if null, each row has a batch code."""
    organization_id: UUID | None = None
    """Organization for which an admin enrolls; others enroll for their own."""
    locale: Literal["ar", "en"] = "ar"
    """Default language of invitations."""
    rows: Annotated[list[BulkPerson], _SO_MANY, WrapValidator(_as_they_come)]


class BulkMappingUpdate(InputModel):
    """Column mapping."""

    mapping: dict[ColumnName, Annotated[int, Field(ge=0, le=99)]]
    """Column indexes among the headings, from 0; omitted columns are absent."""


class CellUpdate(InputModel):
    number: int
    """Row number."""
    column: ColumnName
    value: Cell


class RowDecision(InputModel):
    """Decision about a row."""

    number: int
    use_person: bool | None = None
    """Confirm the owner of the number despite another name."""
    skip: bool | None = None
    """Skip the row, or restore it."""


class BulkRowsUpdate(InputModel):
    """Changes to many rows, applied together."""

    cells: Annotated[list[CellUpdate], Field(max_length=5000)] = []
    rows: Annotated[list[RowDecision], Field(max_length=5000)] = []
    skip_faulty: bool | None = None
    """Skip all rows with errors or open decisions; false restores all skipped rows."""


class WhenFull(StrEnum):
    """Handling of people without a seat."""

    REFUSE = "refuse"
    """Enroll no one and return 409 `bulk_enrollment.not_enough_seats`."""
    WAIT = "wait"
    """Add them to the waiting list, if the batch has one."""


class BulkConfirm(InputModel):
    when_full: WhenFull = WhenFull.REFUSE
    purchase_order: Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)] = ""
    """Organization's order number, shown on the charge."""
    total_minor: Annotated[int, Field(ge=0)] | None = None
    """Total of the accepted `quote`, in minor units; omit to accept any. If it differs, no one is
    enrolled: 409 `bulk_enrollment.total_changed`.
    """


class SeatPurchase(InputModel):
    """Seats of a batch for people named later."""

    batch_id: UUID
    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)]
    organization_id: UUID | None = None
    """Organization for which an admin buys; others buy for their own."""
    purchase_order: Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)] = ""
    total_minor: Annotated[int, Field(ge=0)] | None = None
    """Accepted total in minor units; omit to accept any. If it differs, no seat is bought: 409
    `bulk_enrollment.total_changed`.
    """


class BoughtSeatFree(InputModel):
    """Person to remove from a prepaid seat."""

    enrollment_id: UUID
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    """Shown to the person."""


class BoughtSeat(BaseModel):
    """A prepaid seat and its person."""

    enrollment_id: UUID
    status: EnrollmentStatus
    name_en: str
    """Names are empty until identity has published them."""
    name_ar: str


class BoughtSeatPage(Page[BoughtSeat]):
    """A page of prepaid seats."""


class BulkBatch(BaseModel):
    """A batch of a bulk enrollment."""

    id: UUID
    code: str
    title_en: str
    title_ar: str
    city_en: str
    """City names are empty for online batches."""
    starts_at: datetime
    price_minor: int
    currency: str
    waiting_list: bool
    rows: int
    """Valid rows, or confirmed ones."""
    seats_left: int
    own_seats: int
    """Unassigned prepaid seats of the organization."""


class BulkLine(BaseModel):
    """A line of a charge."""

    title_en: str
    title_ar: str
    code: str
    """Batch code; empty for registration fees."""
    quantity: int
    unit_minor: int


class BulkQuote(BaseModel):
    """Charge that a confirmation would create now."""

    lines: list[BulkLine]
    """A line for each batch that is not free, and one for registration fees."""
    total_minor: int
    currency: str
    """Empty if nothing is due."""
    registration: Open[RegistrationPayer]


class BulkEnrollmentRead(BaseModel):
    id: UUID
    organization_id: UUID
    organization_name_en: str
    organization_name_ar: str
    batch_id: UUID | None
    status: BulkEnrollmentStatus
    test: bool
    """Created by a test client: no seats, payments or messages."""
    file_name: str
    row_count: int
    valid: int
    invalid: int
    """Rows with errors or open decisions."""
    confirmed: int
    registration: Open[RegistrationPayer]
    """Payer of new people's registration fee."""
    amount_minor: int
    currency: str
    bought_seats: int
    """Prepaid seats of the batch; a purchase has no rows."""
    free_seats: int
    """Unassigned prepaid seats; the organization's next people get them first."""
    seat_price_minor: int
    """Price of each prepaid seat."""
    purchase_order: str | None
    payment_due_at: datetime | None
    charge_id: UUID | None
    created_at: datetime
    updated_at: datetime
    confirmed_at: datetime | None


class BulkEnrollmentDetail(BulkEnrollmentRead):
    """A bulk enrollment with the data of its page."""

    headings: list[str]
    samples: list[list[str]]
    """Cells of the first rows, in the order of the headings."""
    mapping: dict[str, int]
    states: dict[RowState, int]
    """Rows by state."""
    batches: list[BulkBatch]
    uninvited: int
    """New people without email, who cannot receive invitations."""
    quote: BulkQuote | None
    """Null after confirmation."""
    waits: int
    """Files of the organization that are checked first."""
    people_until: datetime | None
    """Deletion time of the rows' personal data; null before the end."""


class BulkEnrollmentPage(Page[BulkEnrollmentRead]):
    """A page of bulk enrollments."""


class BulkEnrollmentFilter(BaseModel):
    """Filters of the list."""

    status: list[BulkEnrollmentStatus] = []
    batch_id: UUID | None = None
    organization_id: UUID | None = None
    """For admins only."""
    bought: bool | None = None
    """True for purchases of seats only, false for people only."""
    test: bool = False
    """Only tests. Partner clients always see only their own kind."""


class RowError(BaseModel):
    """An error of a row."""

    field: str
    """Column name."""
    code: str
    message: str
    message_ar: str


class BulkRowRead(BaseModel):
    """A row of a bulk enrollment."""

    number: int
    state: RowState
    cells: dict[str, str]
    """Cells by column, including columns added later."""
    errors: list[RowError]
    uninvited: bool
    """New person without email: invitations go by email only."""
    shown_name_en: str
    """Name of the number's owner, as far as the organization may see it."""
    shown_name_ar: str
    enrollment_id: UUID | None
    enrollment_status: EnrollmentStatus | None


class BulkRowPage(Page[BulkRowRead]):
    """A page of rows."""


class BulkRowFilter(BaseModel):
    state: list[RowState] = []
    only_errors: bool = False
    """Only rows with errors, open decisions or failures."""
    uninvited: bool = False
    """Only new people without email."""
    search: Annotated[str, Field(max_length=100)] | None = None
    """Text that a cell contains."""
    number: Annotated[list[int], Field(max_length=100)] = []
    """Only these row numbers."""


class BulkProgress(BaseModel):
    """Progress of the current step."""

    status: BulkEnrollmentStatus
    row_count: int
    done: int
    """Rows that completed the current step."""
    valid: int
    invalid: int
    confirmed: int
    seconds_left: int | None
    """Estimate by the speed since the stream was opened; null if unknown."""
