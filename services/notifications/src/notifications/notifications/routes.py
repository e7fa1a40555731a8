"""`/notifications`: for every signed-in user, each sees their own. No gate stands before them,
because they tell what a gate is waiting for."""

from collections.abc import AsyncIterable
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from kit.auth import AnyUser, TokenInvalid, TokenStale
from kit.db import Session
from kit.errors import Unauthorized, problems
from kit.pages import Page, Paging

from notifications.notifications import service
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.notifications.stream import StreamOf, TooManyStreams

SIGN_IN = (Unauthorized, TokenStale, TokenInvalid)

router = APIRouter(prefix="/notifications", tags=["notifications"])


@router.get("", responses=problems(*SIGN_IN))
async def list_notifications(
    session: Session,
    actor: AnyUser,
    page: Paging,
    unread: Annotated[bool | None, Query(description="Only unread, or only read")] = None,
) -> Page[NotificationRead]:
    """The caller's notifications, newest first."""
    return await service.list_own(session, actor, page, unread=unread)


@router.get("/unread-count", responses=problems(*SIGN_IN))
async def count_unread_notifications(session: Session, actor: AnyUser) -> UnreadCount:
    """How many the caller has not read."""
    return await service.count_unread(session, actor)


@router.get(
    "/stream",
    response_class=EventSourceResponse,
    responses=problems(*SIGN_IN, TooManyStreams),
)
async def stream_notifications(
    stream: StreamOf, last_event_id: Annotated[UUID | None, Header()] = None
) -> AsyncIterable[ServerSentEvent]:
    """Server-sent events `notification`, with a notification as their data and its id as theirs.

    Ends with the access token: refresh it and open the stream again with `Last-Event-ID`.
    """
    async for event in stream.events(last_event_id):
        yield event


@router.post("/read-all", responses=problems(*SIGN_IN))
async def read_all_notifications(session: Session, actor: AnyUser) -> UnreadCount:
    """Mark all of the caller's as read."""
    return await service.mark_all_read(session, actor)


@router.post("/{notification_id}/read", responses=problems(*SIGN_IN, service.NotificationNotFound))
async def read_notification(
    session: Session, actor: AnyUser, notification_id: UUID
) -> NotificationRead:
    """Mark one as read; marking it again changes nothing."""
    return await service.mark_read(session, actor, notification_id)
