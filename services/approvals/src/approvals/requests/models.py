from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from contracts import ContentType
from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from kit.database.tables import choice
from kit.database.transitions import StateMachine
from sqlalchemy import (
    ARRAY,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from approvals.approvers.models import Rule
from approvals.tables import Table


class RequestStatus(StrEnum):
    """`pending → approved | rejected | returned | withdrawn`."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    RETURNED = "returned"
    """Returned for correction; resubmission creates a new request."""
    WITHDRAWN = "withdrawn"
    """Replaced by a newer submission, or withdrawn by the applicant."""


class Verdict(StrEnum):
    APPROVED = "approved"
    REJECTED = "rejected"
    RETURNED = "returned"


class Reminder(StrEnum):
    SOON = "soon"
    OVERDUE = "overdue"


class Handover(StrEnum):
    """Reason a step left its level's approvers."""

    REASSIGNED = "reassigned"
    """An admin chose other approvers."""
    ESCALATED = "escalated"
    """The deadline passed; a named user or a super-admin decides."""
    SKIPPED = "skipped"
    """The deadline passed; the next level decides."""


_OF_DECIDERS = [
    "content_type",
    "organization_id",
    "state_id",
    "category_ids",
    "submitted_by",
    "step",
]


class ApprovalRequest(Table, table=True):
    """One submission for approval."""

    __tablename__ = "requests"
    __table_args__ = (
        UniqueConstraint("content_type", "content_id", "submission", name="uq_requests_submission"),
        Index("ix_requests_newest", "submitted_at", "id"),
        # Null dates sort last in both directions, so each direction needs an index.
        Index("ix_requests_due", "due_on", "id"),
        Index("ix_requests_due_last", text("due_on DESC NULLS LAST"), text("id DESC")),
        Index(
            "uq_requests_pending",
            "content_type",
            "content_id",
            unique=True,
            postgresql_where=text("status = 'pending'"),
        ),
        # Covers pending requests with the columns that determine their approvers.
        Index(
            "ix_requests_waiting",
            "submitted_at",
            "id",
            postgresql_include=_OF_DECIDERS,
            postgresql_where=text("status = 'pending'"),
        ),
        search_index("requests"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    content_type: ContentType = choice(ContentType)
    content_id: UUID
    submission: int
    name_en: str
    name_ar: str
    organization_id: UUID | None
    """Organization that owns the content."""
    state_id: UUID | None = None
    """Region of the organization's address at submission."""
    category_ids: list[UUID] = Field(
        default_factory=list,
        sa_column=Column(ARRAY(Uuid), nullable=False, server_default=text("'{}'::uuid[]")),
    )
    """Category and parent category of the announcement, or of the application's announcement."""
    submitted_by: UUID
    submitted_at: datetime = timestamp()
    status: RequestStatus = choice(RequestStatus, RequestStatus.PENDING)
    step: int
    """Current step, from 1; 0 if the content type had no level."""
    step_since: datetime = timestamp(default_now=True)
    """Time the request reached the current step."""
    due_on: date | None = None
    """Decision deadline of the current step; null without one, such as at no level."""
    escalate_on: date | None = None
    """Day on which the current step escalates; null for never."""
    reminded: Reminder | None = choice(Reminder, None, nullable=True)
    """Latest reminder of the current step."""
    snapshot: dict[str, Any] = Field(
        default_factory=dict,
        sa_column=Column(JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    )
    """Submitted content as `contracts.submissions.Snapshot`."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """Required corrections as `contracts.submissions.Remark`, if the request was returned."""
    decided_by: UUID | None = None
    comment: str | None = None
    decided_at: datetime | None = timestamp(nullable=True)
    search: str = search_field("name_en", "name_ar")


class Step(Table, table=True):
    """Copy of a level at the time of submission.

    Later changes of levels do not affect pending requests, except changes of their approvers.
    """

    __tablename__ = "steps"

    request_id: UUID = Field(
        primary_key=True, sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")]
    )
    position: int = Field(primary_key=True)
    level_id: UUID | None = Field(
        index=True, sa_column_args=[ForeignKey("levels.id", ondelete="SET NULL")]
    )
    name_en: str
    name_ar: str
    rule: Rule = choice(Rule)
    target_days: int
    """Working days to decide."""
    escalate_after: int | None = None
    """Working days from the deadline to escalation."""
    escalate_to: UUID | None = None
    """User who decides after escalation; null for the next level."""
    handover: Handover | None = choice(Handover, None, nullable=True)
    """Kind of handover, if any: then the users in `Assignee` decide instead of the level's
    approvers.
    """


class Assignee(Table, table=True):
    """User who decides one step of one request instead of the level's approvers."""

    __tablename__ = "assignees"
    __table_args__ = (
        ForeignKeyConstraint(
            ["request_id", "step"], ["steps.request_id", "steps.position"], ondelete="CASCADE"
        ),
    )

    request_id: UUID = Field(primary_key=True)
    step: int = Field(primary_key=True)
    user_id: UUID = Field(primary_key=True, index=True)


class Link(Table, table=True):
    """Link in a mail that opens a request for one approver, valid until they decide the step."""

    __tablename__ = "links"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    token_hash: bytes = Field(unique=True)
    """Hash of the secret; only the mail contains the secret itself."""
    request_id: UUID = Field(
        index=True, sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")]
    )
    step: int
    user_id: UUID = Field(index=True)
    expires_at: datetime = timestamp(index=True)
    used_at: datetime | None = timestamp(nullable=True)


class HandoverEntry(Table, table=True):
    """Log entry of a handover: time, assignees and reason."""

    __tablename__ = "handovers"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    request_id: UUID = Field(
        index=True, sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")]
    )
    step: int
    kind: Handover = choice(Handover)
    user_id: UUID | None
    """Admin who reassigned the step; null for an escalation."""
    assignee_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))
    reason: str | None
    created_at: datetime = timestamp(default_now=True)


class Decision(Table, table=True):
    """Decision at one step, counted for one approver."""

    __tablename__ = "decisions"
    __table_args__ = (
        UniqueConstraint("request_id", "step", "approver_id", name="uq_decisions_approver"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    request_id: UUID = Field(sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")])
    step: int
    user_id: UUID
    """User who decided."""
    approver_id: UUID
    """Approver the decision counts for: the same user, or the one they represented."""
    verdict: Verdict = choice(Verdict)
    comment: str | None
    working_days: int
    """Working days since the request reached the step."""
    overdue: bool
    """Made after the step's deadline."""
    created_at: datetime = timestamp(default_now=True, index=True)


REQUEST_STATES = StateMachine(
    ApprovalRequest.status,
    {
        RequestStatus.PENDING: {
            RequestStatus.APPROVED,
            RequestStatus.REJECTED,
            RequestStatus.RETURNED,
            RequestStatus.WITHDRAWN,
        },
        RequestStatus.APPROVED: frozenset(),
        RequestStatus.REJECTED: frozenset(),
        RequestStatus.RETURNED: frozenset(),
        RequestStatus.WITHDRAWN: frozenset(),
    },
)
