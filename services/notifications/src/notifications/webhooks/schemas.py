from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from notifications.webhooks.models import WebhookEvent, WebhookStatus


def _check_url(value: str) -> str:
    try:
        url = urlsplit(value)
        is_good = url.scheme in ("https", "http") and url.hostname and not url.username
        _ = url.port
    except ValueError:
        is_good = False
    if not is_good:
        raise PydanticCustomError(
            "webhook_endpoint.invalid_url", "Enter an address such as https://example.com/hooks."
        )
    return value


Url = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(_check_url)
]


class SubscribedEvent(StrEnum):
    """Event to which an endpoint can subscribe."""

    BULK_CHECKED = WebhookEvent.BULK_CHECKED.value
    BULK_AWAITING_PAYMENT = WebhookEvent.BULK_AWAITING_PAYMENT.value
    BULK_FINISHED = WebhookEvent.BULK_FINISHED.value
    BULK_CANCELLED = WebhookEvent.BULK_CANCELLED.value
    BULK_EXPIRED = WebhookEvent.BULK_EXPIRED.value
    ENROLLMENT_CHANGED = WebhookEvent.ENROLLMENT_CHANGED.value


class EndpointCreate(InputModel):
    """New endpoint. Outside development its URL must be https."""

    url: Url
    events: Annotated[list[SubscribedEvent], Field(min_length=1, max_length=20)]


class EndpointUpdate(EndpointCreate):
    """All editable fields of an endpoint."""

    active: bool
    version: int
    """Version that the caller has read."""


class EndpointRead(BaseModel):
    """Endpoint without its secrets, which are never shown again."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    url: str
    events: list[SubscribedEvent]
    active: bool
    previous_ends_at: datetime | None
    """Time until which the previous secret also signs; null if there was none."""
    version: int
    created_at: datetime


class EndpointIssued(EndpointRead):
    """Endpoint with its new secret, which is shown only once."""

    secret: str


class DeliveryRead(BaseModel):
    """Message, with the response to its last attempt."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    """Message ID, sent in the header `webhook-id`."""
    event: WebhookEvent
    payload: dict[str, Any]
    status: WebhookStatus
    attempts: int
    next_attempt_at: datetime
    response_status: int | None
    """HTTP status; null without a response."""
    response_body: str | None
    """Start of the body."""
    error: str | None
    """Reason for having no response."""
    created_at: datetime
    delivered_at: datetime | None


class AttemptRead(BaseModel):
    """Attempt to deliver a message, with its response."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    attempted_at: datetime
    """Start of the attempt."""
    took_ms: int
    response_status: int | None
    """HTTP status; null without a response."""
    response_body: str | None
    """Start of the body."""
    error: str | None
    """Reason for having no response."""


class DeliveryDetail(DeliveryRead):
    """Message with all delivery attempts."""

    answers: list[AttemptRead]
    """Newest first."""
