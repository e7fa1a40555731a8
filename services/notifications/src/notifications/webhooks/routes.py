"""Webhook endpoints of an organization."""

from typing import Annotated
from uuid import UUID

from contracts import ADMIN_ROLE, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.idempotency import renew_on_retry

from notifications.config import SettingsDep
from notifications.webhooks import queries, service
from notifications.webhooks.errors import (
    DeliveryNotFound,
    DeliveryUnderWay,
    EndpointLimit,
    EndpointNotFound,
    EndpointStale,
    SecretRotating,
)
from notifications.webhooks.models import WebhookEvent, WebhookStatus
from notifications.webhooks.schemas import (
    DeliveryDetail,
    DeliveryRead,
    EndpointCreate,
    EndpointIssued,
    EndpointRead,
    EndpointUpdate,
)

router = APIRouter(
    prefix="/webhook-endpoints", tags=["webhooks"], responses=problems(*AUTH_PROBLEMS)
)

ManagerDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF, staff_roles=[ADMIN_ROLE])
]


@router.get("")
async def list_webhook_endpoints(
    session: Session, actor: ManagerDep, page: Paging
) -> Page[EndpointRead]:
    """List the organization's endpoints, oldest first."""
    return await queries.list_endpoints(session, actor, page)


@router.post("", status_code=201, responses=problems(Invalid, EndpointLimit, *AUTH_PROBLEMS))
@renew_on_retry(service.reissue_secret)
async def create_webhook_endpoint(
    body: EndpointCreate, session: Session, settings: SettingsDep, actor: ManagerDep
) -> EndpointIssued:
    """Create an endpoint; only this response contains its secret."""
    allow_private = settings.calls_to_private_addresses
    return await service.create_endpoint(
        session, actor, body, allow_private=allow_private, sealing=settings.sealing_secrets
    )


@router.get("/{endpoint_id}", responses=problems(EndpointNotFound, *AUTH_PROBLEMS))
async def get_webhook_endpoint(
    endpoint_id: UUID, session: Session, actor: ManagerDep
) -> EndpointRead:
    """Return an endpoint."""
    return await queries.get_endpoint(session, actor, endpoint_id)


@router.put(
    "/{endpoint_id}",
    responses=problems(Invalid, EndpointNotFound, EndpointStale, *AUTH_PROBLEMS),
)
async def update_webhook_endpoint(
    endpoint_id: UUID,
    body: EndpointUpdate,
    session: Session,
    settings: SettingsDep,
    actor: ManagerDep,
) -> EndpointRead:
    """Change an endpoint, or deactivate it."""
    allow_private = settings.calls_to_private_addresses
    return await service.update_endpoint(
        session, actor, endpoint_id, body, allow_private=allow_private
    )


@router.delete(
    "/{endpoint_id}", status_code=204, responses=problems(EndpointNotFound, *AUTH_PROBLEMS)
)
async def delete_webhook_endpoint(endpoint_id: UUID, session: Session, actor: ManagerDep) -> None:
    """Delete an endpoint with all its deliveries."""
    await service.delete_endpoint(session, actor, endpoint_id)


@router.post(
    "/{endpoint_id}/secrets",
    status_code=201,
    responses=problems(EndpointNotFound, SecretRotating, *AUTH_PROBLEMS),
)
@renew_on_retry(service.reissue_secret)
async def rotate_webhook_secret(
    endpoint_id: UUID, session: Session, settings: SettingsDep, actor: ManagerDep
) -> EndpointIssued:
    """Rotate an endpoint's secret; messages are signed with both secrets for 24 hours."""
    return await service.rotate_secret(session, actor, endpoint_id, settings.sealing_secrets)


@router.post(
    "/{endpoint_id}/test", status_code=202, responses=problems(EndpointNotFound, *AUTH_PROBLEMS)
)
async def send_webhook_test(endpoint_id: UUID, session: Session, actor: ManagerDep) -> DeliveryRead:
    """Send a test message without content."""
    return await service.send_test(session, actor, endpoint_id)


@router.get("/{endpoint_id}/deliveries", responses=problems(EndpointNotFound, *AUTH_PROBLEMS))
async def list_webhook_deliveries(
    endpoint_id: UUID,
    session: Session,
    actor: ManagerDep,
    page: Paging,
    status: Annotated[list[WebhookStatus] | None, Query()] = None,
    event: Annotated[list[WebhookEvent] | None, Query()] = None,
) -> Page[DeliveryRead]:
    """List deliveries of the last 30 days, newest first, with their last responses."""
    return await queries.list_deliveries(
        session, actor, endpoint_id, page, status or [], event or []
    )


@router.get(
    "/{endpoint_id}/deliveries/{delivery_id}",
    responses=problems(EndpointNotFound, DeliveryNotFound, *AUTH_PROBLEMS),
)
async def get_webhook_delivery(
    endpoint_id: UUID, delivery_id: UUID, session: Session, actor: ManagerDep
) -> DeliveryDetail:
    """Return one delivery with all attempts and responses."""
    return await queries.get_delivery(session, actor, endpoint_id, delivery_id)


@router.post(
    "/{endpoint_id}/deliveries/{delivery_id}/resend",
    status_code=202,
    responses=problems(EndpointNotFound, DeliveryNotFound, DeliveryUnderWay, *AUTH_PROBLEMS),
)
async def resend_webhook_delivery(
    endpoint_id: UUID, delivery_id: UUID, session: Session, actor: ManagerDep
) -> DeliveryRead:
    """Send a message again, with the same ID."""
    return await service.resend_delivery(session, actor, endpoint_id, delivery_id)
