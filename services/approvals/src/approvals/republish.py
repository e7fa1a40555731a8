"""Publish the current state as events, to rebuild other services' replicas."""

from collections.abc import AsyncIterator

from contracts import Event
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from approvals.requests.events import EVENTS, request_decided
from approvals.requests.models import ApprovalRequest


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield the outcome of each content's latest decided submission."""
    rows = await session.execute(
        select(ApprovalRequest)
        .where(col(ApprovalRequest.status).in_(EVENTS))
        .ext(distinct_on(col(ApprovalRequest.content_type), col(ApprovalRequest.content_id)))
        .order_by(
            col(ApprovalRequest.content_type),
            col(ApprovalRequest.content_id),
            col(ApprovalRequest.submission).desc(),
        )
    )
    for request in rows.scalars():
        yield request_decided(request), request.submission
