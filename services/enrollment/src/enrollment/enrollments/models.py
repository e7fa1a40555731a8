"""Enrollments: a candidate in a batch."""

from datetime import datetime
from uuid import UUID

from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import Index
from sqlmodel import Field

from enrollment.enrollments.errors import TransitionRefused
from enrollment.enrollments.states import ACTIVE, TRANSITIONS
from enrollment.tables import Table, text_enum

_active = ", ".join(f"'{status}'" for status in sorted(ACTIVE))


class Enrollment(Table, table=True):
    """One candidate's way through one batch; the arrows are in `states`.

    Batches and profiles are copies of other services' state, so nothing here has a foreign key
    to them: a candidate may be known later than the enrollment.
    """

    __tablename__ = "enrollments"
    __table_args__ = (
        # Two presses at once make one enrollment; an ended one does not stand in the way.
        Index(
            "uq_enrollments_active",
            "batch_id",
            "candidate_profile_id",
            unique=True,
            postgresql_where=f"status IN ({_active})",
        ),
        Index("ix_enrollments_candidate", "candidate_profile_id", "created_at", "id"),
        Index("ix_enrollments_organization", "organization_id", "created_at", "id"),
        Index(
            "ix_enrollments_organization_status", "organization_id", "status", "created_at", "id"
        ),
        # A batch's list, its open requests, and its waiting list in order.
        Index("ix_enrollments_batch", "batch_id", "status", "created_at", "id"),
        Index("ix_enrollments_created", "created_at", "id"),
        Index("ix_enrollments_status", "status", "created_at", "id"),
        Index(
            "ix_enrollments_payment_due",
            "payment_due_at",
            postgresql_where="status = 'pending_payment'",
        ),
        Index(
            "ix_enrollments_organization_payment_due",
            "organization_id",
            "payment_due_at",
            "id",
            postgresql_where="status = 'pending_payment'",
        ),
        # The latest first, which is not when they were made.
        Index(
            "ix_enrollments_rejected",
            "updated_at",
            "id",
            postgresql_where="status = 'rejected'",
        ),
        Index(
            "ix_enrollments_organization_rejected",
            "organization_id",
            "updated_at",
            "id",
            postgresql_where="status = 'rejected'",
        ),
        Index(
            "ix_enrollments_bulk_enrollment",
            "bulk_enrollment_id",
            postgresql_where="bulk_enrollment_id IS NOT NULL",
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    candidate_profile_id: UUID
    candidate_user_id: UUID
    status: EnrollmentStatus = Field(sa_type=text_enum(EnrollmentStatus, check="status_known"))
    price_minor: int = Field(sa_type=Money)
    """What the batch cost when the candidate enrolled, in minor units."""
    returned_minor: int | None = Field(default=None, sa_type=Money)
    """What of its part of a paid charge for many was asked to go back when it ended; None for any
    other enrollment."""
    currency: str = Field(max_length=3)
    payment_due_at: datetime | None = timestamp(nullable=True)
    """Until when an unpaid seat is held."""
    charge_id: UUID | None = None
    """What payments made of the amount owed; None until it has published it."""
    reason: str | None = None
    """Why the organization rejected or cancelled it, as the person wrote it."""
    result: EnrollmentResult | None = Field(
        default=None,
        sa_type=text_enum(EnrollmentResult, check="result_known"),
    )
    moved: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Whether the batch got other times or another place after the candidate enrolled, who may
    therefore leave it with the whole price."""
    bulk_enrollment_id: UUID | None = None
    """The bulk enrollment that made it, whose charge pays for it; then `charge_id` stays None."""
    version: int = 1
    """Raised by every transition; the sequence of its events."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    """When it came into its present state."""

    @property
    def in_bulk(self) -> bool:
        """Whether an organization pays for it together with others."""
        return self.bulk_enrollment_id is not None


ENROLLMENT_STATES = StateMachine(Enrollment.status, TRANSITIONS, refusal=TransitionRefused)
