"""Create, schedule and cancel group messages."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from contracts.app_routes import AppRoute
from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from kit.messaging.periodic import run_after_commit
from kit.security.auth import NotAllowed, Principal
from sqlalchemy import func, select
from sqlmodel import col

from notifications.config import SEND, Settings
from notifications.deliveries.models import DELIVERY_STATES, Delivery, DeliveryStatus
from notifications.deliveries.queries import get_product
from notifications.group_messages import queries
from notifications.group_messages.errors import (
    GroupMessageBegun,
    GroupMessageEnded,
    GroupMessageNotFound,
    GroupMessageStale,
    TooManyGroupMessages,
)
from notifications.group_messages.models import (
    GROUP_MESSAGE_STATES,
    GroupMessage,
    GroupMessageStatus,
)
from notifications.group_messages.schemas import (
    Audience,
    BatchAudience,
    GroupMessageCreate,
    GroupMessageDetail,
    GroupMessageDraft,
    GroupMessagePreview,
    GroupMessageText,
    GroupMessageUpdate,
    ReceiverCount,
)
from notifications.notifications.models import Notification
from notifications.previews.service import render_message
from notifications.replicas.models import Batch, Organization
from notifications.texts.models import LANGUAGES, Bilingual, Kind, Values
from notifications.wordings.queries import get_message

MESSAGES_A_DAY = 10
"""Maximum messages of an organization per day of sending, in Riyadh."""
MAX_AHEAD = timedelta(days=90)
"""Maximum time ahead for which a message can be scheduled."""
LEEWAY = timedelta(minutes=1)
"""A time chosen within the current minute means now."""
Status = GroupMessageStatus
UNFINISHED = (Status.SCHEDULED, Status.SENDING)


async def create_group_message(
    session: AsyncSession, actor: Principal, form: GroupMessageCreate
) -> GroupMessageDetail:
    """Create a message to candidates of a batch or, for admins, to a group of users.

    Raises `BatchNotFound`, `Invalid`, `NotAllowed`, `TooManyGroupMessages`.
    """
    message = GroupMessage(
        id=db.new_id(),
        organization_id=actor.scope,
        author_id=actor.user_id,
        **await _validate(session, actor, form),
    )
    await _check_day(session, message)
    session.add(message)
    await session.flush()
    run_after_commit(session, SEND)
    return await queries.get_group_message(session, actor, message.id)


async def update_group_message(
    session: AsyncSession, actor: Principal, message_id: UUID, form: GroupMessageUpdate
) -> GroupMessageDetail:
    """Change a scheduled message or its time.

    Raises `BatchNotFound`, `GroupMessageBegun`, `GroupMessageNotFound`, `GroupMessageStale`,
    `Invalid`, `NotAllowed`, `TooManyGroupMessages`.
    """
    message = await _lock(session, actor, message_id)
    if message.status is not Status.SCHEDULED:
        raise GroupMessageBegun
    if message.version != form.version:
        raise GroupMessageStale
    for name, value in (await _validate(session, actor, form)).items():
        setattr(message, name, value)
    message.version += 1
    await _check_day(session, message)
    await session.flush()
    run_after_commit(session, SEND)
    return await queries.get_group_message(session, actor, message.id)


async def cancel_group_message(
    session: AsyncSession, actor: Principal, message_id: UUID
) -> GroupMessageDetail:
    """Cancel a message: no further recipients, and none of its queued mails are sent.

    Raises `GroupMessageEnded`, `GroupMessageNotFound`.
    """
    message = await _lock(session, actor, message_id)
    if message.status not in UNFINISHED:
        raise GroupMessageEnded
    await _cancel(session, message)
    return await queries.get_group_message(session, actor, message_id)


async def cancel_organization_messages(session: AsyncSession, organization_id: UUID) -> None:
    """Cancel the open messages of a suspended organization."""
    its = col(GroupMessage.organization_id) == organization_id
    open_ = col(GroupMessage.status).in_(UNFINISHED)
    messages = await db.lock_all(session, GroupMessage, its, open_, order_by=[col(GroupMessage.id)])
    for message in messages:
        await _cancel(session, message)


async def _cancel(session: AsyncSession, message: GroupMessage) -> None:
    GROUP_MESSAGE_STATES.transition(message, Status.CANCELLED)
    message.ended_at = await db.now(session)
    message.version += 1
    notified = select(col(Notification.id)).where(queries.is_message_notification(message.id))
    await session.execute(
        DELIVERY_STATES.transition_all(DeliveryStatus.QUEUED, DeliveryStatus.SUPPRESSED)
        .where(col(Delivery.notification_id).in_(notified))
        .values(
            # It cannot be sent again.
            content=None,
            link=None,
            last_error="the message was cancelled",
        )
    )
    await session.flush()


async def count_receivers(
    session: AsyncSession, actor: Principal, audience: Audience
) -> ReceiverCount:
    """Count the recipients that a message would have now.

    Raises `BatchNotFound`, `NotAllowed`.
    """
    await _check_audience(session, actor, audience)
    return await queries.count_receivers(session, audience, limited=actor.scope is not None)


async def preview_group_message(
    session: AsyncSession, actor: Principal, settings: Settings, draft: GroupMessageDraft
) -> GroupMessagePreview:
    """Render an unfinished message in both languages.

    Raises `BatchNotFound`.
    """
    batch = await queries.find_batch(session, actor, draft.batch_id) if draft.batch_id else None
    values = await _values(session, actor.scope, draft)
    message, link = await get_message(session, Kind.GROUP_MESSAGE, values), get_link(batch)
    shown = {
        language: await render_message(
            session, actor, settings, message, language, link=link, kind=Kind.GROUP_MESSAGE
        )
        for language in LANGUAGES
    }
    return GroupMessagePreview(**shown)


async def load_values(session: AsyncSession, message: GroupMessage) -> Values:
    """Return the values of a message for its text."""
    text = GroupMessageText.model_construct(
        subject_en=message.subject_en,
        subject_ar=message.subject_ar,
        text_en=message.text_en,
        text_ar=message.text_ar,
    )
    return await _values(session, message.organization_id, text)


def get_link(batch: Batch | None) -> str | None:
    """Return the link of a message: the recipient's page of the batch."""
    if batch is None:
        return None
    return AppRoute.MY_TRAINING.format(id=batch.training_id, batch_id=batch.id)


