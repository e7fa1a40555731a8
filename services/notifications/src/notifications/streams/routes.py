"""`/notifications/stream`: live notifications of the caller."""

from collections.abc import AsyncIterable
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent
from kit.core.errors import Unauthorized, problems
from kit.security.auth import TokenInvalid, TokenStale

from notifications.streams.errors import TooManyStreams
from notifications.streams.service import SubscriptionDep

router = APIRouter(prefix="/notifications", tags=["notifications"])


@router.get(
    "/stream",
    response_class=EventSourceResponse,
    responses=problems(Unauthorized, TokenStale, TokenInvalid, TooManyStreams),
)
async def stream_notifications(
    subscription: SubscriptionDep, last_event_id: Annotated[UUID | None, Header()] = None
) -> AsyncIterable[ServerSentEvent]:
    """Stream the caller's notifications as server-sent events `notification`, each with its ID.

    Ends when the access token expires: refresh it and reconnect with `Last-Event-ID`.
    """
    async for event in subscription.events(last_event_id):
        yield event
