"""Appeals: a candidate asks the organization to look at a result again."""

from datetime import datetime
from uuid import UUID

from contracts.enrollment import AppealStatus, EnrollmentResult
from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Index
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class Appeal(Table, table=True):
    """What a candidate says against the result of an enrollment, and what was answered. There is
    one for each enrollment: what was decided again is not appealed against again."""

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
    """As the candidate wrote it."""
    status: AppealStatus = Field(
        default=AppealStatus.OPEN, sa_type=text_enum(AppealStatus, check="status_known")
    )
    result: EnrollmentResult = Field(sa_type=text_enum(EnrollmentResult, check="result_known"))
    """Against which it is."""
    new_result: EnrollmentResult | None = Field(
        default=None, sa_type=text_enum(EnrollmentResult, check="new_result_known")
    )
    """As it was decided again; only of a changed one."""
    answer: str | None = None
    """Why, as the organization wrote it; the candidate reads it."""
    version: int = 1
    """Raised by every transition; the sequence of its events."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    """When it came into its present state."""


APPEAL_STATES = StateMachine(
    Appeal.status,
    {
        AppealStatus.OPEN: {AppealStatus.UPHELD, AppealStatus.CHANGED, AppealStatus.WITHDRAWN},
        AppealStatus.UPHELD: frozenset(),
        # A change that took the pass away can be corrected.
        AppealStatus.CHANGED: {AppealStatus.CHANGED},
        AppealStatus.WITHDRAWN: frozenset(),
    },
)
