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
    """A candidate's enrollment in a batch; `states` has its transitions.

    Batches and profiles are replicas without foreign keys, since they may arrive after the
    enrollment.
    """

    __tablename__ = "enrollments"
    __table_args__ = (
        # Concurrent requests create one enrollment. Ended enrollments do not prevent a new one.
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
        # Serves a batch's list, its open requests, and its waiting list in order.
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
        # Sorted by the time of rejection.
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
    """Price of the batch at enrollment, in minor units."""
    returned_minor: int | None = Field(default=None, sa_type=Money)
    """Requested refund of this enrollment's share of a paid bulk charge, in minor units. None for
    all other enrollments.
    """
    currency: str = Field(max_length=3)
    payment_due_at: datetime | None = timestamp(nullable=True)
    """Time until which an unpaid seat is held."""
    charge_id: UUID | None = None
    """ID of the charge; None until payments has published it."""
    reason: str | None = None
    """Reason for a rejection or cancellation, written by the organization."""
    result: EnrollmentResult | None = Field(
        default=None,
        sa_type=text_enum(EnrollmentResult, check="result_known"),
    )
    moved: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Set when the batch is rescheduled or relocated: the candidate may then cancel with a full
    refund.
    """
    bulk_enrollment_id: UUID | None = None
    """Bulk enrollment that created and pays for this one; `charge_id` then stays None."""
    version: int = 1
    """Incremented by every transition; the sequence number of its events."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)

    @property
    def is_in_bulk(self) -> bool:
        """Tell if an organization pays for it with a bulk charge."""
        return self.bulk_enrollment_id is not None


ENROLLMENT_STATES = StateMachine(Enrollment.status, TRANSITIONS, refusal=TransitionRefused)
