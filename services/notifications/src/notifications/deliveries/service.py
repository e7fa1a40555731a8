"""The queue of mails: putting in, claiming, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from kit.db import AsyncSession
from sqlalchemy import Update, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.deliveries.models import Channel, Delivery, DeliveryStatus
from notifications.notifications.models import Notification
from notifications.people import service as people
from notifications.wording import Message

KEEP_TRYING = timedelta(days=3)
LONGEST_PAUSE = timedelta(minutes=15)
FIRST_PAUSE = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A mail that this copy may send until its lease ends."""

    id: UUID
    attempt: int
    message_id: str
    message: Message
    link: str | None
    address: str | None
    """None when identity has not yet told how the person is reached."""
    name_en: str
    name_ar: str
    locale: str
    created_at: datetime
    urgent: bool


async def queue_mails(
    session: AsyncSession, notifications: Sequence[Notification], message: Message
) -> None:
    """Queue a mail for each of these notifications, which all say this message."""
    content = message.model_dump()
    rows = [
        Delivery(
            notification_id=row.id,
            user_id=row.user_id,
            channel=Channel.EMAIL,
            content=content,
            link=row.link,
        )
        for row in notifications
    ]
    session.add_all(rows)
    await session.flush()


async def queue_code(
    session: AsyncSession,
    otp_id: UUID,
    user_id: UUID,
    message: Message,
    *,
    address: str,
    locale: str,
    expires_at: datetime,
) -> None:
    """Queue the mail of a one-time code; nothing happens when it is queued already."""
    await session.execute(
        insert(Delivery)
        .values(
            id=otp_id,
            user_id=user_id,
            channel=Channel.EMAIL,
            status=DeliveryStatus.QUEUED,
            content=message.model_dump(),
            address=address,
            locale=locale,
            attempts=0,
            expires_at=expires_at,
        )
        .on_conflict_do_nothing()
    )


async def claim(session: AsyncSession, lease: timedelta, domain: str) -> Claimed | None:
    """Take the most urgent mail that is due: what expires first, then what waits longest.

    A mail that expired unsent is failed and its content emptied.
    """
    while True:
        found = await session.execute(
            select(Delivery, col(Delivery.expires_at) <= func.now())
            .where(
                col(Delivery.status).in_([DeliveryStatus.QUEUED, DeliveryStatus.SENDING]),
                col(Delivery.next_attempt_at) <= func.now(),
            )
            .order_by(col(Delivery.expires_at).nulls_last(), col(Delivery.next_attempt_at))
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        row = found.first()
        if row is None:
            return None
        delivery, expired = row
        if not expired:
            return await _lease(session, delivery, lease, domain)
        delivery.status = DeliveryStatus.FAILED
        delivery.content = None
        delivery.last_error = "expired before it could be sent"
        await session.flush()


async def _lease(
    session: AsyncSession, delivery: Delivery, lease: timedelta, domain: str
) -> Claimed:
    contact = await people.contact_of(session, delivery.user_id)
    message_id = delivery.message_id or f"<{delivery.id}@{domain}>"
    attempt = delivery.attempts + 1
    await session.execute(
        update(Delivery)
        .where(col(Delivery.id) == delivery.id)
        .values(
            status=DeliveryStatus.SENDING,
            attempts=attempt,
            message_id=message_id,
            next_attempt_at=func.now() + lease,
        )
        .execution_options(synchronize_session=False)
    )
    return Claimed(
        id=delivery.id,
        attempt=attempt,
        message_id=message_id,
        message=Message.model_validate(delivery.content),
        link=delivery.link,
        address=delivery.address or (contact.email if contact else None),
        name_en=contact.name_en if contact else "",
        name_ar=contact.name_ar if contact else "",
        locale=delivery.locale or (contact.locale if contact else "en"),
        created_at=delivery.created_at,
        urgent=delivery.expires_at is not None,
    )


async def mark_sent(session: AsyncSession, mail: Claimed) -> None:
    """The mail server has taken it."""
    await session.execute(
        _held(mail).values(
            status=DeliveryStatus.SENT, content=None, sent_at=func.now(), last_error=None
        )
    )


async def postpone(session: AsyncSession, mail: Claimed, reason: str) -> None:
    """Try again later: after 5 s, 10 s, 20 s … up to 15 min; what expires, every 5 s.

    After three days it is given up.
    """
    pause = FIRST_PAUSE
    if not mail.urgent:
        pause = min(FIRST_PAUSE * 2 ** min(mail.attempt - 1, 20), LONGEST_PAUSE)
    await session.execute(
        _held(mail)
        .where(col(Delivery.created_at) > func.now() - KEEP_TRYING)
        .values(status=DeliveryStatus.QUEUED, next_attempt_at=func.now() + pause, last_error=reason)
    )
    await session.execute(
        _held(mail)
        .where(col(Delivery.status) == DeliveryStatus.SENDING)
        .values(status=DeliveryStatus.FAILED, last_error=reason)
    )


async def fail(session: AsyncSession, mail: Claimed, reason: str) -> None:
    """No repetition would help, such as when there is no such mailbox."""
    content = {"content": None} if mail.urgent else {}
    await session.execute(
        _held(mail).values(status=DeliveryStatus.FAILED, last_error=reason, **content)
    )


def _held(mail: Claimed) -> Update:
    """Only while the lease is this copy's: a later attempt has a higher number."""
    return update(Delivery).where(
        col(Delivery.id) == mail.id, col(Delivery.attempts) == mail.attempt
    )
