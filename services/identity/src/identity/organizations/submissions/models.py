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
    """A submission of an organization or a staff profile. Those before snapshots existed have no
    row.
    """

    __tablename__ = "submissions"

    content_type: ContentType = choice(ContentType, primary_key=True)
    content_id: UUID = Field(primary_key=True)
    """ID of the organization or the staff profile."""
    number: int = Field(primary_key=True)
    """Counts from 1."""
    snapshot: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """A `contracts.submissions.Snapshot`."""
    submitted_by: UUID = Field(foreign_key="users.id")
    submitted_at: datetime = timestamp(default_now=True)
    status: ApprovalStatus = choice(ApprovalStatus, ApprovalStatus.SUBMITTED)
    comment: str | None = None
    """Comment of the decision."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """Requested corrections, each a `contracts.submissions.Remark`."""
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
