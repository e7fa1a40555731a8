"""Tables of requests, the steps that each goes through, and decisions."""

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
    """To be mended and submitted again, which is a new request."""
    WITHDRAWN = "withdrawn"
    """A newer submission has taken its place."""


class Verdict(StrEnum):
    """What an approver can decide."""

    APPROVED = "approved"
    REJECTED = "rejected"
    RETURNED = "returned"


class Reminder(StrEnum):
    """What approvers are reminded of."""

    SOON = "soon"
    OVERDUE = "overdue"


class Handover(StrEnum):
    """How a step came to others than those who approve at its level."""

    REASSIGNED = "reassigned"
    """An admin has chosen who decides."""
    ESCALATED = "escalated"
    """Its target was missed, and a named person decides, or a super-admin."""
    SKIPPED = "skipped"
    """Its target was missed, and the next level decides."""


_OF_DECIDERS = [
    "content_type",
    "organization_id",
    "state_id",
    "category_ids",
    "submitted_by",
    "step",
]


class ApprovalRequest(Table, table=True):
    """One submission of something that must be approved."""

    __tablename__ = "requests"
    __table_args__ = (
        UniqueConstraint("content_type", "content_id", "submission", name="uq_requests_submission"),
        Index("ix_requests_newest", "submitted_at", "id"),
        # What no day is told of comes last in both directions, so each has an index.
        Index("ix_requests_due", "due_on", "id"),
        Index("ix_requests_due_last", text("due_on DESC NULLS LAST"), text("id DESC")),
        Index(
            "uq_requests_pending",
            "content_type",
            "content_id",
            unique=True,
            postgresql_where=text("status = 'pending'"),
        ),
        # Those that wait, with all by which it is found out for whom.
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
    """Whose content it is."""
    state_id: UUID | None = None
    """The region of that organization's address, when it was submitted."""
    category_ids: list[UUID] = Field(
        default_factory=list,
        sa_column=Column(ARRAY(Uuid), nullable=False, server_default=text("'{}'::uuid[]")),
    )
    """Of the announcement, or of the one that is applied to: its category and the one above it."""
    submitted_by: UUID
    submitted_at: datetime = timestamp()
    status: RequestStatus = choice(RequestStatus, RequestStatus.PENDING)
    step: int
    """The step that it waits at, from 1; 0 where its content type had no level."""
    step_since: datetime = timestamp(default_now=True)
    """When it came to that step."""
    due_on: date | None = None
    """The day on which that step is to be decided; None where nobody's target counts, as at no
    level."""
    escalate_on: date | None = None
    """The day from which that step is given to others; None where it is not."""
    reminded: Reminder | None = choice(Reminder, None, nullable=True)
    """The last reminder of that step."""
    snapshot: dict[str, Any] = Field(
        default_factory=dict,
        sa_column=Column(JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    )
    """What was submitted, as `contracts.submissions.Snapshot`."""
    remarks: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """What is to be mended, each as `contracts.submissions.Remark`; only where it was returned."""
    decided_by: UUID | None = None
    comment: str | None = None
    decided_at: datetime | None = timestamp(nullable=True)
    search: str = search_field("name_en", "name_ar")


class Step(Table, table=True):
    """A level as it was when the request was submitted.

    Levels that are added, renamed or moved later do not concern a request that is under way;
    who approves at the level does.
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
    """In working days."""
    escalate_after: int | None = None
    """In working days after the target."""
    escalate_to: UUID | None = None
    """A user; None is the next level."""
    handover: Handover | None = choice(Handover, None, nullable=True)
    """When there is one, those of `Assignee` decide, and the level's approvers do not."""


class Assignee(Table, table=True):
    """A user who decides at one step of one request, in place of the level's approvers."""

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
    """By which an approver opens a request from a mail. It ends with their decision at the step."""

    __tablename__ = "links"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    token_hash: bytes = Field(unique=True)
    """Of the secret in the link, which is in the mail only."""
    request_id: UUID = Field(
        index=True, sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")]
    )
    step: int
    user_id: UUID = Field(index=True)
    expires_at: datetime = timestamp(index=True)
    used_at: datetime | None = timestamp(nullable=True)


class HandoverEntry(Table, table=True):
    """That a step was given to others: when, to whom and why."""

    __tablename__ = "handovers"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    request_id: UUID = Field(
        index=True, sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")]
    )
    step: int
    kind: Handover = choice(Handover)
    user_id: UUID | None
    """The admin who has reassigned it."""
    assignee_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))
    reason: str | None
    created_at: datetime = timestamp(default_now=True)


class Decision(Table, table=True):
    """What was decided at one step for one approver."""

    __tablename__ = "decisions"
    __table_args__ = (
        UniqueConstraint("request_id", "step", "approver_id", name="uq_decisions_approver"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    request_id: UUID = Field(sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")])
    step: int
    user_id: UUID
    """Who has decided."""
    approver_id: UUID
    """Whose decision it is: the same user, or the approver for whom they stood in."""
    verdict: Verdict = choice(Verdict)
    comment: str | None
    working_days: int
    """After the day on which the request came to the step."""
    overdue: bool
    """Whether it was made after the day on which the step was to be decided."""
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
