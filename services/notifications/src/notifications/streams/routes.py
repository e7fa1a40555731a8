"""`/notifications/stream`: the caller's notifications as they come."""

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
    """Server-sent events `notification`, with a notification as their data and its id as theirs.

    Ends with the access token: refresh it and open the stream again with `Last-Event-ID`.
    """
    async for event in subscription.events(last_event_id):
        yield event
