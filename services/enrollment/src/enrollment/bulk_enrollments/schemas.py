"""What goes in and out of the endpoints of bulk enrollments."""

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
    """A row as JSON. What is wrong with it is an error of the row, and refuses nothing else."""

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
    """Nothing of the rows but how many they are: one by one `service.as_upload` looks at them, in
    turns, since all of them at once would hold up everybody else."""
    return _LISTED.validate_python(rows)


class BulkEnrollmentCreate(InputModel):
    """People to be enrolled."""

    batch_id: UUID | None = None
    """The batch of all rows; without it each row names its own by its code."""
    organization_id: UUID | None = None
    """For whom an admin enrolls; others enroll for their own organization."""
    locale: Literal["ar", "en"] = "ar"
    """Which language invitations are in whose row does not say."""
    rows: Annotated[list[BulkPerson], _SO_MANY, WrapValidator(_as_they_come)]


class BulkMappingUpdate(InputModel):
    """Which column stands where."""

    mapping: dict[ColumnName, Annotated[int, Field(ge=0, le=99)]]
    """Places among the headings, from 0. What is left out is in no column."""


class CellUpdate(InputModel):
    """Another value for a cell."""

    number: int
    """The row's."""
    column: ColumnName
    value: Cell


class RowDecision(InputModel):
    """What somebody has decided about a row."""

    number: int
    use_person: bool | None = None
    """The person of another name who has the number is meant."""
    skip: bool | None = None
    """Leave the row out, or take it up again."""


class BulkRowsUpdate(InputModel):
    """Changes to many rows, all of them or none."""

    cells: Annotated[list[CellUpdate], Field(max_length=5000)] = []
    rows: Annotated[list[RowDecision], Field(max_length=5000)] = []
    skip_faulty: bool | None = None
    """Leave out all rows that are to be corrected or decided; false takes up again all that are
    left out."""


class WhenFull(StrEnum):
    """What becomes of people for whom no seat is left."""

    REFUSE = "refuse"
    """Nobody is enrolled: answered with 409 `bulk_enrollment.not_enough_seats`."""
    WAIT = "wait"
    """They join the waiting list, where the batch has one."""


class BulkConfirm(InputModel):
    """All valid rows are to be enrolled."""

    when_full: WhenFull = WhenFull.REFUSE
    purchase_order: Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)] = ""
    """The organization's own number of the order, shown on the charge."""
    total_minor: Annotated[int, Field(ge=0)] | None = None
    """What the `quote` came to that was agreed to, in minor units. If it is another by now nobody
    is enrolled: answered with 409 `bulk_enrollment.total_changed`. Left out, any total is."""


class SeatPurchase(InputModel):
    """Seats of a batch for people who are named later."""

    batch_id: UUID
    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)]
    organization_id: UUID | None = None
    """For whom an admin buys; others buy for their own organization."""
    purchase_order: Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)] = ""
    total_minor: Annotated[int, Field(ge=0)] | None = None
    """What was agreed to, in minor units; left out, any total is. If it is another by now, none is
    bought: answered with 409 `bulk_enrollment.total_changed`."""


class BoughtSeatFree(InputModel):
    """Who is taken off a seat that was bought without a name."""

    enrollment_id: UUID
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    """The person reads it."""


class BoughtSeat(BaseModel):
    """A seat that was bought without a name, and who has it."""

    enrollment_id: UUID
    status: EnrollmentStatus
    name_en: str
    """Empty until identity has published it, as is the other."""
    name_ar: str


class BoughtSeatPage(Page[BoughtSeat]):
    """A page of them."""


class BulkBatch(BaseModel):
    """A batch of a bulk enrollment: how many of its people fit."""

    id: UUID
    code: str
    title_en: str
    title_ar: str
    city_en: str
    """Empty where it is online."""
    starts_at: datetime
    price_minor: int
    currency: str
    waiting_list: bool
    rows: int
    """The valid rows, or those that were confirmed."""
    seats_left: int
    own_seats: int
    """Seats that the organization has bought without names and can fill."""


