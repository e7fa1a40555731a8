"""The queue of mails: putting in, claiming, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from kit.db import AsyncSession, advisory_lock
from sqlalchemy import CursorResult, Select, Update, and_, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.deliveries.models import (
    CODE,
    ENDED,
    NOTICE,
    OPEN,
    Channel,
    Delivery,
    DeliveryStatus,
)
from notifications.notifications.models import Notification
from notifications.people import service as people
from notifications.wording import Message

KEEP_TRYING = timedelta(days=3)
MAX_UNANSWERED = 3
"""A server that takes a mail and never says so would else deliver it for three days, at every
attempt."""
KEEP_SENT = timedelta(days=30)
"""As long as somebody may ask whether a mail went out."""
KEEP_FAILED = timedelta(days=90)
PRUNED_AT_ONCE = 1000
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
    """None for a notice until it is known how the person is reached and that it is theirs."""
    name_en: str
    name_ar: str
    locale: str
    created_at: datetime
    urgent: bool
    user_id: UUID


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


async def queue_urgent(
    session: AsyncSession,
    id_: UUID,
    user_id: UUID,
    message: Message,
    *,
    address: str,
    locale: str,
    expires_at: datetime,
    link: str | None = None,
) -> None:
    """Queue a mail that is of use for a short time only, to an address that need not be proved;
    nothing happens when the mail of this id is queued already."""
    await session.execute(
        insert(Delivery)
        .values(
            id=id_,
            user_id=user_id,
            channel=Channel.EMAIL,
            status=DeliveryStatus.QUEUED,
            content=message.model_dump(),
            link=link,
            address=address,
            locale=locale,
            attempts=0,
            unanswered=0,
            expires_at=expires_at,
        )
        .on_conflict_do_nothing()
    )


def next_due(*, codes: bool) -> Select[Delivery, bool]:
    """The code or the notice that has been due for longest and that nobody else claims, and
    whether it has expired."""
    return (
        select(Delivery, col(Delivery.expires_at) <= func.now())
        .where(OPEN, CODE if codes else NOTICE, col(Delivery.next_attempt_at) <= func.now())
        .order_by(col(Delivery.next_attempt_at))
        .limit(1)
        .with_for_update(skip_locked=True)
    )


async def claim(
    session: AsyncSession, lease: timedelta, domain: str, *, codes: bool
) -> Claimed | None:
    """Take the code, or the notice, that has been due for longest.

    A code that expired unsent is failed and its content emptied.
    """
    while True:
        found = await session.execute(next_due(codes=codes))
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
    proved = contact.email if contact and contact.verified else None
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
        address=delivery.address or proved,
        name_en=contact.name_en if contact else "",
        name_ar=contact.name_ar if contact else "",
        locale=delivery.locale or (contact.locale if contact else "en"),
        created_at=delivery.created_at,
        urgent=delivery.expires_at is not None,
        user_id=delivery.user_id,
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


async def doubt(session: AsyncSession, mail: Claimed, reason: str) -> None:
    """The mail was handed over and no answer came: it may have gone out. Tried again, but not
    often."""
    await session.execute(_held(mail).values(unanswered=col(Delivery.unanswered) + 1))
    ended = await session.execute(
        _held(mail)
        .where(col(Delivery.unanswered) >= MAX_UNANSWERED)
        .values(
            status=DeliveryStatus.FAILED,
            last_error=reason,
            **({"content": None} if mail.urgent else {}),
        )
        .returning(col(Delivery.id))
    )
    if ended.first() is None:
        await postpone(session, mail, reason)


async def hold(session: AsyncSession, mail: Claimed, reason: str) -> None:
    """Leave a notice alone until `release`; after three days it is given up."""
    await lock_person(session, mail.user_id)
    contact = await people.contact_of(session, mail.user_id, fresh=True)
    if contact and contact.verified:
        # It was learned between the claim and now.
        await session.execute(
            _held(mail).values(status=DeliveryStatus.QUEUED, next_attempt_at=func.now())
        )
        return
    given_up_at = col(Delivery.created_at) + KEEP_TRYING
    await session.execute(
        _held(mail)
        .where(given_up_at > func.now())
        .values(status=DeliveryStatus.QUEUED, next_attempt_at=given_up_at, last_error=reason)
    )
    await session.execute(
        _held(mail)
        .where(col(Delivery.status) == DeliveryStatus.SENDING)
        .values(status=DeliveryStatus.FAILED, last_error=reason)
    )


async def release(session: AsyncSession, user_id: UUID) -> None:
    """What was held until the person's address is known to be theirs is due."""
    await session.execute(
        update(Delivery)
        .where(
            OPEN,
            col(Delivery.user_id) == user_id,
            col(Delivery.status) == DeliveryStatus.QUEUED,
            col(Delivery.next_attempt_at) > func.now(),
        )
        .values(next_attempt_at=func.now())
        .execution_options(synchronize_session=False)
    )


async def lock_person(session: AsyncSession, user_id: UUID) -> None:
    """Until the transaction ends: what is learned of a person and what is held for want of it
    must see one another."""
    await advisory_lock(session, f"person:{user_id}")


async def prune(session: AsyncSession) -> int:
    """Delete what was sent 30 days ago or given up 90 days ago; how many."""
    too_old = [
        and_(
            ENDED,
            col(Delivery.status) == status,
            col(Delivery.created_at) < func.now() - kept,
        )
        for status, kept in ((DeliveryStatus.SENT, KEEP_SENT), (DeliveryStatus.FAILED, KEEP_FAILED))
    ]
    # As a CTE, which runs once: a subquery may be run for each row, each time with other rows.
    portion = (
        select(col(Delivery.id))
        .where(or_(*too_old))
        .limit(PRUNED_AT_ONCE)
        .with_for_update(skip_locked=True)
        .cte("portion")
    )
    deleted = await session.execute(
        delete(Delivery)
        .where(col(Delivery.id).in_(select(portion.c.id)))
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", deleted).rowcount


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
