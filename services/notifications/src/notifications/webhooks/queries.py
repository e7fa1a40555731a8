"""Read an organization's endpoints and deliveries."""

from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, and_, select
from sqlmodel import col

from notifications.webhooks.errors import DeliveryNotFound, EndpointNotFound
from notifications.webhooks.models import (
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
    WebhookStatus,
)
from notifications.webhooks.schemas import (
    AttemptRead,
    DeliveryDetail,
    DeliveryRead,
    EndpointRead,
)


def is_own_endpoint(actor: Principal) -> ColumnElement[bool]:
    """Match endpoints of the caller's organization."""
    return col(WebhookEndpoint.organization_id) == actor.scope


async def list_endpoints(
    session: AsyncSession, actor: Principal, page: PageQuery
) -> Page[EndpointRead]:
    """List the endpoints of the caller's organization, oldest first."""
    query = ListQuery([is_own_endpoint(actor)], [col(WebhookEndpoint.id)], page=page)
    rows, meta = await query.fetch(session, select(WebhookEndpoint), col(WebhookEndpoint.id))
    data = [EndpointRead.model_validate(each) for (each,) in rows]
    return Page(data=data, meta=meta)


async def get_endpoint(session: AsyncSession, actor: Principal, endpoint_id: UUID) -> EndpointRead:
    """Return an endpoint of the caller's organization.

    Raises `EndpointNotFound`.
    """
    mine = and_(col(WebhookEndpoint.id) == endpoint_id, is_own_endpoint(actor))
    endpoint = await session.scalar(select(WebhookEndpoint).where(mine))
    if endpoint is None:
        raise EndpointNotFound
    return EndpointRead.model_validate(endpoint)


async def list_deliveries(
    session: AsyncSession,
    actor: Principal,
    endpoint_id: UUID,
    page: PageQuery,
    status: list[WebhookStatus],
    event: list[WebhookEvent],
) -> Page[DeliveryRead]:
    """List deliveries to the caller's endpoint, newest first.

    Raises `EndpointNotFound`.
    """
    await get_endpoint(session, actor, endpoint_id)
    filters = [col(WebhookDelivery.endpoint_id) == endpoint_id]
    if status:
        filters.append(col(WebhookDelivery.status).in_(status))
    if event:
        filters.append(col(WebhookDelivery.event).in_(event))
    newest_first = col(WebhookDelivery.created_at).desc(), col(WebhookDelivery.id).desc()
    query = ListQuery(filters, newest_first, page=page)
    rows, meta = await query.fetch(session, select(WebhookDelivery), col(WebhookDelivery.id))
    data = [DeliveryRead.model_validate(each) for (each,) in rows]
    return Page(data=data, meta=meta)


async def get_delivery(
    session: AsyncSession, actor: Principal, endpoint_id: UUID, delivery_id: UUID
) -> DeliveryDetail:
    """Return a delivery to the caller's endpoint, with all attempts.

    Raises `DeliveryNotFound`, `EndpointNotFound`.
    """
    await get_endpoint(session, actor, endpoint_id)
    its = and_(
        col(WebhookDelivery.id) == delivery_id, col(WebhookDelivery.endpoint_id) == endpoint_id
    )
    delivery = await session.scalar(select(WebhookDelivery).where(its))
    if delivery is None:
        raise DeliveryNotFound
    attempts = await session.scalars(
        select(WebhookAttempt)
        .where(col(WebhookAttempt.delivery_id) == delivery_id)
        .order_by(col(WebhookAttempt.id).desc())
    )
    return DeliveryDetail(
        **DeliveryRead.model_validate(delivery).model_dump(),
        answers=[AttemptRead.model_validate(each) for each in attempts],
    )
