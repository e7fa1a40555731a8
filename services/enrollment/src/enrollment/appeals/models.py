from datetime import datetime
from uuid import UUID

from contracts.enrollment import AppealStatus, EnrollmentResult
from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Index
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class Appeal(Table, table=True):
    """A candidate's appeal against a result. Each enrollment allows one; decisions about appeals
    are final.
    """

    __tablename__ = "appeals"
    __table_args__ = (
        Index("ix_appeals_organization", "organization_id", "status", "created_at", "id"),
        Index("ix_appeals_created", "created_at", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    enrollment_id: UUID = Field(foreign_key="enrollments.id", unique=True)
    batch_id: UUID = Field(index=True)
    organization_id: UUID
    text: str
    """Written by the candidate."""
    status: AppealStatus = Field(
        default=AppealStatus.OPEN, sa_type=text_enum(AppealStatus, check="status_known")
    )
    result: EnrollmentResult = Field(sa_type=text_enum(EnrollmentResult, check="result_known"))
    """The appealed result."""
    new_result: EnrollmentResult | None = Field(
        default=None, sa_type=text_enum(EnrollmentResult, check="new_result_known")
    )
    """Result after the change; None unless changed."""
    answer: str | None = None
    """Explanation by the organization for the candidate."""
    version: int = 1
    """Incremented by every transition; the sequence number of its events."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    """Time of the last transition."""


APPEAL_STATES = StateMachine(
    Appeal.status,
    {
        AppealStatus.OPEN: {AppealStatus.UPHELD, AppealStatus.CHANGED, AppealStatus.WITHDRAWN},
        AppealStatus.UPHELD: frozenset(),
        # A change that took away a pass can be corrected.
        AppealStatus.CHANGED: {AppealStatus.CHANGED},
        AppealStatus.WITHDRAWN: frozenset(),
    },
)
