"""The copies: the catalog's batches and announcements, identity's candidates, staff and
organizations, payments' charges."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.payments import ChargeStatus
from contracts.people import RegistrationPayer
from contracts.profiles import ApprovalStatus
from kit.database import search
from kit.database.db import timestamp
from kit.database.tables import Money, OpenEnum
from kit.messaging.replicas import Replica
from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from enrollment.tables import Table

UNPAID = frozenset({ChargeStatus.CANCELLED, ChargeStatus.EXPIRED, ChargeStatus.REFUNDED})
"""A charge ended without its money, which may come late, or all of it went back."""


class Batch(Table, Replica, table=True):
    """What an enrollment is decided by and shown with. The capacity is in `seats`, where it is
    counted."""

    __tablename__ = "batches"

    id: UUID = Field(primary_key=True)
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str
    city_id: UUID | None = None
    city_en: str
    city_ar: str
    starts_at: datetime = timestamp(index=True)
    ends_at: datetime = timestamp()
    enrollment_opens_at: datetime = timestamp()
    enrollment_closes_at: datetime = timestamp()
    price_minor: int = Field(sa_type=Money)
    """What a seat costs in minor units; 0 is free."""
    price_10_minor: int | None = Field(default=None, sa_type=Money)
    """What each of at least 10 seats costs that an organization takes at once; None: the same."""
    price_50_minor: int | None = Field(default=None, sa_type=Money)
    """Each of at least 50; None: as from 10."""
    currency: str = Field(max_length=3)
    requires_acceptance: bool
    payment_window_minutes: int
    """How long a seat is held for an unpaid enrollment."""
    waiting_list: bool = Field(default=True, sa_column_kwargs={"server_default": "true"})
    """Whether one can wait for a seat when none is left."""
    free_cancellation_hours: int = Field(default=48, sa_column_kwargs={"server_default": "48"})
    """So long before the start, a candidate who cancels gets the whole price back."""
    kept_percent: int = Field(default=100, sa_column_kwargs={"server_default": "100"})
    """How much of the price is kept of whoever cancels later."""
    min_attendance_percent: int | None = None
    """Who attends less does not pass; None: attendance does not count."""
    min_score_percent: int | None = None
    """Who scores less does not pass; None: scores do not count."""
    certificate_valid_months: int | None = None
    """How long certificates are valid; None: they do not expire."""
    status: BatchStatus = Field(sa_type=OpenEnum(BatchStatus, length=24))


class Timetable(Table, Replica, table=True):
    """A batch's sessions. Not in `Batch`, which everybody who enrolls reads."""

    __tablename__ = "timetables"

    batch_id: UUID = Field(primary_key=True)
    sessions: list[dict[str, Any]] = Field(sa_type=JSONB)
    """Each as `BatchMeeting` has it."""


class Charge(Table, Replica, table=True):
    """What is owed for an enrollment, for many, or for an application."""

    __tablename__ = "charges"

    id: UUID = Field(primary_key=True)
    # Copies of before know the column by its name.
    subject_id: UUID = Field(
        index=True, sa_column_kwargs={"name": "enrollment_id", "key": "subject_id"}
    )
    """The enrollment, bulk enrollment or application."""
    reference: str
    """What people read and quote."""
    status: ChargeStatus = Field(sa_type=OpenEnum(ChargeStatus, length=24))
    amount_minor: int = Field(sa_type=Money)
    refunded_minor: int = Field(default=0, sa_type=Money)
    """What went back so far."""
    currency: str = Field(max_length=3)


class RegistrationTerms(Table, Replica, table=True):
    """What the registration of a new candidate costs, and who pays it for people in bulk."""

    __tablename__ = "registration_terms"

    scope: str = Field(primary_key=True)
    payer: RegistrationPayer = Field(sa_type=OpenEnum(RegistrationPayer, length=24))
    fees: dict[str, int] = Field(sa_type=JSONB)
    """Minor units by the day (ISO) since which they hold; 0 asks for nothing."""
    currency: str = Field(max_length=3)

    def fee_on(self, day: date) -> int:
        """What is asked for on a day, in minor units."""
        begun = [since for since in self.fees if since <= day.isoformat()]
        return self.fees[max(begun)] if begun else 0


class Profile(Table, Replica, table=True):
    """A candidate: names for the lists and a text to search by.

    It may come after the candidate's first enrollment: an enrollment does not wait for it.
    """

    __tablename__ = "profiles"
    __table_args__ = (
        search.search_index("profiles"),
        Index("ix_profiles_name", "name_en", "id"),
    )

    id: UUID = Field(primary_key=True)
    user_id: UUID
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    image_url: str | None = None
    search: str = search.search_field("username", "email", "phone", "name_en", "name_ar")


class StaffProfile(Table, Replica, table=True):
    """A staff member of an organization, whom its applications can name."""

    __tablename__ = "staff_profiles"
    __table_args__ = (search.search_index("staff_profiles"),)

    id: UUID = Field(primary_key=True)
    user_id: UUID
    organization_id: UUID | None = Field(default=None, index=True)
    """None: of no organization any more."""
    email: str
    name_en: str
    name_ar: str
    image_url: str | None = None
    approval_status: ApprovalStatus = Field(sa_type=OpenEnum(ApprovalStatus, length=24))
    paid: bool
    """Has paid the registration fee, or owes none."""
    active: bool
    search: str = search.search_field("email", "name_en", "name_ar")


class Announcement(Table, Replica, table=True):
    """A published announcement, which organizations apply to."""

    __tablename__ = "announcements"

    id: UUID = Field(primary_key=True)
    title_en: str
    title_ar: str
    fee_minor: int = Field(sa_type=Money)
    """What an application costs in minor units; 0 is free."""
    currency: str = Field(max_length=3)
    staff_needed: int
    """How many staff members an application names."""
    opens_at: datetime = timestamp()
    closes_at: datetime = timestamp(index=True)


class Organization(Table, Replica, table=True):
    """Whose batch it is: names for the lists, a text to search by, and whether it works. It may
    come after the organization's first enrollments."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    suspended: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Nobody enrolls with it meanwhile."""
    search: str = search.search_field("name_en", "name_ar")
