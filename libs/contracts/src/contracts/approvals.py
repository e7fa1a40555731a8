"""Events of the approvals service."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from contracts.event import Event
from contracts.profiles import ContentType
from contracts.submissions import Remark
from contracts.values import Open


class _RequestEvent(Event):
    subject_field: ClassVar[str] = "content_id"
    request_id: UUID
    content_type: Open[ContentType]
    content_id: UUID
    submission: int
    """Number of the decided submission; older ones change nothing."""
    decided_by: UUID
    """User who made the last decision."""
    comment: str | None
    submitted_by: UUID | None = None
    """ID of the user; missing in older events."""
    name_en: str = ""
    """Name of the submitted content."""
    name_ar: str = ""


class RequestApproved(_RequestEvent):
    """Every level has approved the request."""

    type: ClassVar[str] = "approvals.request.approved"


class RequestRejected(_RequestEvent):
    """The request was rejected permanently."""

    type: ClassVar[str] = "approvals.request.rejected"


class RequestReturned(_RequestEvent):
    """The request was returned for corrections and resubmission."""

    type: ClassVar[str] = "approvals.request.returned"
    remarks: tuple[Remark, ...] = ()
    """Remarks on single fields and documents."""


class RequestAdvanced(Event):
    """A request has reached its next level, with the approvers of that level."""

    type: ClassVar[str] = "approvals.request.advanced"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    content_type: Open[ContentType]
    content_id: UUID
    submission: int
    step: int
    """At least 2: the first step is not published."""
    steps: int
    """Number of steps."""
    level_en: str
    level_ar: str
    since: datetime
    organization_id: UUID | None = None
    """Organization of the content; missing in older events."""
    submitted_by: UUID | None = None
    """ID of the user; missing in older events."""


class DecisionLink(BaseModel):
    """One-time link from a mail to a request. Only the event and the mail contain its secret; only
    the signed-in addressee can use it.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    user_id: UUID
    token: str


class _DecidersEvent(Event):
    """The base of events about a request for its approvers."""

    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    content_type: Open[ContentType]
    step: int
    """Current step of the request."""
    level_en: str
    level_ar: str
    name_en: str
    """Name of the submitted content."""
    name_ar: str
    due_on: date | None
    approver_user_ids: tuple[UUID, ...]
    """Approvers and their delegates; empty if a super-admin decides because no approver is
    available.
    """
    links: tuple[DecisionLink, ...] = ()


class RequestWaiting(_DecidersEvent):
    """A request waits for the approvers of a level. The step is the event's sequence."""

    type: ClassVar[str] = "approvals.request.waiting"
    due_on: date


class RequestDue(_DecidersEvent):
    """A decision is due by the next working day, or overdue.

    Each is published once per level, to approvers whose decision is missing.
    """

    type: ClassVar[str] = "approvals.request.due"
    due_on: date
    overdue: bool


class RequestHandedOver(_DecidersEvent):
    """Other users than the level's approvers decide, chosen by an admin or by escalation."""

    type: ClassVar[str] = "approvals.request.handed_over"
    content_id: UUID
    escalated: bool
    """True if the target was missed, false if an admin chose the users."""
    reason: str | None
    """The admin's reason, visible to admins only."""


class LevelUnattended(Event):
    """A level has lost its last approver, so a super-admin decides there."""

    type: ClassVar[str] = "approvals.level.unattended"
    subject_field: ClassVar[str] = "level_id"
    level_id: UUID
    content_type: Open[ContentType]
    name_en: str
    name_ar: str


class DelegationStatus(StrEnum):
    """Status of a delegation. The end of its last day is not published."""

    GIVEN = "given"
    TAKEN_BACK = "taken_back"
    """Ended by the approver."""
    GIVEN_BACK = "given_back"
    """Ended by the delegate."""
    DELEGATE_LEFT = "delegate_left"
    """The delegate is no longer an admin."""


class DelegationChanged(Event):
    """An approver has started or ended a delegation for some days."""

    type: ClassVar[str] = "approvals.delegation.changed"
    subject_field: ClassVar[str] = "delegation_id"
    delegation_id: UUID
    user_id: UUID
    """The absent approver."""
    name_en: str
    name_ar: str
    delegate_user_id: UUID
    delegate_name_en: str
    delegate_name_ar: str
    content_types: tuple[Open[ContentType], ...]
    """Delegated content types; empty for all."""
    first_day: date
    last_day: date
    status: Open[DelegationStatus]
