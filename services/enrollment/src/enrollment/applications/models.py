from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.enrollment import ApplicationStatus
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import CheckConstraint, Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class Application(Table, table=True):
    """An organization's application. Each announcement and organization has one that is not
    withdrawn or expired.
    """

    __tablename__ = "applications"
    __table_args__ = (
        CheckConstraint("rating BETWEEN 0 AND 100", name="rating_in_range"),
        # Concurrent requests create one application.
        Index(
            "uq_applications_organization",
            "announcement_id",
            "organization_id",
            unique=True,
            postgresql_where="status NOT IN ('withdrawn', 'expired')",
        ),
        Index("ix_applications_organization", "organization_id", "updated_at", "id"),
        Index("ix_applications_updated", "updated_at", "id"),
        Index("ix_applications_rating", "announcement_id", "rating", "id"),
        # Serves the sweep that expires unsubmitted applications.
        Index(
            "ix_applications_unsubmitted",
            "announcement_id",
            postgresql_where="status IN ('draft', 'pending_payment', 'returned')",
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    announcement_id: UUID
    organization_id: UUID
    status: ApplicationStatus = Field(
        default=ApplicationStatus.DRAFT, sa_type=text_enum(ApplicationStatus, check="status_known")
    )
    note: str = ""
    """Cover note of the organization."""
    fee_minor: int = Field(sa_type=Money)
    """Fee of the announcement when the application was created, in minor units."""
    currency: str
    paid_at: datetime | None = timestamp(nullable=True)
    """Time of payment; the fee is due once for any number of submissions."""
    submission: int = 0
    """Number of submissions."""
    submitted_by: UUID | None = None
    """The user."""
    submitted_profile_id: UUID | None = None
    """Profile that submitted it and owes the fee."""
    submitted_at: datetime | None = timestamp(nullable=True)
    comment: str | None = None
    """Comment of the last decision."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """Requested corrections, each a `contracts.submissions.Remark`."""
    shortlisted: bool = False
    """Set by the platform; hidden from the organization."""
    rating: int | None = None
    """Rating of the platform, from 0 to 100; hidden from the organization."""
    version: int = 1
    """Incremented by every edit and transition; edits state it to detect conflicts."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)


class ApplicationMember(Table, table=True):
    __tablename__ = "application_members"
    __table_args__ = (
        # A person who works for two organizations can be in one application only.
        Index(
            "uq_application_members_person",
            "announcement_id",
            "user_id",
            unique=True,
            postgresql_where="held",
        ),
        Index("ix_application_members_user", "user_id"),
    )

    application_id: UUID = Field(
        foreign_key="applications.id", ondelete="CASCADE", primary_key=True
    )
    profile_id: UUID = Field(primary_key=True)
    announcement_id: UUID
    """Announcement of the application."""
    user_id: UUID
    place: int
    """Order of selection, from 0."""
    held: bool = False
    """Set from payment until the application ends: no other application may name the person."""


APPLICATION_STATES = StateMachine(
    Application.status,
    {
        ApplicationStatus.DRAFT: {
            ApplicationStatus.PENDING_PAYMENT,
            ApplicationStatus.SUBMITTED,
            ApplicationStatus.WITHDRAWN,
            ApplicationStatus.EXPIRED,
        },
        ApplicationStatus.PENDING_PAYMENT: {
            ApplicationStatus.SUBMITTED,
            ApplicationStatus.WITHDRAWN,
            ApplicationStatus.EXPIRED,
        },
        ApplicationStatus.SUBMITTED: {
            ApplicationStatus.APPROVED,
            ApplicationStatus.REJECTED,
            ApplicationStatus.RETURNED,
            ApplicationStatus.WITHDRAWN,
        },
        ApplicationStatus.RETURNED: {
            ApplicationStatus.PENDING_PAYMENT,
            ApplicationStatus.SUBMITTED,
            ApplicationStatus.WITHDRAWN,
            ApplicationStatus.EXPIRED,
        },
        ApplicationStatus.APPROVED: frozenset(),
        ApplicationStatus.REJECTED: frozenset(),
        ApplicationStatus.WITHDRAWN: frozenset(),
        ApplicationStatus.EXPIRED: frozenset(),
    },
)
