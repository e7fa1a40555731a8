"""Manage endpoints and their secrets; queue and resend messages."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from contracts.enrollment import BulkEnrollmentChanged, BulkEnrollmentStatus
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Events
from kit.messaging.periodic import run_after_commit
from kit.messaging.replicas import upsert
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, and_, func, select
from sqlmodel import col

from notifications.config import SEND
from notifications.webhooks.adapters.addresses import has_private_address
from notifications.webhooks.errors import (
    DeliveryNotFound,
    DeliveryUnderWay,
    EndpointLimit,
    EndpointNotFound,
    EndpointStale,
    SecretRotating,
)
from notifications.webhooks.models import (
    WEBHOOK_DELIVERY_STATES,
    BulkEnrollment,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
    WebhookStatus,
)
from notifications.webhooks.queries import is_own_endpoint
from notifications.webhooks.schemas import (
    DeliveryRead,
    EndpointCreate,
    EndpointIssued,
    EndpointRead,
    EndpointUpdate,
)
from notifications.webhooks.secrets.service import generate_secret, seal_secret

MAX_ENDPOINTS = 5
"""Per organization."""
_OF_BULK_ENROLLMENTS = {
    BulkEnrollmentStatus.CHECKED: WebhookEvent.BULK_CHECKED,
    BulkEnrollmentStatus.AWAITING_PAYMENT: WebhookEvent.BULK_AWAITING_PAYMENT,
    BulkEnrollmentStatus.FINISHED: WebhookEvent.BULK_FINISHED,
    BulkEnrollmentStatus.CANCELLED: WebhookEvent.BULK_CANCELLED,
    BulkEnrollmentStatus.EXPIRED: WebhookEvent.BULK_EXPIRED,
}
_OF_ENROLLMENTS = {
    "enrollment_id",
    "bulk_enrollment_id",
    "previous_status",
    "status",
    "batch_id",
    "batch_code",
    "candidate_profile_id",
}
ROTATION_OVERLAP = timedelta(hours=24)
"""Time for which the previous secret also signs."""


async def create_endpoint(
    session: AsyncSession,
    actor: Principal,
    form: EndpointCreate,
    *,
    allow_private: bool,
    sealing: Sequence[str],
) -> EndpointIssued:
    """Create an endpoint of the caller's organization.

    Raises `EndpointLimit`, `Invalid`.
    """
    assert actor.scope
    if not allow_private:
        await _check_address(form.url)
    await db.advisory_lock(session, f"webhook-endpoints:{actor.scope}")
    if (
        await session.scalar(select(func.count()).where(is_own_endpoint(actor))) or 0
    ) >= MAX_ENDPOINTS:
        raise EndpointLimit
    endpoint_id, secret = db.new_id(), generate_secret()
    endpoint = WebhookEndpoint(
        id=endpoint_id,
        organization_id=actor.scope,
        url=form.url,
        events=_list_events(form),
        sealed_secret=seal_secret(sealing, endpoint_id, secret),
    )
    session.add(endpoint)
    await session.flush()
    await session.refresh(endpoint)
    return _build_issued(endpoint, secret)


async def update_endpoint(
    session: AsyncSession,
    actor: Principal,
    endpoint_id: UUID,
    form: EndpointUpdate,
    *,
    allow_private: bool,
) -> EndpointRead:
    """Change an endpoint. Queued messages go to the new URL.

    Raises `EndpointNotFound`, `EndpointStale`, `Invalid`.
    """
    if not allow_private:
        await _check_address(form.url)
    endpoint = await _lock(session, actor, endpoint_id)
    if endpoint.version != form.version:
        raise EndpointStale
    endpoint.url, endpoint.events, endpoint.active = form.url, _list_events(form), form.active
    endpoint.version += 1
    return EndpointRead.model_validate(endpoint)


async def delete_endpoint(session: AsyncSession, actor: Principal, endpoint_id: UUID) -> None:
    """Delete an endpoint with all its deliveries.

    Raises `EndpointNotFound`.
    """
    await session.delete(await _lock(session, actor, endpoint_id))


async def rotate_secret(
    session: AsyncSession, actor: Principal, endpoint_id: UUID, sealing: Sequence[str]
) -> EndpointIssued:
    """Rotate an endpoint's secret; the previous one also signs for 24 hours.

    Raises `EndpointNotFound`, `SecretRotating`.
    """
    endpoint = await _lock(session, actor, endpoint_id)
    now = await db.now(session)
    if endpoint.previous_ends_at is not None and endpoint.previous_ends_at > now:
        raise SecretRotating
    secret = generate_secret()
    endpoint.previous_sealed_secret, endpoint.previous_ends_at = (
        endpoint.sealed_secret,
        now + ROTATION_OVERLAP,
    )
    endpoint.sealed_secret = seal_secret(sealing, endpoint.id, secret)
    endpoint.version += 1
    return _build_issued(endpoint, secret)


async def reissue_secret(database: Database, values: Mapping[str, Any]) -> EndpointIssued:
    """Rotate the secret again for an idempotent retry, whose first response was lost.

    Raises `EndpointNotFound`.
    """
    secret = generate_secret()
    async with database.transaction() as session:
        endpoint = await _lock(session, values["actor"], values["made_id"])
        sealing = values["settings"].sealing_secrets
        endpoint.sealed_secret = seal_secret(sealing, endpoint.id, secret)
        return _build_issued(endpoint, secret)


def _build_issued(endpoint: WebhookEndpoint, secret: str) -> EndpointIssued:
    return EndpointIssued(**EndpointRead.model_validate(endpoint).model_dump(), secret=secret)


async def send_test(session: AsyncSession, actor: Principal, endpoint_id: UUID) -> DeliveryRead:
    """Queue a test message without content.

    Raises `EndpointNotFound`.
    """
    endpoint = await _lock(session, actor, endpoint_id)
    now = await db.now(session)
    delivery = _create_delivery(endpoint, WebhookEvent.TEST, now, {"endpoint_id": str(endpoint.id)})
    session.add(delivery)
    await session.flush()
    run_after_commit(session, SEND)
    await session.refresh(delivery)
    return DeliveryRead.model_validate(delivery)


async def resend_delivery(
    session: AsyncSession, actor: Principal, endpoint_id: UUID, delivery_id: UUID
) -> DeliveryRead:
    """Send a message again with the same ID and a full set of retries.

    Raises `EndpointNotFound`, `DeliveryNotFound`, `DeliveryUnderWay`.
    """
    await _lock(session, actor, endpoint_id)
    its = col(WebhookDelivery.id) == delivery_id, col(WebhookDelivery.endpoint_id) == endpoint_id
    delivery = await db.lock(session, WebhookDelivery, *its)
    if delivery is None:
        raise DeliveryNotFound
    if delivery.status in (WebhookStatus.QUEUED, WebhookStatus.SENDING):
        raise DeliveryUnderWay
    WEBHOOK_DELIVERY_STATES.transition(delivery, WebhookStatus.QUEUED)
    delivery.attempts = 0
    delivery.next_attempt_at = await db.now(session)
    run_after_commit(session, SEND)
    return DeliveryRead.model_validate(delivery)


async def queue_bulk_enrollment(
    session: AsyncSession, change: BulkEnrollmentChanged, meta: Meta
) -> None:
    """Queue webhooks about a changed bulk enrollment."""
    values = {"organization_id": change.organization_id}
    await upsert(session, BulkEnrollment, change.bulk_enrollment_id, values, meta.sequence)
    event = _OF_BULK_ENROLLMENTS.get(change.status)
    if event is not None and not meta.restated:
        data = change.model_dump(mode="json", exclude={"user_id", "client_id", "organization_id"})
        of_organization = col(WebhookEndpoint.organization_id) == change.organization_id
        endpoints = await session.scalars(
            select(WebhookEndpoint).where(of_organization, _is_subscribed(event))
        )
        session.add_all(
            _create_delivery(endpoint, event, meta.time, data) for endpoint in endpoints
        )
        await session.flush()
        run_after_commit(session, SEND)


async def queue_enrollments(session: AsyncSession, events: Events) -> None:
    """Queue webhooks about candidates enrolled in bulk. Only profile IDs identify them."""
    changes = [
        (change, meta)
        for change, meta in events
        if change.bulk_enrollment_id is not None and not meta.restated
    ]
    if not changes:
        return
    bulk_id = col(BulkEnrollment.bulk_enrollment_id)
    found = await session.execute(
        select(bulk_id, WebhookEndpoint)
        .join(
            BulkEnrollment,
            col(BulkEnrollment.organization_id) == col(WebhookEndpoint.organization_id),
        )
        .where(
            bulk_id.in_({change.bulk_enrollment_id for change, _ in changes}),
            _is_subscribed(WebhookEvent.ENROLLMENT_CHANGED),
        )
    )
    endpoints: dict[UUID, list[WebhookEndpoint]] = {}
    for bulk_enrollment_id, endpoint in found:
        endpoints.setdefault(bulk_enrollment_id, []).append(endpoint)
    session.add_all(
        _create_delivery(
            endpoint,
            WebhookEvent.ENROLLMENT_CHANGED,
            meta.time,
            change.model_dump(mode="json", include=_OF_ENROLLMENTS),
        )
        for change, meta in changes
        for endpoint in endpoints.get(change.bulk_enrollment_id, ())
    )
    await session.flush()
    run_after_commit(session, SEND)


def _is_subscribed(event: WebhookEvent) -> ColumnElement[bool]:
    return and_(col(WebhookEndpoint.active), col(WebhookEndpoint.events).contains([event.value]))


def _create_delivery(
    endpoint: WebhookEndpoint, event: WebhookEvent, at: datetime, data: Mapping[str, Any]
) -> WebhookDelivery:
    payload = {"type": event.value, "timestamp": at.isoformat(), "data": dict(data)}
    return WebhookDelivery(endpoint_id=endpoint.id, event=event, payload=payload)


async def _lock(session: AsyncSession, actor: Principal, endpoint_id: UUID) -> WebhookEndpoint:
    mine = col(WebhookEndpoint.id) == endpoint_id, is_own_endpoint(actor)
    endpoint = await db.lock(session, WebhookEndpoint, *mine)
    if endpoint is None:
        raise EndpointNotFound
    return endpoint


async def _check_address(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https":
        raise Invalid.field(
            "url", "webhook_endpoint.https_required", "Enter an address that begins with https://."
        )
    assert parts.hostname
    if await has_private_address(parts.hostname, parts.port or 443):
        message = "This address is in a private network. Enter a public internet address."
        raise Invalid.field("url", "webhook_endpoint.private_address", message)


def _list_events(form: EndpointCreate) -> list[str]:
    return sorted({each.value for each in form.events})
