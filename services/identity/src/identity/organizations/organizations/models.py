from datetime import datetime
from uuid import UUID

from contracts import ApprovalStatus
from kit.database import search
from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import CheckConstraint, Index, text
from sqlmodel import Field

from identity.tables import AddressFields, Table, choice

_LIVING = text("status <> 'rejected'")


class Organization(Table, table=True):
    """A training provider. Rejection is final."""

    __tablename__ = "organizations"
    __table_args__ = (
        Index(
            "uq_organizations_commercial_number",
            "commercial_number",
            unique=True,
            postgresql_where=_LIVING,
        ),
        Index("uq_organizations_tax_number", "tax_number", unique=True, postgresql_where=_LIVING),
        # Sort orders and search of the admins' list.
        Index("ix_organizations_created_at", "created_at", "id"),
        Index("ix_organizations_name_en", "name_en", "id"),
        Index("ix_organizations_name_ar", "name_ar", "id"),
        # Only an approved organization can be suspended.
        CheckConstraint(
            "suspended_at IS NULL AND suspension_reason IS NULL"
            " OR suspended_at IS NOT NULL AND suspension_reason IS NOT NULL"
            " AND status = 'approved'",
            name="suspension",
        ),
        search.search_index("organizations"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    name_en: str
    name_ar: str
    email: str = Field(max_length=254)
    """Contact address; initially the one used at sign-up."""
    commercial_number: str | None = Field(default=None, max_length=10)
    """Number of the commercial registration."""
    tax_number: str | None = Field(default=None, max_length=15)
    """VAT number."""
    contact_name: str | None = Field(default=None, max_length=120)
    contact_phone: str | None = Field(default=None, max_length=16)
    """E.164."""
    website: str | None = Field(default=None, max_length=200)
    image_key: str | None = None
    """Key of its profile's picture in the file store."""
    status: ApprovalStatus = choice(ApprovalStatus, ApprovalStatus.DRAFT)
    submission: int = 0
    """Number of submissions for approval."""
    submitted_by: UUID | None = None
    """User who submitted it last."""
    suspended_at: datetime | None = timestamp(nullable=True)
    """Time since which it is read-only and accepts no enrollments; None if not suspended."""
    suspension_reason: str | None = None
    """Reason shown to its members."""
    version: int = 1
    created_at: datetime = timestamp(default_now=True)
    search: str = search.search_field(
        "name_en",
        "name_ar",
        "email",
        "coalesce(commercial_number, '')",
        "coalesce(tax_number, '')",
    )


class OrganizationAddress(Table, AddressFields, table=True):
    __tablename__ = "organization_addresses"
    # Region filter of the admins' list.
    __table_args__ = (Index("ix_organization_addresses_state_id", "state_id"),)

    organization_id: UUID = Field(foreign_key="organizations.id", primary_key=True)


class OrganizationCandidate(Table, table=True):
    """A candidate who enrolled with the organization or was added by it.

    The row remains even if the enrollment is cancelled.
    """

    __tablename__ = "organization_candidates"

    organization_id: UUID = Field(
        foreign_key="organizations.id", ondelete="CASCADE", primary_key=True
    )
    profile_id: UUID = Field(
        foreign_key="profiles.id", ondelete="CASCADE", primary_key=True, index=True
    )


ORGANIZATION_STATES = StateMachine(
    Organization.status,
    {
        ApprovalStatus.DRAFT: {ApprovalStatus.SUBMITTED},
        ApprovalStatus.SUBMITTED: {
            ApprovalStatus.APPROVED,
            ApprovalStatus.REJECTED,
            ApprovalStatus.RETURNED,
        },
        ApprovalStatus.RETURNED: {ApprovalStatus.SUBMITTED},
        ApprovalStatus.APPROVED: frozenset(),
        ApprovalStatus.REJECTED: frozenset(),
    },
)
