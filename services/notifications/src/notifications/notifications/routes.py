"""`/notifications`: each signed-in user sees their own. No gate applies, because notifications
explain pending gates."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from kit.core.errors import Unauthorized, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AnyUser, TokenInvalid, TokenStale

from notifications.notifications import queries, service
from notifications.notifications.errors import NotificationNotFound
from notifications.notifications.schemas import NotificationRead, UnreadCount
from notifications.texts.models import Subject

SIGN_IN = (Unauthorized, TokenStale, TokenInvalid)

router = APIRouter(prefix="/notifications", tags=["notifications"])


@router.get("", responses=problems(*SIGN_IN))
async def list_notifications(
    session: Session,
    actor: AnyUser,
    page: Paging,
    unread: Annotated[bool | None, Query(description="Only unread, or only read")] = None,
    subject: Annotated[Subject | None, Query(description="What they are about")] = None,
) -> Page[NotificationRead]:
    """List the caller's notifications, newest first."""
    return await queries.list_notifications(session, actor, page, unread=unread, subject=subject)


@router.delete("", status_code=204, responses=problems(*SIGN_IN))
async def clear_notifications(session: Session, actor: AnyUser) -> None:
    """Clear the caller's read notifications from the list."""
    await service.clear_notifications(session, actor)


@router.get("/unread-count", responses=problems(*SIGN_IN))
async def get_unread_notification_count(session: Session, actor: AnyUser) -> UnreadCount:
    """Count the caller's unread notifications."""
    return await queries.get_unread_count(session, actor)


@router.post("/read-all", responses=problems(*SIGN_IN))
async def mark_all_notifications_read(session: Session, actor: AnyUser) -> UnreadCount:
    """Mark all of the caller's notifications as read."""
    return await service.mark_all_notifications_read(session, actor)


@router.post("/{notification_id}/read", responses=problems(*SIGN_IN, NotificationNotFound))
async def mark_notification_read(
    session: Session, actor: AnyUser, notification_id: UUID
) -> NotificationRead:
    """Mark a notification as read. Idempotent."""
    return await service.mark_notification_read(session, actor, notification_id)
