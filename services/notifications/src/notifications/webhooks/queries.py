"""Reads an organization's endpoints and what they were sent."""

from uuid import UUID

from kit.auth import Principal
from kit.db import AsyncSession
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import ColumnElement, and_, select
from sqlmodel import col

from notifications.webhooks.errors import EndpointNotFound
from notifications.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookStatus
from notifications.webhooks.schemas import DeliveryRead, EndpointRead


def own(actor: Principal) -> ColumnElement[bool]:
    """The condition that an endpoint is of the caller's organization."""
    return col(WebhookEndpoint.organization_id) == actor.scope


async def list_endpoints(session: AsyncSession, actor: Principal) -> list[EndpointRead]:
    """The endpoints of the caller's organization, oldest first."""
    found = select(WebhookEndpoint).where(own(actor)).order_by(col(WebhookEndpoint.id))
    return [EndpointRead.model_validate(each) for each in await session.scalars(found)]


async def list_deliveries(
    session: AsyncSession,
    actor: Principal,
    endpoint_id: UUID,
    page: PageQuery,
    status: list[WebhookStatus],
) -> Page[DeliveryRead]:
    """What an endpoint of the caller's organization was sent, newest first.

    Raises `EndpointNotFound`.
    """
    mine = and_(col(WebhookEndpoint.id) == endpoint_id, own(actor))
    if await session.scalar(select(col(WebhookEndpoint.id)).where(mine)) is None:
        raise EndpointNotFound
    statement = (
        select(WebhookDelivery)
        .where(col(WebhookDelivery.endpoint_id) == endpoint_id)
        .order_by(col(WebhookDelivery.created_at).desc(), col(WebhookDelivery.id).desc())
    )
    if status:
        statement = statement.where(col(WebhookDelivery.status).in_(status))
    rows, total = await fetch_page(session, statement, page)
    data = [DeliveryRead.model_validate(each) for (each,) in rows]
    return Page(data=data, meta=page.meta(total))
