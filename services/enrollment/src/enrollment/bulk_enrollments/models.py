"""Bulk enrollments, their rows, and which columns an organization's files have."""

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

TO_DO = "state NOT IN ('valid', 'enrolled', 'waitlisted')"
"""Rows that something is still to be done about, as SQL. Most rows never are among them, and no
index is written for those."""


class BulkEnrollment(Table, table=True):
    """One file, or one call, of an organization; or seats that it buys without names, which have
    no rows."""

    __tablename__ = "bulk_enrollments"
    __table_args__ = (
        # Two calls at once with one key make one.
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
    """Who enrolls the people, and pays."""
    batch_id: UUID | None = None
    """The one batch of all rows; None where each row names its own."""
    status: BulkEnrollmentStatus = Field(
        sa_type=text_enum(BulkEnrollmentStatus, check="status_known")
    )
    user_id: UUID | None = None
    """Who uploaded it; None for a partner client, as is the profile."""
    profile_id: UUID | None = None
    client_id: UUID | None = None
    test: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """A test client has sent it: see `confirmation.test_mode`."""
    file_name: str = ""
    locale: str = Field(max_length=2)
    """In which language people are invited whose row does not say."""
    headings: list[str] = Field(sa_type=JSONB)
    mapping: dict[str, int] = Field(sa_type=JSONB)
    """Which column stands where among the headings."""
    row_count: int = 0
    valid: int = 0
    invalid: int = 0
    """Rows that are invalid or to be decided."""
    confirmed: int = 0
    """Rows with a confirmed seat."""
    bought_seats: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Seats of the batch that were bought without names."""
    free_seats: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Those of them that are held for nobody yet; they are among the batch's seats that are
    taken."""
    seat_price_minor: int = Field(
        default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"}
    )
    """What each of them costs."""
    registration: RegistrationPayer = Field(
        default=RegistrationPayer.PERSON, sa_type=OpenEnum(RegistrationPayer, length=24)
    )
    purchase_order: str | None = Field(default=None, max_length=60)
    amount_minor: int = Field(default=0, sa_type=Money)
    """What is owed for the seats, in minor units."""
    currency: str = Field(default="", max_length=3)
    payment_due_at: datetime | None = timestamp(nullable=True)
    charge_id: UUID | None = None
    idempotency_key: str | None = Field(default=None, max_length=255)
    """Kept 48 hours."""
    fingerprint: bytes = b""
    """SHA-256 of what was sent, by which a repeated call is known."""
    confirmed_by: UUID | None = None
    """The user, or the partner client, who owes the charge for the organization."""
    confirmed_profile_id: UUID | None = None
    confirmed_at: datetime | None = timestamp(nullable=True)
    unasked: list[UUID] = Field(
        default=[], sa_type=ARRAY(Uuid), sa_column_kwargs={"server_default": "{}"}
    )
    """Portions of its rows about whose people identity is still to be asked, in their order."""
    unanswered: list[UUID] = Field(
        default=[], sa_type=ARRAY(Uuid), sa_column_kwargs={"server_default": "{}"}
    )
    """Those that it was asked about: an answer about any other was superseded, or came before. Of a
    confirmed file the one that it is asked to admit."""
    worked_at: datetime | None = timestamp(nullable=True)
    """When a portion of it was done last: whose turn is longest ago is next."""
    judged_version: int | None = None
    """The version in which all rows were judged while identity was still looking for people: as if
    it knew nobody."""
    emptied_at: datetime | None = timestamp(nullable=True)
    """When what its rows say of people was deleted."""
    version: int = 1
    """Raised by every transition; the sequence of its events."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)


class BulkRow(Table, table=True):
    """A row: its cells as they came, and what was made of them."""

    __tablename__ = "bulk_rows"
    __table_args__ = (
        Index(
            "ix_bulk_rows_to_do", "bulk_enrollment_id", "state", "number", postgresql_where=TO_DO
        ),
        Index("ix_bulk_rows_portion", "portion", postgresql_where="portion IS NOT NULL"),
        Index("ix_bulk_rows_user", "user_id"),
    )

    bulk_enrollment_id: UUID = Field(primary_key=True)
    number: int = Field(primary_key=True)
    """As the spreadsheet numbers it; from 1 where it came as JSON."""
    cells: list[str] = Field(sa_type=JSONB)
    state: RowState = Field(sa_type=text_enum(RowState, check="state_known"))
    cell_errors: list[dict[str, Any]] = Field(
        default=[], sa_type=JSONB, sa_column_kwargs={"server_default": "[]"}
    )
    """What is wrong with the cells by themselves, as field and code."""
    errors: list[dict[str, Any]] = Field(
        default=[], sa_type=JSONB, sa_column_kwargs={"server_default": "[]"}
    )
    """All that is wrong, also with the person, the batch and other rows."""
    person_key: str | None = None
    """Kind, country and number, by which two rows are about one person; or who was chosen."""
    chosen_profile_id: UUID | None = None
    """The candidate whom the organization has chosen among its people, in place of a number."""
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
    """What the organization may see of the name of somebody who has the number."""
    shown_name_ar: str = Field(default="", sa_column_kwargs={"server_default": ""})
    registration_due: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    use_person: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """A person has said that somebody of another name is meant."""
    profile_id: UUID | None = None
    """The candidate's, as it is or as it is proposed for a new person; the user's likewise."""
    user_id: UUID | None = None
    portion: UUID | None = None
    """The request to identity that has its person: which are open is said by `unasked` and
    `unanswered`, so that an answer about people whom nobody knows writes no row. Of a row that was
    confirmed it is the request to admit the person, and taken away by the answer."""
    admitted: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    enrollment_id: UUID | None = None
    """Given by the check, before the enrollment is made."""


class BulkMapping(Table, table=True):
    """How an organization has mapped a file's headings, for its next file that has them."""

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
