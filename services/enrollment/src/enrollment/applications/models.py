"""Applications of organizations to announcements, with the staff members whom they name."""

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
    """What an organization applies with. There is one for each announcement and organization, but
    for those that were withdrawn or never submitted in time."""

    __tablename__ = "applications"
    __table_args__ = (
        CheckConstraint("rating BETWEEN 0 AND 100", name="rating_in_range"),
        # Two presses at once begin one.
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
        # What the announcement's end may still end.
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
    """What the organization writes of itself."""
    fee_minor: int = Field(sa_type=Money)
    """What it costs, as the announcement said when it was begun; minor units."""
    currency: str
    paid_at: datetime | None = timestamp(nullable=True)
    """When the fee was paid, which is owed once however often it is submitted."""
    submission: int = 0
    """Counts its submissions."""
    submitted_by: UUID | None = None
    """The user."""
    submitted_profile_id: UUID | None = None
    """As whom, who owes the fee."""
    submitted_at: datetime | None = timestamp(nullable=True)
    comment: str | None = None
    """What was said with the last decision."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """What is to be mended, each as `contracts.submissions.Remark`."""
    shortlisted: bool = False
    """By the platform; the organization does not see it."""
    rating: int | None = None
    """The platform's, from 0 to 100; the organization does not see it."""
    version: int = 1
    """Raised by every change of the organization's and every transition; what an edit names."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)


class ApplicationMember(Table, table=True):
    """A staff member whom an application names."""

    __tablename__ = "application_members"
    __table_args__ = (
        # A person who works for two organizations is in the application of one.
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
    """The application's."""
    user_id: UUID
    place: int
    """In the order in which they were chosen, from 0."""
    held: bool = False
    """Whether the application counts on them: from its payment on until it ends."""


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
