"""Webhook endpoints of organizations and their deliveries."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import choice
from kit.database.transitions import StateMachine
from kit.messaging.replicas import Replica
from sqlalchemy import Column, Index, String, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field

from notifications.tables import Table


class WebhookEvent(StrEnum):
    """Event that an endpoint can receive."""

    BULK_CHECKED = "bulk_enrollment.checked"
    BULK_AWAITING_PAYMENT = "bulk_enrollment.awaiting_payment"
    BULK_FINISHED = "bulk_enrollment.finished"
    BULK_CANCELLED = "bulk_enrollment.cancelled"
    BULK_EXPIRED = "bulk_enrollment.expired"
    ENROLLMENT_CHANGED = "enrollment.changed"
    TEST = "test"
    """Sent on request of a user, regardless of the endpoint's subscriptions."""


class WebhookStatus(StrEnum):
    """`queued → sending → delivered | failed`; a failed attempt returns to `queued`."""

    QUEUED = "queued"
    SENDING = "sending"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookEndpoint(Table, table=True):
    """Webhook URL of an organization. Lock this row to change it."""

    __tablename__ = "webhook_endpoints"
    __table_args__ = (Index("ix_webhook_endpoints_organization_id", "organization_id", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID
    url: str = Field(max_length=500)
    events: list[str] = Field(sa_column=Column(ARRAY(String(60)), nullable=False))
    active: bool = True
    """False: nothing is queued or sent."""
    rests_until: datetime = timestamp(default_now=True)
    """Pause after a failed connection, so that other endpoints do not wait for this one."""
    sealed_secret: bytes
    """Signing key, so encrypted rather than hashed. It is never shown again."""
    previous_sealed_secret: bytes | None = None
    """Also signs until it expires, so that clients can switch to the new one."""
    previous_ends_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    created_at: datetime = timestamp(default_now=True)


# Literals, so that the planner can prove that a partial index covers the condition.
OPEN = text("status IN ('queued', 'sending')")


class BulkEnrollment(Table, Replica, table=True):
    """Replica: owner of a bulk enrollment."""

    __tablename__ = "bulk_enrollments"

    bulk_enrollment_id: UUID = Field(primary_key=True)
    organization_id: UUID


class WebhookDelivery(Table, table=True):
    """Message to one endpoint, with the response to its last attempt."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        # In claim order.
        Index("ix_webhook_deliveries_due", "endpoint_id", "next_attempt_at", postgresql_where=OPEN),
        Index("ix_webhook_deliveries_endpoint_id", "endpoint_id", "created_at", "id"),
        Index("ix_webhook_deliveries_created_at", "created_at"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """Also the message ID, the same at every attempt, for deduplication."""
    endpoint_id: UUID = Field(foreign_key="webhook_endpoints.id", ondelete="CASCADE")
    event: WebhookEvent = choice(WebhookEvent, length=60)
    payload: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    status: WebhookStatus = choice(WebhookStatus, WebhookStatus.QUEUED)
    attempts: int = 0
    """Also a fencing token: shows if a worker still holds its lease."""
    next_attempt_at: datetime = timestamp(default_now=True)
    """While `sending`: end of the lease, after which another worker may retry."""
    response_status: int | None = None
    """HTTP status of the last attempt; None without a response."""
    response_body: str | None = None
    """Start of the body."""
    error: str | None = None
    """Reason for having no response."""
    created_at: datetime = timestamp(default_now=True)
    delivered_at: datetime | None = timestamp(nullable=True)


class WebhookAttempt(Table, table=True):
    """Attempt to deliver a message, with its response."""

    __tablename__ = "webhook_attempts"
    __table_args__ = (Index("ix_webhook_attempts_delivery_id", "delivery_id", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    delivery_id: UUID = Field(foreign_key="webhook_deliveries.id", ondelete="CASCADE")
    attempted_at: datetime = timestamp()
    """Start of the attempt."""
    took_ms: int
    response_status: int | None = None
    """HTTP status; None without a response."""
    response_body: str | None = None
    """Start of the body."""
    error: str | None = None
    """Reason for having no response."""


WEBHOOK_DELIVERY_STATES = StateMachine(
    WebhookDelivery.status,
    {
        WebhookStatus.QUEUED: {WebhookStatus.SENDING},
        WebhookStatus.SENDING: {
            WebhookStatus.SENDING,
            WebhookStatus.QUEUED,
            WebhookStatus.DELIVERED,
            WebhookStatus.FAILED,
        },
        WebhookStatus.DELIVERED: {WebhookStatus.QUEUED},
        WebhookStatus.FAILED: {WebhookStatus.QUEUED},
    },
)
