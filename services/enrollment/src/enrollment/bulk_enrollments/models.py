from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus
from contracts.people import Match, RegistrationPayer
from kit.database.db import new_id, timestamp
from kit.database.tables import Money, OpenEnum
from kit.database.transitions import StateMachine
from sqlalchemy import ARRAY, CheckConstraint, Index, Uuid
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from enrollment.bulk_enrollments.states import RowState
from enrollment.tables import Table, text_enum

NEEDS_ATTENTION = "state NOT IN ('valid', 'enrolled', 'waitlisted')"
"""SQL condition for rows that need attention: few, so that the partial index stays small."""


class BulkEnrollment(Table, table=True):
    """A file or API request of an organization; or a purchase of seats without names, which has no
    rows.
    """

    __tablename__ = "bulk_enrollments"
    __table_args__ = (
        # Concurrent requests with the same key create one row.
        Index(
            "uq_bulk_enrollments_key",
            "organization_id",
            "idempotency_key",
            unique=True,
            postgresql_where="idempotency_key IS NOT NULL",
        ),
        Index("ix_bulk_enrollments_organization", "organization_id", "created_at", "id"),
        Index("ix_bulk_enrollments_created", "created_at", "id"),
        Index("ix_bulk_enrollments_status", "status", "worked_at"),
        CheckConstraint("free_seats BETWEEN 0 AND bought_seats", name="free_seats"),
        Index(
            "ix_bulk_enrollments_free_seats",
            "organization_id",
            "batch_id",
            postgresql_where="free_seats > 0",
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID
    """Organization that enrolls the people and pays."""
    batch_id: UUID | None = None
    """Common batch of all rows; None if each row names its own."""
    status: BulkEnrollmentStatus = Field(
        sa_type=text_enum(BulkEnrollmentStatus, check="status_known")
    )
    user_id: UUID | None = None
    """Uploading user; like the profile, None for partner clients."""
    profile_id: UUID | None = None
    client_id: UUID | None = None
    test: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Created by a test client; see `confirmation.test_mode`."""
    file_name: str = ""
    locale: str = Field(max_length=2)
    """Default language of invitations."""
    headings: list[str] = Field(sa_type=JSONB)
    mapping: dict[str, int] = Field(sa_type=JSONB)
    """Index of each column among the headings."""
    row_count: int = 0
    valid: int = 0
    invalid: int = 0
    """Rows that are invalid or need a decision."""
    confirmed: int = 0
    """Rows with a confirmed seat."""
    bought_seats: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Prepaid seats of the batch."""
    free_seats: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Unassigned prepaid seats; the batch counts them as taken."""
    seat_price_minor: int = Field(
        default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"}
    )
    """Price of each prepaid seat, in minor units."""
    registration: RegistrationPayer = Field(
        default=RegistrationPayer.PERSON, sa_type=OpenEnum(RegistrationPayer, length=24)
    )
    purchase_order: str | None = Field(default=None, max_length=60)
    amount_minor: int = Field(default=0, sa_type=Money)
    """Amount due for the seats, in minor units."""
    currency: str = Field(default="", max_length=3)
    payment_due_at: datetime | None = timestamp(nullable=True)
    charge_id: UUID | None = None
    idempotency_key: str | None = Field(default=None, max_length=255)
    """Deleted after 48 hours."""
    fingerprint: bytes = b""
    """SHA-256 of the request, to recognize a retry."""
    confirmed_by: UUID | None = None
    """User or partner client that owes the charge for the organization."""
    confirmed_profile_id: UUID | None = None
    confirmed_at: datetime | None = timestamp(nullable=True)
    unasked: list[UUID] = Field(
        default=[], sa_type=ARRAY(Uuid), sa_column_kwargs={"server_default": "{}"}
    )
    """Chunks of rows not sent to identity yet, in order."""
    unanswered: list[UUID] = Field(
        default=[], sa_type=ARRAY(Uuid), sa_column_kwargs={"server_default": "{}"}
    )
    """Chunks awaiting identity's response; responses to others are stale. For a confirmed file, the
    chunk being admitted.
    """
    worked_at: datetime | None = timestamp(nullable=True)
    """Time of the last processed chunk; the least recent file is next."""
    judged_version: int | None = None
    """Version whose rows were validated while matching was still running, as if all people were
    unknown.
    """
    emptied_at: datetime | None = timestamp(nullable=True)
    """Time at which the rows' personal data was deleted."""
    version: int = 1
    """Incremented by every change; the sequence number of its events."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)


class BulkRow(Table, table=True):
    """A row: its original cells and the values read from them."""

    __tablename__ = "bulk_rows"
    __table_args__ = (
        Index(
            "ix_bulk_rows_to_do",
            "bulk_enrollment_id",
            "state",
            "number",
            postgresql_where=NEEDS_ATTENTION,
        ),
        Index("ix_bulk_rows_portion", "portion", postgresql_where="portion IS NOT NULL"),
        Index("ix_bulk_rows_user", "user_id"),
    )

    bulk_enrollment_id: UUID = Field(primary_key=True)
    number: int = Field(primary_key=True)
    """Row number in the spreadsheet; from 1 for JSON."""
    cells: list[str] = Field(sa_type=JSONB)
    state: RowState = Field(sa_type=text_enum(RowState, check="state_known"))
    cell_errors: list[dict[str, Any]] = Field(
        default=[], sa_type=JSONB, sa_column_kwargs={"server_default": "[]"}
    )
    """Errors of single cells, as field and code."""
    errors: list[dict[str, Any]] = Field(
        default=[], sa_type=JSONB, sa_column_kwargs={"server_default": "[]"}
    )
    """All errors, including those of the person, the batch and other rows."""
    person_key: str | None = None
    """Kind, country and number, which identify a person across rows; or the selected profile."""
    chosen_profile_id: UUID | None = None
    """Candidate selected by the organization instead of a number."""
    id_number: str | None = None
    country: str | None = Field(default=None, max_length=2)
    name_en: str | None = None
    name_ar: str | None = None
    email: str | None = None
    phone: str | None = None
    locale: str | None = Field(default=None, max_length=2)
    batch_id: UUID | None = None
    match: Match | None = Field(default=None, sa_type=OpenEnum(Match, length=24), nullable=True)
    shown_name_en: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """Name of the number's owner, as far as the organization may see it."""
    shown_name_ar: str = Field(default="", sa_column_kwargs={"server_default": ""})
    registration_due: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    use_person: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Confirms that the owner of the number is meant despite another name."""
    profile_id: UUID | None = None
    """Profile of the candidate, or the ID proposed for a new person; so is the user."""
    user_id: UUID | None = None
    portion: UUID | None = None
    """Chunk that identity was asked about; `unasked` and `unanswered` list the open ones. Unknown
    people therefore need no update. After confirmation, the admission request, removed by its
    response.
    """
    admitted: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    enrollment_id: UUID | None = None
    """Assigned by the check, before the enrollment exists."""


class BulkMapping(Table, table=True):
    """Saved mapping for an organization's files with the same headings."""

    __tablename__ = "bulk_mappings"

    organization_id: UUID = Field(primary_key=True)
    headings_hash: bytes = Field(primary_key=True)
    mapping: dict[str, int] = Field(sa_type=JSONB)


BULK_ENROLLMENT_STATES = StateMachine(
    BulkEnrollment.status,
    {
        BulkEnrollmentStatus.MAPPING: {
            BulkEnrollmentStatus.MAPPING,
            BulkEnrollmentStatus.CHECKING,
            BulkEnrollmentStatus.CANCELLED,
        },
        BulkEnrollmentStatus.CHECKING: {
            BulkEnrollmentStatus.MAPPING,
            BulkEnrollmentStatus.CHECKING,
            BulkEnrollmentStatus.CANCELLED,
            BulkEnrollmentStatus.CHECKED,
        },
        BulkEnrollmentStatus.CHECKED: {
            BulkEnrollmentStatus.MAPPING,
            BulkEnrollmentStatus.CHECKING,
            BulkEnrollmentStatus.CANCELLED,
            BulkEnrollmentStatus.PROCESSING,
        },
        BulkEnrollmentStatus.PROCESSING: {
            BulkEnrollmentStatus.AWAITING_PAYMENT,
            BulkEnrollmentStatus.FINISHED,
        },
        BulkEnrollmentStatus.AWAITING_PAYMENT: {
            BulkEnrollmentStatus.FINISHED,
            BulkEnrollmentStatus.CANCELLED,
            BulkEnrollmentStatus.EXPIRED,
        },
        BulkEnrollmentStatus.FINISHED: frozenset(),
        BulkEnrollmentStatus.CANCELLED: frozenset(),
        BulkEnrollmentStatus.EXPIRED: frozenset(),
    },
)
