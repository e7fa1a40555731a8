"""Read group messages, their audiences and results."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery
from kit.database.search import contains_words
from kit.security.auth import Principal
from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    Select,
    Uuid,
    and_,
    case,
    cast,
    func,
    literal,
    select,
    true,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from notifications.deliveries.models import OPEN, Delivery, DeliveryStatus
from notifications.group_messages.errors import BatchNotFound, GroupMessageNotFound
from notifications.group_messages.models import OPEN as MESSAGE_OPEN
from notifications.group_messages.models import GroupMessage
from notifications.group_messages.schemas import (
    Audience,
    BatchAudience,
    ChannelOutcome,
    GroupMessageDetail,
    GroupMessageFilter,
    GroupMessagePage,
    GroupMessageRow,
    MessageBatch,
    PeopleAudience,
    ReceiverCount,
)
from notifications.notifications.models import Notification
from notifications.replicas.models import Batch, Contact, Enrollment, Organization, Profile
from notifications.texts.models import Kind
from notifications.wordings.schemas import Author

PER_PERSON_A_DAY = 5
"""Limit of organizations' messages to one user within 24 hours. Platform messages count, but are
always sent."""
_AUDIENCE: TypeAdapter[BatchAudience | PeopleAudience] = TypeAdapter(Audience)
_ARABIC = func.split_part(func.lower(col(Contact.locale)), "-", 1) == "ar"
_To = aliased(Organization)
_DELIVERED = frozenset({DeliveryStatus.SENT, DeliveryStatus.MERGED})


def is_visible_to(actor: Principal) -> ColumnElement[bool]:
    """Match messages that the caller may see."""
    return true() if actor.scope is None else col(GroupMessage.organization_id) == actor.scope


def build_topic(message_id: UUID) -> str:
    """Return the topic of the message's notifications."""
    return f"group_message:{message_id}"


def parse_audience(message: GroupMessage) -> BatchAudience | PeopleAudience:
    """Parse the message's audience."""
    return _AUDIENCE.validate_python(message.audience, extra="ignore")


def select_recipients(audience: BatchAudience | PeopleAudience) -> Select[UUID, bool]:
    """Select the current recipients, each once, and if they read Arabic."""
    people = (
        select(col(Profile.user_id), _ARABIC.label("arabic"))
        .join(Contact, col(Contact.user_id) == col(Profile.user_id))
        .where(col(Profile.active))
        .distinct()
    )
    if isinstance(audience, BatchAudience):
        event = col(Enrollment.event)
        return people.join(
            Enrollment, cast(event["candidate_profile_id"].astext, Uuid) == col(Profile.profile_id)
        ).where(
            event["batch_id"].astext == str(audience.batch_id),
            event["status"].astext.in_([status.value for status in audience.statuses]),
        )
    people = people.where(col(Profile.type).in_(audience.profile_types))
    if audience.organization_id is not None:
        people = people.where(col(Profile.organization_id) == audience.organization_id)
    if audience.language is not None:
        people = people.where(_ARABIC.is_(audience.language == "ar"))
    return people


def select_first_chunk_time() -> Select[Any]:
    """Select the time at which the first chunk is due."""
    return select(func.min(col(GroupMessage.next_at))).where(MESSAGE_OPEN)


async def list_next_recipients(
    session: AsyncSession, message: GroupMessage, limit: int
) -> list[UUID]:
    """Return the next recipients of a message."""
    people = select_recipients(parse_audience(message)).subquery()
    statement = select(people.c.user_id).order_by(people.c.user_id).limit(limit)
    if message.last_user_id is not None:
        statement = statement.where(people.c.user_id > message.last_user_id)
    return list(await session.scalars(statement))


async def count_receivers(
    session: AsyncSession, audience: BatchAudience | PeopleAudience, *, limited: bool
) -> ReceiverCount:
    """Count a message's recipients now; `limited` applies the daily limit per user."""
    people = select_recipients(audience).subquery()
    passed_over: ColumnElement[int] = literal(0)
    if limited:
        of_today = _count_recent(col(Notification.user_id) == people.c.user_id).scalar_subquery()
        passed_over = func.count().filter(of_today >= PER_PERSON_A_DAY)
    counted = await session.execute(
        select(func.count(), func.count().filter(people.c.arabic), passed_over).select_from(people)
    )
    receivers, arabic, passed = counted.one()
    return ReceiverCount(receivers=receivers, arabic=arabic, passed_over=passed)


async def list_limited_users(session: AsyncSession, user_ids: Collection[UUID]) -> set[UUID]:
    """Return users who have reached the daily limit."""
    users = col(Notification.user_id)
    statement = _count_recent(users.in_(user_ids)).add_columns(users).group_by(users)
    found = await session.execute(statement.having(func.count() >= PER_PERSON_A_DAY))
    return {user_id for _, user_id in found}


def _count_recent(whose: ColumnElement[bool]) -> Select[Any]:
    return select(func.count()).where(
        whose,
        col(Notification.kind) == Kind.GROUP_MESSAGE,
        col(Notification.created_at) > func.now() - timedelta(days=1),
    )


