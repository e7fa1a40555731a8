"""What the approvals service publishes."""

from datetime import date, datetime
from typing import ClassVar
from uuid import UUID

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


class RequestDue(Event):
    """A request that waits is to be decided by the next working day, or was to be before today;
    each is said once of a level."""

    type: ClassVar[str] = "approvals.request.due"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    content_type: Open[ContentType]
    step: int
    level_en: str
    level_ar: str
    name_en: str
    """What was submitted is called."""
    name_ar: str
    due_on: date
    overdue: bool
    approver_user_ids: tuple[UUID, ...]
    """Whose approval is missing; none where nobody approves at the level, so that a super-admin
    decides."""
