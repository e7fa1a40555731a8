"""What the approvals service publishes."""

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
    """Which submission of the content was decided; an older one changes nothing."""
    decided_by: UUID
    """The user who made the last decision."""
    comment: str | None
    submitted_by: UUID | None = None
    """The user; none in events of older publishers."""
    name_en: str = ""
    """What was submitted is called."""
    name_ar: str = ""


class RequestApproved(_RequestEvent):
    """Every level has approved."""

    type: ClassVar[str] = "approvals.request.approved"


class RequestRejected(_RequestEvent):
    """Refused for good."""

    type: ClassVar[str] = "approvals.request.rejected"


class RequestReturned(_RequestEvent):
    """Sent back to be mended and submitted again."""

    type: ClassVar[str] = "approvals.request.returned"
    remarks: tuple[Remark, ...] = ()
    """On single fields and documents of what was submitted."""


class RequestAdvanced(Event):
    """A request has come to its next level, with whom it waits from now on."""

    type: ClassVar[str] = "approvals.request.advanced"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    content_type: Open[ContentType]
    content_id: UUID
    submission: int
    step: int
    """From 2: that a request begins at the first one is not published."""
    steps: int
    """How many there are."""
    level_en: str
    level_ar: str
    since: datetime
    organization_id: UUID | None = None
    """Whose content it is; none in events of older publishers."""
    submitted_by: UUID | None = None
    """The user; none in events of older publishers."""


class DecisionLink(BaseModel):
    """By which an approver opens a request from a mail, once. Its secret is in the event and that
    mail only; it is good for whoever is signed in as the user alone."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    user_id: UUID
    token: str


class _DecidersEvent(Event):
    """What those who are to decide on a request hear of it."""

    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    content_type: Open[ContentType]
    step: int
    """Where it is."""
    level_en: str
    level_ar: str
    name_en: str
    """What was submitted is called."""
    name_ar: str
    due_on: date | None
    approver_user_ids: tuple[UUID, ...]
    """Who decides, and who stands in for them; none where a super-admin does, since nobody approves
    at the level or covers the request."""
    links: tuple[DecisionLink, ...] = ()


class RequestWaiting(_DecidersEvent):
    """A request has come to a level, whose approvers are to decide. Its sequence is the step."""

    type: ClassVar[str] = "approvals.request.waiting"
    due_on: date


class RequestDue(_DecidersEvent):
    """A request that waits is to be decided by the next working day, or was to be before today;
    each is said once of a level, to those whose approval is missing."""

    type: ClassVar[str] = "approvals.request.due"
    due_on: date
    overdue: bool


class RequestHandedOver(_DecidersEvent):
    """Others than the level's approvers decide on a request from now on: an admin has chosen them,
    or its target was missed by too many days."""

    type: ClassVar[str] = "approvals.request.handed_over"
    content_id: UUID
    escalated: bool
    """The target was missed; else an admin has chosen."""
    reason: str | None
    """The admin's, for admins alone."""


class LevelUnattended(Event):
    """Nobody approves at a level any more, so that a super-admin decides there."""

    type: ClassVar[str] = "approvals.level.unattended"
    subject_field: ClassVar[str] = "level_id"
    level_id: UUID
    content_type: Open[ContentType]
    name_en: str
    name_ar: str


class DelegationStatus(StrEnum):
    """What became of a delegation; that its last day is over is not published."""

    GIVEN = "given"
    TAKEN_BACK = "taken_back"
    """By the approver."""
    GIVEN_BACK = "given_back"
    """By the delegate."""
    DELEGATE_LEFT = "delegate_left"
    """The delegate is no admin any more."""


class DelegationChanged(Event):
    """An approver has somebody decide for them for some days, or no longer."""

    type: ClassVar[str] = "approvals.delegation.changed"
    subject_field: ClassVar[str] = "delegation_id"
    delegation_id: UUID
    user_id: UUID
    """Who is away."""
    name_en: str
    name_ar: str
    delegate_user_id: UUID
    delegate_name_en: str
    delegate_name_ar: str
    content_types: tuple[Open[ContentType], ...]
    """What it is for; all of them where there is none."""
    first_day: date
    last_day: date
    status: Open[DelegationStatus]