async def find_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> Batch:
    """Return a batch whose candidates the caller may write to.

    Raises `BatchNotFound`.
    """
    batch = await session.get(Batch, batch_id)
    if batch is None or actor.scope not in (None, batch.organization_id):
        raise BatchNotFound
    return batch


async def list_group_messages(
    session: AsyncSession, actor: Principal, filters: GroupMessageFilter, page: PageQuery
) -> GroupMessagePage:
    """List the messages of the caller's organization, latest first; admins see all."""
    conditions = [is_visible_to(actor)]
    if filters.status:
        conditions.append(col(GroupMessage.status).in_(filters.status))
    if filters.batch_id:
        conditions.append(col(GroupMessage.batch_id) == filters.batch_id)
    if filters.organization_id:
        conditions.append(col(GroupMessage.organization_id) == filters.organization_id)
    query = ListQuery(
        filters=conditions,
        sort=[col(GroupMessage.send_at).desc(), col(GroupMessage.id).desc()],
        search=contains_words(filters.search, col(GroupMessage.search)),
        page=page,
    )
    rows, meta = await query.fetch(session, _rows(), col(GroupMessage.id))
    data = [GroupMessageRow(**_row(*row)) for row in rows]
    return GroupMessagePage(data=data, meta=meta)


async def get_group_message(
    session: AsyncSession, actor: Principal, message_id: UUID
) -> GroupMessageDetail:
    """Return a message with its results.

    Raises `GroupMessageNotFound`.
    """
    found = await session.execute(
        _rows().where(col(GroupMessage.id) == message_id, is_visible_to(actor))
    )
    row = found.one_or_none()
    if row is None:
        raise GroupMessageNotFound
    message, *_, to = row
    return GroupMessageDetail(
        **_row(*row),
        text_en=message.text_en,
        text_ar=message.text_ar,
        audience=parse_audience(message),
        audience_organization_name_en=to.name_en if to else None,
        audience_organization_name_ar=to.name_ar if to else None,
        version=message.version,
        read=await _count_read(session, message_id),
        channels=await list_outcomes(session, message),
    )


async def _count_read(session: AsyncSession, message_id: UUID) -> int:
    counted = select(func.count()).where(
        is_message_notification(message_id), col(Notification.read_at).is_not(None)
    )
    return (await session.scalar(counted)) or 0


async def list_outcomes(session: AsyncSession, message: GroupMessage) -> list[ChannelOutcome]:
    """Count its deliveries by result; they are deleted after some time."""
    if message.outcomes is not None:
        return [ChannelOutcome.model_validate(each) for each in message.outcomes]
    status = col(Delivery.status)
    found = await session.execute(
        select(
            col(Delivery.channel),
            func.count().filter(OPEN),
            func.count().filter(status.in_(_DELIVERED)),
            func.count().filter(status == DeliveryStatus.FAILED),
            func.count().filter(status == DeliveryStatus.SUPPRESSED),
        )
        .join(Notification, col(Notification.id) == col(Delivery.notification_id))
        .where(is_message_notification(message.id))
        .group_by(col(Delivery.channel))
        .order_by(col(Delivery.channel))
    )
    return [
        ChannelOutcome(
            channel=channel, waiting=waiting, delivered=sent, failed=failed, held_back=held
        )
        for channel, waiting, sent, failed, held in found
    ]


def is_message_notification(message_id: UUID) -> ColumnElement[bool]:
    """Match the message's notifications."""
    return and_(
        col(Notification.kind) == Kind.GROUP_MESSAGE,
        col(Notification.topic) == build_topic(message_id),
    )


def _rows() -> Select[Any]:
    to = case(
        (
            col(GroupMessage.batch_id).is_(None),
            cast(col(GroupMessage.audience)["organization_id"].astext, Uuid),
        )
    )
    rows: Select[Any] = select(GroupMessage, Organization, Batch, Contact, _To)  # type: ignore[assignment]
    return (
        rows.outerjoin(Organization, col(Organization.id) == col(GroupMessage.organization_id))
        .outerjoin(Batch, col(Batch.id) == col(GroupMessage.batch_id))
        .outerjoin(Contact, col(Contact.user_id) == col(GroupMessage.author_id))
        .outerjoin(_To, col(_To.id) == to)
    )


def _row(
    message: GroupMessage,
    organization: Organization | None,
    batch: Batch | None,
    author: Contact | None,
    _: Organization | None,
) -> dict[str, Any]:
    kept = set(GroupMessageRow.model_fields) & set(GroupMessage.model_fields)
    return {
        **message.model_dump(include=kept),
        "organization_name_en": organization.name_en if organization else None,
        "organization_name_ar": organization.name_ar if organization else None,
        "author": Author(
            user_id=message.author_id,
            name_en=author.name_en if author else None,
            name_ar=author.name_ar if author else None,
        ),
        "batch": MessageBatch(
            id=message.batch_id,
            training_id=batch.training_id if batch else None,
            code=batch.code if batch else None,
            title_en=batch.title_en if batch else None,
            title_ar=batch.title_ar if batch else None,
        )
        if message.batch_id
        else None,
    }
