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
"""Charges without money: cancelled, expired or fully refunded. A payment may still arrive late."""


class Batch(Table, Replica, table=True):
    """Data for deciding and displaying enrollments; `seats` has the capacity."""

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
    """Price of a seat in minor units; 0 if free."""
    price_10_minor: int | None = Field(default=None, sa_type=Money)
    """Price of each seat from 10 taken together; None is the single price."""
    price_50_minor: int | None = Field(default=None, sa_type=Money)
    """Price of each seat from 50; None is the price from 10."""
    currency: str = Field(max_length=3)
    requires_acceptance: bool
    payment_window_minutes: int
    """Minutes for which an unpaid seat is held."""
    waiting_list: bool = Field(default=True, sa_column_kwargs={"server_default": "true"})
    """Allows a waiting list for a full batch."""
    free_cancellation_hours: int = Field(default=48, sa_column_kwargs={"server_default": "48"})
    """Hours before the start until which a cancellation is refunded in full."""
    kept_percent: int = Field(default=100, sa_column_kwargs={"server_default": "100"})
    """Percentage of the price kept for later cancellations."""
    min_attendance_percent: int | None = None
    """Minimum to pass; None if attendance does not count."""
    min_score_percent: int | None = None
    """Minimum to pass; None if scores do not count."""
    certificate_valid_months: int | None = None
    """Validity in months; None if certificates never expire."""
    status: BatchStatus = Field(sa_type=OpenEnum(BatchStatus, length=24))


class Timetable(Table, Replica, table=True):
    """Sessions of a batch, separate from `Batch` to keep enrolling fast."""

    __tablename__ = "timetables"

    batch_id: UUID = Field(primary_key=True)
    sessions: list[dict[str, Any]] = Field(sa_type=JSONB)
    """Each entry has the form of `BatchMeeting`."""


class Charge(Table, Replica, table=True):
    """A charge for an enrollment, bulk enrollment or application."""

    __tablename__ = "charges"

    id: UUID = Field(primary_key=True)
    # The database keeps the former column name for older releases.
    subject_id: UUID = Field(
        index=True, sa_column_kwargs={"name": "enrollment_id", "key": "subject_id"}
    )
    """ID of the enrollment, bulk enrollment or application."""
    reference: str
    """Human-readable reference."""
    status: ChargeStatus = Field(sa_type=OpenEnum(ChargeStatus, length=24))
    amount_minor: int = Field(sa_type=Money)
    refunded_minor: int = Field(default=0, sa_type=Money)
    """Total refunded so far."""
    currency: str = Field(max_length=3)


class RegistrationTerms(Table, Replica, table=True):
    """Registration fee of new candidates, and its payer for bulk enrollments."""

    __tablename__ = "registration_terms"

    scope: str = Field(primary_key=True)
    payer: RegistrationPayer = Field(sa_type=OpenEnum(RegistrationPayer, length=24))
    fees: dict[str, int] = Field(sa_type=JSONB)
    """Fees in minor units by start day (ISO); 0 is free."""
    currency: str = Field(max_length=3)

    def get_fee(self, day: date) -> int:
        """Return the fee on a day, in minor units."""
        begun = [since for since in self.fees if since <= day.isoformat()]
        return self.fees[max(begun)] if begun else 0


class Profile(Table, Replica, table=True):
    """A candidate's names and search text.

    It may arrive after their first enrollment.
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
    """A staff member whom applications of their organization may name."""

    __tablename__ = "staff_profiles"
    __table_args__ = (search.search_index("staff_profiles"),)

    id: UUID = Field(primary_key=True)
    user_id: UUID
    organization_id: UUID | None = Field(default=None, index=True)
    """None if the person left the organization."""
    email: str
    name_en: str
    name_ar: str
    image_url: str | None = None
    approval_status: ApprovalStatus = Field(sa_type=OpenEnum(ApprovalStatus, length=24))
    paid: bool
    """The registration fee is paid or not due."""
    active: bool
    search: str = search.search_field("email", "name_en", "name_ar")


class Announcement(Table, Replica, table=True):
    """A published announcement."""

    __tablename__ = "announcements"

    id: UUID = Field(primary_key=True)
    title_en: str
    title_ar: str
    fee_minor: int = Field(sa_type=Money)
    """Fee of an application in minor units; 0 if free."""
    currency: str = Field(max_length=3)
    staff_needed: int
    """Number of staff members that an application must name."""
    opens_at: datetime = timestamp()
    closes_at: datetime = timestamp(index=True)


class Organization(Table, Replica, table=True):
    """An organization's names, search text and suspension. It may arrive after its first
    enrollments.
    """

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    suspended: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Prevents new enrollments."""
    search: str = search.search_field("name_en", "name_ar")
