"""What was submitted for approval, and what was decided about it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus, ContentType
from kit.database.db import timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Column, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from identity.tables import Table, choice


class Submission(Table, table=True):
    """One submission of an organization or a staff profile. Those of before snapshots were taken
    have no row."""

    __tablename__ = "submissions"

    content_type: ContentType = choice(ContentType, primary_key=True)
    content_id: UUID = Field(primary_key=True)
    """The organization, or the staff profile."""
    number: int = Field(primary_key=True)
    """Counts from 1."""
    snapshot: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """As `contracts.submissions.Snapshot`."""
    submitted_by: UUID = Field(foreign_key="users.id")
    submitted_at: datetime = timestamp(default_now=True)
    status: ApprovalStatus = choice(ApprovalStatus, ApprovalStatus.SUBMITTED)
    comment: str | None = None
    """What was said with the decision."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """What is to be mended, each as `contracts.submissions.Remark`."""
    decided_at: datetime | None = timestamp(nullable=True)


SUBMISSION_STATES = StateMachine(
    Submission.status,
    {
        ApprovalStatus.SUBMITTED: {
            ApprovalStatus.APPROVED,
            ApprovalStatus.REJECTED,
            ApprovalStatus.RETURNED,
        },
        ApprovalStatus.DRAFT: frozenset(),
        ApprovalStatus.APPROVED: frozenset(),
        ApprovalStatus.REJECTED: frozenset(),
        ApprovalStatus.RETURNED: frozenset(),
    },
)
