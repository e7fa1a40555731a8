"""What the approvals service publishes."""

from typing import ClassVar
from uuid import UUID

from contracts.event import Event
from contracts.profiles import ContentType
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


class RequestApproved(_RequestEvent):
    """Every level has approved."""

    type: ClassVar[str] = "approvals.request.approved"


class RequestRejected(_RequestEvent):
    """Refused for good."""

    type: ClassVar[str] = "approvals.request.rejected"


class RequestReturned(_RequestEvent):
    """Sent back to be mended and submitted again."""

    type: ClassVar[str] = "approvals.request.returned"
