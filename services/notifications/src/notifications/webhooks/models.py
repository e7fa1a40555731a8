"""Endpoints of organizations and what they are sent."""

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
    """What an endpoint can be sent."""

    BULK_CHECKED = "bulk_enrollment.checked"
    BULK_AWAITING_PAYMENT = "bulk_enrollment.awaiting_payment"
    BULK_FINISHED = "bulk_enrollment.finished"
    BULK_CANCELLED = "bulk_enrollment.cancelled"
    BULK_EXPIRED = "bulk_enrollment.expired"
    ENROLLMENT_CHANGED = "enrollment.changed"
    TEST = "test"
    """Sent when somebody of the organization asks for it, whatever the endpoint is set to."""


class WebhookStatus(StrEnum):
    """`queued → sending → delivered | failed`; a failed attempt leads back to `queued`."""

    QUEUED = "queued"
    SENDING = "sending"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookEndpoint(Table, table=True):
    """An address of an organization's program. Whoever changes it locks this row."""

    __tablename__ = "webhook_endpoints"
    __table_args__ = (Index("ix_webhook_endpoints_organization_id", "organization_id", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID
    url: str = Field(max_length=500)
    events: list[str] = Field(sa_column=Column(ARRAY(String(60)), nullable=False))
    active: bool = True
    """False: nothing is sent, and nothing is queued."""
    rests_until: datetime = timestamp(default_now=True)
    """Nothing is sent before it: nobody answered, and other endpoints are not to wait for that."""
    sealed_secret: bytes
    """What is signed with, so it is no hash. Nobody is shown it again."""
    previous_sealed_secret: bytes | None = None
    """Signs as well until it ends, so that a program can be given the new one meanwhile."""
    previous_ends_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    created_at: datetime = timestamp(default_now=True)


# Written out, so that the planner sees that a partial index covers the condition.
OPEN = text("status IN ('queued', 'sending')")


class BulkEnrollment(Table, Replica, table=True):
    """A copy: whose a bulk enrollment is."""

    __tablename__ = "bulk_enrollments"

    bulk_enrollment_id: UUID = Field(primary_key=True)
    organization_id: UUID


class WebhookDelivery(Table, table=True):
    """One message to one endpoint, with the answer to the last of its attempts."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        # In the order in which they are claimed.
        Index("ix_webhook_deliveries_due", "endpoint_id", "next_attempt_at", postgresql_where=OPEN),
        Index("ix_webhook_deliveries_endpoint_id", "endpoint_id", "created_at", "id"),
        Index("ix_webhook_deliveries_created_at", "created_at"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """Also the message's own, the same at every attempt, by which a program drops repetitions."""
    endpoint_id: UUID = Field(foreign_key="webhook_endpoints.id", ondelete="CASCADE")
    event: WebhookEvent = choice(WebhookEvent, length=60)
    payload: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    status: WebhookStatus = choice(WebhookStatus, WebhookStatus.QUEUED)
    attempts: int = 0
    """Also shows whether a copy still holds the lease under which it began to send."""
    next_attempt_at: datetime = timestamp(default_now=True)
    """While `sending`: when the lease ends and another copy may try."""
    response_status: int | None = None
    """HTTP's, of the last attempt; none when nobody answered."""
    response_body: str | None = None
    """Its beginning."""
    error: str | None = None
    """Why nobody answered."""
    created_at: datetime = timestamp(default_now=True)
    delivered_at: datetime | None = timestamp(nullable=True)


class WebhookAttempt(Table, table=True):
    """One attempt to deliver a message, and what was answered."""

    __tablename__ = "webhook_attempts"
    __table_args__ = (Index("ix_webhook_attempts_delivery_id", "delivery_id", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    delivery_id: UUID = Field(foreign_key="webhook_deliveries.id", ondelete="CASCADE")
    attempted_at: datetime = timestamp()
    """When it began."""
    took_ms: int
    response_status: int | None = None
    """HTTP's; none when nobody answered."""
    response_body: str | None = None
    """Its beginning."""
    error: str | None = None
    """Why nobody answered."""


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
