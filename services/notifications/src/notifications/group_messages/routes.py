"""`/notifications/group-messages`: organizations write to candidates of their batches, admins of
the settings to groups of users. Admins see the messages of all organizations."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, status
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from notifications.config import SettingsDep
from notifications.group_messages import queries, service
from notifications.group_messages.errors import (
    BatchNotFound,
    GroupMessageBegun,
    GroupMessageEnded,
    GroupMessageNotFound,
    GroupMessageStale,
    TooManyGroupMessages,
)
from notifications.group_messages.schemas import (
    AudienceQuestion,
    GroupMessageCreate,
    GroupMessageDetail,
    GroupMessageDraft,
    GroupMessageFilter,
    GroupMessagePage,
    GroupMessagePreview,
    GroupMessageUpdate,
    ReceiverCount,
)

router = APIRouter(prefix="/notifications/group-messages", tags=["group messages"])

WriterDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[Permission.MANAGE_APPLICATION_SETTINGS],
    ),
]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_group_messages(
    session: Session,
    actor: WriterDep,
    filters: Annotated[GroupMessageFilter, Query()],
    page: Paging,
) -> GroupMessagePage:
    """List the messages of the caller's organization, latest first; admins see all."""
    return await queries.list_group_messages(session, actor, filters, page)


@router.post(
    "",
    status_code=status.HTTP_201_CREATED,
    responses=problems(Invalid, BatchNotFound, TooManyGroupMessages, *AUTH_PROBLEMS),
)
async def create_group_message(
    session: Session, actor: WriterDep, body: GroupMessageCreate
) -> GroupMessageDetail:
    """Create a message, sent now or at a scheduled time."""
    return await service.create_group_message(session, actor, body)


@router.post("/count", responses=problems(BatchNotFound, *AUTH_PROBLEMS))
async def count_group_message_receivers(
    session: Session, actor: WriterDep, body: AudienceQuestion
) -> ReceiverCount:
    """Count the recipients that a message would have now."""
    return await service.count_receivers(session, actor, body.audience)


@router.post("/preview", responses=problems(BatchNotFound, *AUTH_PROBLEMS))
async def preview_group_message(
    session: Session, settings: SettingsDep, actor: WriterDep, body: GroupMessageDraft
) -> GroupMessagePreview:
    """Preview a message as its recipients would get it; nothing is saved or sent."""
    return await service.preview_group_message(session, actor, settings, body)


@router.get("/{message_id}", responses=problems(GroupMessageNotFound, *AUTH_PROBLEMS))
async def get_group_message(
    session: Session, actor: WriterDep, message_id: UUID
) -> GroupMessageDetail:
    """Return a message with its results."""
    return await queries.get_group_message(session, actor, message_id)


@router.put(
    "/{message_id}",
    responses=problems(
        Invalid,
        BatchNotFound,
        GroupMessageNotFound,
        GroupMessageBegun,
        GroupMessageStale,
        TooManyGroupMessages,
        *AUTH_PROBLEMS,
    ),
)
async def update_group_message(
    session: Session, actor: WriterDep, message_id: UUID, body: GroupMessageUpdate
) -> GroupMessageDetail:
    """Change a scheduled message."""
    return await service.update_group_message(session, actor, message_id, body)


@router.post(
    "/{message_id}/cancel",
    responses=problems(GroupMessageNotFound, GroupMessageEnded, *AUTH_PROBLEMS),
)
async def cancel_group_message(
    session: Session, actor: WriterDep, message_id: UUID
) -> GroupMessageDetail:
    """Cancel a message; parts not yet sent are not sent."""
    return await service.cancel_group_message(session, actor, message_id)