class BulkLine(BaseModel):
    """A line of what is charged."""

    title_en: str
    title_ar: str
    code: str
    """The batch's; empty for registration fees."""
    quantity: int
    unit_minor: int


class BulkQuote(BaseModel):
    """What would be charged if it were confirmed now."""

    lines: list[BulkLine]
    """One for each batch that is not free, and one for registration fees."""
    total_minor: int
    currency: str
    """Empty where there is nothing to pay."""
    registration: Open[RegistrationPayer]


class BulkEnrollmentRead(BaseModel):
    """A bulk enrollment as it stands."""

    id: UUID
    organization_id: UUID
    organization_name_en: str
    organization_name_ar: str
    batch_id: UUID | None
    status: BulkEnrollmentStatus
    test: bool
    """A test client has sent it: no seat is taken, nothing is paid, and nobody hears of it."""
    file_name: str
    row_count: int
    valid: int
    invalid: int
    """Rows to be corrected or decided."""
    confirmed: int
    registration: Open[RegistrationPayer]
    """Who pays the registration fee of new people."""
    amount_minor: int
    currency: str
    bought_seats: int
    """Seats of the one batch that were bought without names; then it has no rows."""
    free_seats: int
    """Those of them that nobody has yet. Paid, the organization's next people get them first."""
    seat_price_minor: int
    """What each of them costs."""
    purchase_order: str | None
    payment_due_at: datetime | None
    charge_id: UUID | None
    created_at: datetime
    updated_at: datetime
    confirmed_at: datetime | None


class BulkEnrollmentDetail(BulkEnrollmentRead):
    """With what its page needs beside the rows."""

    headings: list[str]
    samples: list[list[str]]
    """The cells of the first rows, in the order of the headings."""
    mapping: dict[str, int]
    states: dict[RowState, int]
    """How many rows are in each state."""
    batches: list[BulkBatch]
    uninvited: int
    """Of its valid or enrolled people, how many are new and have a mobile number alone: nobody can
    write to them, since invitations go by email."""
    quote: BulkQuote | None
    """Until it is confirmed."""
    waits: int
    """How many files of the organization are checked before this one."""
    people_until: datetime | None
    """When what its rows say of people is deleted, or was; None until it has ended."""


class BulkEnrollmentPage(Page[BulkEnrollmentRead]):
    """A page of bulk enrollments."""


class BulkEnrollmentFilter(BaseModel):
    """What the list is narrowed down to."""

    status: list[BulkEnrollmentStatus] = []
    batch_id: UUID | None = None
    organization_id: UUID | None = None
    """For admins."""
    bought: bool | None = None
    """Only seats without names, or only people."""
    test: bool = False
    """The tests in place of what is real. A client is shown those of its own kind alone."""


class RowError(BaseModel):
    """What is wrong with a row."""

    field: str
    """The column."""
    code: str
    message: str
    message_ar: str


class BulkRowRead(BaseModel):
    """A row."""

    number: int
    state: RowState
    cells: dict[str, str]
    """By column; of columns that are in the file or were filled in since."""
    errors: list[RowError]
    uninvited: bool
    """A new person with a mobile number alone: invitations go by email."""
    shown_name_en: str
    """Who has the number, as far as the organization may see."""
    shown_name_ar: str
    enrollment_id: UUID | None
    enrollment_status: EnrollmentStatus | None


class BulkRowPage(Page[BulkRowRead]):
    """A page of rows."""


class BulkRowFilter(BaseModel):
    """Which rows."""

    state: list[RowState] = []
    only_errors: bool = False
    """Those that are invalid or to be decided, and those that failed."""
    uninvited: bool = False
    """Only new people with a mobile number alone."""
    search: Annotated[str, Field(max_length=100)] | None = None
    """What one of the cells contains."""
    number: Annotated[list[int], Field(max_length=100)] = []
    """These alone, such as those that were changed."""


class BulkProgress(BaseModel):
    """How far it is."""

    status: BulkEnrollmentStatus
    row_count: int
    done: int
    """Rows whose present step is over."""
    valid: int
    invalid: int
    confirmed: int
    seconds_left: int | None
    """By the speed since the stream was opened; None while it cannot be said."""
