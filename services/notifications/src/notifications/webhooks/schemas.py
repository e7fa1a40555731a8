"""Endpoints and deliveries as they are shown, made and changed."""

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
    """What an endpoint is set to be sent."""

    BULK_CHECKED = WebhookEvent.BULK_CHECKED.value
    BULK_AWAITING_PAYMENT = WebhookEvent.BULK_AWAITING_PAYMENT.value
    BULK_FINISHED = WebhookEvent.BULK_FINISHED.value
    BULK_CANCELLED = WebhookEvent.BULK_CANCELLED.value
    BULK_EXPIRED = WebhookEvent.BULK_EXPIRED.value
    ENROLLMENT_CHANGED = WebhookEvent.ENROLLMENT_CHANGED.value


class EndpointCreate(InputModel):
    """A new endpoint. Outside of development its address is https."""

    url: Url
    events: Annotated[list[SubscribedEvent], Field(min_length=1, max_length=20)]


class EndpointUpdate(EndpointCreate):
    """All of an endpoint that can be changed."""

    active: bool
    version: int
    """Of the endpoint that was looked at."""


class EndpointRead(BaseModel):
    """An endpoint; nobody is shown its secrets again."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    url: str
    events: list[SubscribedEvent]
    active: bool
    previous_ends_at: datetime | None
    """Until when the secret before the present one signs as well; null when it never did."""
    version: int
    created_at: datetime


class EndpointIssued(EndpointRead):
    """An endpoint with its new secret, which is shown this once."""

    secret: str


class DeliveryRead(BaseModel):
    """What was sent, and what was answered to the last attempt."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    """The message's own, in the header `webhook-id`."""
    event: WebhookEvent
    payload: dict[str, Any]
    status: WebhookStatus
    attempts: int
    next_attempt_at: datetime
    response_status: int | None
    """HTTP's; null when nobody answered."""
    response_body: str | None
    """Its beginning."""
    error: str | None
    """Why nobody answered."""
    created_at: datetime
    delivered_at: datetime | None


class AttemptRead(BaseModel):
    """An attempt to deliver a message, and what was answered."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    attempted_at: datetime
    """When it began."""
    took_ms: int
    response_status: int | None
    """HTTP's; null when nobody answered."""
    response_body: str | None
    """Its beginning."""
    error: str | None
    """Why nobody answered."""


class DeliveryDetail(DeliveryRead):
    """A message with every attempt to deliver it."""

    answers: list[AttemptRead]
    """Newest first."""