async def _values(
    session: AsyncSession, organization_id: UUID | None, text: GroupMessageText
) -> Values:
    """Build a message's values; readers of a missing language get the other one."""
    organization = await session.get(Organization, organization_id) if organization_id else None
    sender = await get_product(session)
    if organization is not None:
        sender = Bilingual(
            organization.name_en or organization.name_ar,
            organization.name_ar or organization.name_en,
        )
    return {
        "subject": Bilingual(
            text.subject_en or text.subject_ar, text.subject_ar or text.subject_en
        ),
        "text": Bilingual(text.text_en or text.text_ar, text.text_ar or text.text_en),
        "sender": sender,
    }


async def _validate(
    session: AsyncSession, actor: Principal, form: GroupMessageCreate
) -> dict[str, Any]:
    """Validate a message and return its columns."""
    _check_text(form)
    await _check_audience(session, actor, form.audience)
    now = await db.now(session)
    send_at = form.send_at or now
    if send_at < now - LEEWAY:
        raise Invalid.field("send_at", "time.in_past", "Choose a time in the future.")
    if send_at > now + MAX_AHEAD:
        raise Invalid.field(
            "send_at", "group_message.too_far", "Choose a time within the next 90 days."
        )
    if send_at <= now + LEEWAY:
        await _check_recipients(session, form.audience)
    audience = form.audience
    return {
        **form.model_dump(include={"subject_en", "subject_ar", "text_en", "text_ar"}),
        "batch_id": audience.batch_id if isinstance(audience, BatchAudience) else None,
        "audience": audience.model_dump(mode="json"),
        "send_at": send_at,
        "next_at": send_at,
    }


def _check_text(text: GroupMessageText) -> None:
    """Require a complete text in at least one language, and no half-filled one."""
    parts = [(f"subject_{each}", f"text_{each}") for each in LANGUAGES]
    begun = [pair for pair in parts if any(getattr(text, name) for name in pair)]
    missing = [name for pair in begun or parts[:1] for name in pair if not getattr(text, name)]
    if missing:
        words = "Write the subject and the text, in one language at least."
        raise Invalid(
            fields=[
                FieldProblem(field=name, code="group_message.incomplete", message=words)
                for name in missing
            ]
        )


async def _check_audience(session: AsyncSession, actor: Principal, audience: Audience) -> None:
    if not isinstance(audience, BatchAudience):
        if actor.scope is not None:
            raise NotAllowed
        return
    await queries.find_batch(session, actor, audience.batch_id)


async def _check_recipients(session: AsyncSession, audience: Audience) -> None:
    """Require at least one recipient now; they are selected again at sending."""
    count = await queries.count_receivers(session, audience, limited=False)
    if count.receivers == 0:
        raise Invalid.field(
            "audience",
            "group_message.no_recipients",
            "This message has no recipients right now. Choose others, or send it later.",
        )


async def _check_day(session: AsyncSession, message: GroupMessage) -> None:
    """Enforce the organization's daily limit."""
    if message.organization_id is None:
        return
    # Two users of the organization who write concurrently would miss each other's rows.
    await db.advisory_lock(session, f"group-messages:{message.organization_id}")
    day = _get_day_start(message.send_at)
    with session.no_autoflush:
        others = await session.scalar(
            select(func.count()).where(
                col(GroupMessage.organization_id) == message.organization_id,
                col(GroupMessage.send_at).between(day, day + timedelta(days=1)),
                col(GroupMessage.status) != Status.CANCELLED,
                col(GroupMessage.id) != message.id,
            )
        )
    if (others or 0) >= MESSAGES_A_DAY:
        raise TooManyGroupMessages


def _get_day_start(time: datetime) -> datetime:
    """Return the start of the day in Riyadh."""
    return time.astimezone(RIYADH).replace(hour=0, minute=0, second=0, microsecond=0)


async def _lock(session: AsyncSession, actor: Principal, message_id: UUID) -> GroupMessage:
    mine = col(GroupMessage.id) == message_id, queries.is_visible_to(actor)
    message = await db.lock(session, GroupMessage, *mine)
    if message is None:
        raise GroupMessageNotFound
    return message
