"""Claim due deliveries under a lease, so that no other worker sends them concurrently."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from kit.database.db import AsyncSession
from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    cast,
    func,
    select,
    union_all,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from notifications.addresses.models import MarkedAddress
from notifications.deliveries.channels.schemas import ClaimedDelivery, Thread
from notifications.deliveries.digests.service import count_neighbors, merge_into_digest
from notifications.deliveries.models import (
    CODE,
    DELIVERY_STATES,
    NOTICE,
    OPEN,
    Channel,
    Delivery,
    DeliveryStatus,
)
from notifications.deliveries.queries import PRODUCT_NAMES, build_product
from notifications.deliveries.service import build_message_id
from notifications.replicas.models import Contact
from notifications.replicas.queries import map_contacts
from notifications.texts.models import Message

_EMAIL = (
    select(col(Contact.email))
    .where(col(Contact.user_id) == col(Delivery.user_id), col(Contact.verified))
    .correlate(Delivery)
    .scalar_subquery()
)
_MARK = (
    select(col(MarkedAddress.mark))
    .where(col(MarkedAddress.address) == func.lower(func.coalesce(col(Delivery.address), _EMAIL)))
    .correlate(Delivery)
    .scalar_subquery()
)


class Queue(NamedTuple):
    """Codes or notices of a channel."""

    channel: Channel
    codes: bool

    @property
    def condition(self) -> ColumnElement[bool]:
        """Return the condition for unsent deliveries of this queue."""
        kind = CODE if self.codes else NOTICE
        return and_(OPEN, kind, col(Delivery.channel) == self.channel)


def select_due(limits: Mapping[Queue, int]) -> Select[Delivery, bool]:
    """Select each queue's oldest due deliveries that are not locked, and if each has expired.

    Not `db.claim`, because expiry is decided in the same round trip.
    """
    locked = [
        select(Delivery)
        .where(queue.condition, col(Delivery.next_attempt_at) <= func.now())
        .order_by(col(Delivery.next_attempt_at))
        .limit(limit)
        .with_for_update(skip_locked=True)
        .subquery()
        for queue, limit in limits.items()
    ]
    delivery = aliased(Delivery, union_all(*map(select, locked)).subquery())
    return select(delivery, col(delivery.expires_at) <= func.now()).execution_options(
        populate_existing=True
    )


async def claim(
    session: AsyncSession, limits: Mapping[Queue, int], lease: timedelta, domain: str
) -> list[ClaimedDelivery]:
    """Claim the oldest due deliveries of each queue, up to its limit.

    A code that expired unsent is failed and its content erased. Bursts wait for a minute to be
    merged into a digest.
    """
    limits = {queue: limit for queue, limit in limits.items() if limit > 0}
    while limits and (rows := (await session.execute(select_due(limits))).all()):
        for delivery, expired in rows:
            if expired:
                DELIVERY_STATES.transition(delivery, DeliveryStatus.FAILED)
                delivery.content = delivery.link = None
                delivery.last_error = "expired before it could be sent"
        await session.flush()
        ready = await _list_ready(session, [delivery for delivery, expired in rows if not expired])
        if ready:
            return await _lease(session, ready, lease, domain)
    return []


async def _list_ready(session: AsyncSession, deliveries: Sequence[Delivery]) -> list[Delivery]:
    """Return the deliveries to send now, each with those merged into it."""
    near = await count_neighbors(session, deliveries)
    ready = []
    for delivery in deliveries:
        # An earlier delivery of this chunk may have merged it.
        is_open = delivery.status is not DeliveryStatus.MERGED
        if is_open and await merge_into_digest(session, delivery, near.get(delivery.id, 0)):
            ready.append(delivery)
    return ready


async def _lease(
    session: AsyncSession, deliveries: Sequence[Delivery], lease: timedelta, domain: str
) -> list[ClaimedDelivery]:
    contacts = await map_contacts(session, {each.user_id for each in deliveries if each.user_id})
    leased = await session.execute(
        DELIVERY_STATES.transition_all(
            (DeliveryStatus.QUEUED, DeliveryStatus.SENDING), DeliveryStatus.SENDING
        )
        .where(col(Delivery.id).in_([each.id for each in deliveries]))
        .values(
            attempts=col(Delivery.attempts) + 1,
            message_id=func.coalesce(
                col(Delivery.message_id),
                func.concat("<", cast(col(Delivery.id), Text), f"@{domain}>"),
            ),
            next_attempt_at=func.now() + lease,
        )
        # In the same round trip.
        .returning(col(Delivery.id), *PRODUCT_NAMES, _MARK)
    )
    known = {id_: said for id_, *said in leased}
    claimed = []
    for delivery in deliveries:
        name_en, name_ar, mark = known[delivery.id]
        contact = contacts.get(delivery.user_id) if delivery.user_id else None
        verified = contact if contact and contact.verified else None
        claimed.append(
            ClaimedDelivery(
                id=delivery.id,
                channel=delivery.channel,
                attempt=delivery.attempts + 1,
                message_id=delivery.message_id or build_message_id(delivery.id, domain),
                message=Message.model_validate(delivery.content),
                link=delivery.link,
                address=delivery.address
                or (_address(delivery.channel, verified) if verified else None),
                name_en=contact.name_en if contact else delivery.name or "",
                name_ar=contact.name_ar if contact else delivery.name or "",
                locale=delivery.locale or (contact.locale if contact else "en"),
                created_at=delivery.created_at,
                expires=delivery.expires_at is not None,
                user_id=delivery.user_id,
                product=build_product(name_en, name_ar),
                thread=Thread.model_validate(delivery.thread) if delivery.thread else None,
                mark=mark,
                kind=delivery.kind,
            )
        )
    return claimed


def _address(channel: Channel, contact: Contact) -> str:
    return contact.email if channel is Channel.EMAIL else contact.phone
