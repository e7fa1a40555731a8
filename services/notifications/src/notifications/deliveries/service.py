"""The queue of all channels: what is put into it, and the result of each attempt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import asyncpg
from contracts.app_routes import AppRoute
from contracts.identity import (
    EmailChanged,
    InvitationCreated,
    OtpRequested,
    SignInDetailsChanged,
    SignUpAttempted,
)
from kit.database import db
from kit.database.db import AsyncSession, new_id, utc_now
from kit.database.raw import compile_statement
from kit.messaging.cooperative import iterate_cooperatively
from kit.messaging.periodic import run_after_commit
from sqlalchemy import ColumnElement, Update, bindparam, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.config import SEND
from notifications.deliveries.channels.schemas import ClaimedDelivery, Outcome, Result, Thread
from notifications.deliveries.models import DELIVERY_STATES, OPEN, Channel, Delivery, DeliveryStatus
from notifications.replicas.models import Contact
from notifications.texts.models import Kind, Language, Message

Addressed = EmailChanged | InvitationCreated | OtpRequested | SignInDetailsChanged | SignUpAttempted
"""Events that name a person by an address, which need not be verified."""
KEEP_TRYING = timedelta(days=3)
MAX_UNANSWERED = 3
"""A server that takes a mail and never confirms it would else deliver it at every attempt, for
three days."""
LONGEST_PAUSE = timedelta(minutes=15)
FIRST_PAUSE = timedelta(seconds=5)
_NOTICE_COLUMNS = (
    "id", "notification_id", "user_id", "channel", "status", "kind", "content", "link", "address",
    "next_attempt_at", "attempts", "unanswered",
)  # fmt: skip
_EMPTIED = {"content": None, "link": None}
"""A code, and the secret of an invitation's link, are kept no longer than needed."""


@dataclass(frozen=True, slots=True)
class NoticeDelivery:
    """What the notification of this id says, to be sent by a channel as well."""

    notification_id: UUID
    user_id: UUID
    kind: Kind
    message: Message
    link: str | None
    channel: Channel
    address: str | None = None
    waits: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class Expiring:
    """What is of use for a short time only, or names a person by an address."""

    id: UUID
    recipient: Addressed
    message: Message
    expires_at: datetime
    link: str | None = None


@dataclass(frozen=True, slots=True)
class ThreadMail:
    """A mail to whoever has asked something, which belongs to a conversation."""

    id: UUID
    inquiry_id: UUID
    address: str
    name: str
    locale: str
    message: Message
    link: str
    thread: Thread


async def queue_notices(session: AsyncSession, notices: Sequence[NoticeDelivery]) -> None:
    """Queue what notifications say."""
    now = utc_now()
    rows = [
        (
            new_id(),
            notice.notification_id,
            notice.user_id,
            notice.channel,
            DeliveryStatus.QUEUED,
            notice.kind,
            notice.message.model_dump_json(),
            notice.link,
            notice.address,
            now + notice.waits,
            0,
            0,
        )
        async for notice in iterate_cooperatively(notices)
    ]
    if rows:
        await db.copy(session, Delivery, _NOTICE_COLUMNS, rows)
        run_after_commit(session, SEND)


async def queue_expiring(session: AsyncSession, messages: Sequence[Expiring]) -> None:
    """Queue what is of use for a short time, to addresses that need not be verified; once by id."""
    if not messages:
        return
    rows = [
        {
            "id": message.id,
            "user_id": message.recipient.user_id,
            **_reached_at(message.recipient),
            "status": DeliveryStatus.QUEUED,
            "content": message.message.model_dump(),
            "link": message.link,
            "locale": message.recipient.locale,
            "attempts": 0,
            "unanswered": 0,
            "expires_at": message.expires_at,
        }
        # In one order everywhere: another copy may be queueing some of them.
        for message in sorted(messages, key=lambda message: message.id)
    ]
    await session.execute(insert(Delivery).values(rows).on_conflict_do_nothing())
    run_after_commit(session, SEND)


def _reached_at(recipient: Addressed) -> dict[str, str]:
    """By mail, or by SMS whoever has given a phone number alone."""
    if not recipient.email and isinstance(recipient, InvitationCreated | OtpRequested):
        return {"channel": Channel.SMS, "address": recipient.phone}
    return {"channel": Channel.EMAIL, "address": recipient.email}


async def queue_thread_mail(session: AsyncSession, mail: ThreadMail) -> None:
    """Queue a mail of a conversation; its address was given by whoever has asked."""
    session.add(
        Delivery(
            id=mail.id,
            inquiry_id=mail.inquiry_id,
            channel=Channel.EMAIL,
            content=mail.message.model_dump(),
            link=mail.link,
            address=mail.address,
            locale=mail.locale,
            name=mail.name,
            thread=mail.thread.model_dump(mode="json"),
        )
    )
    await session.flush()
    run_after_commit(session, SEND)


async def queue_sample(
    session: AsyncSession, user_id: UUID, message: Message, language: Language
) -> None:
    """Queue a mail that shows somebody a text in a language."""
    content = message.model_dump()
    session.add(
        Delivery(
            user_id=user_id,
            channel=Channel.EMAIL,
            content=content,
            link=AppRoute.HOME,
            locale=language,
        )
    )
    await session.flush()
    run_after_commit(session, SEND)


def message_id_of(delivery_id: UUID, domain: str) -> str:
    """The Message-ID of a mail."""
    return f"<{delivery_id}@{domain}>"


async def conclude(session: AsyncSession, delivery: ClaimedDelivery, outcome: Outcome) -> None:
    """Store what came of an attempt by which it was not sent; `mark_sent` is for the others."""
    match outcome.result:
        case Result.POSTPONED:
            await postpone(session, delivery, outcome.reason, outcome.pause)
        case Result.UNANSWERED:
            await postpone_unanswered(session, delivery, outcome.reason)
        case Result.UNVERIFIED:
            await postpone_until_verified(session, delivery, outcome.reason)
        case Result.FAILED:
            await mark_failed(session, delivery, outcome.reason)
        case Result.SUPPRESSED:
            await mark_failed(session, delivery, outcome.reason, DeliveryStatus.SUPPRESSED)


_MARK_SENT = compile_statement(
    DELIVERY_STATES.transition_all(DeliveryStatus.SENDING, DeliveryStatus.SENT)
    .where(
        col(Delivery.id) == bindparam("delivery_id"), col(Delivery.attempts) == bindparam("attempt")
    )
    .values(sent_at=func.now(), last_error=None, **_EMPTIED)
)


async def mark_sent(connection: asyncpg.Connection, delivery: ClaimedDelivery) -> None:
    """It was taken. By a statement alone, since it is done once for each message."""
    await _MARK_SENT.fetch_row(connection, delivery_id=delivery.id, attempt=delivery.attempt)


async def release(session: AsyncSession, deliveries: Sequence[ClaimedDelivery]) -> None:
    """Give back what was claimed and not begun: it is due, as if nobody had claimed it."""
    for delivery in deliveries:
        await session.execute(
            _end_lease(delivery, DeliveryStatus.QUEUED).values(
                attempts=delivery.attempt - 1, next_attempt_at=func.now()
            )
        )


async def postpone(
    session: AsyncSession,
    delivery: ClaimedDelivery,
    reason: str,
    asked: timedelta | None = None,
) -> None:
    """Try again later: after 5 s, 10 s, 20 s … up to 15 min; what expires, every 5 s; and no
    sooner than was asked for.

    After three days it is given up.
    """
    pause = FIRST_PAUSE
    if not delivery.expires:
        pause = min(FIRST_PAUSE * 2 ** min(delivery.attempt - 1, 20), LONGEST_PAUSE)
    pause = max(pause, asked or pause)
    young = col(Delivery.created_at) > func.now() - KEEP_TRYING
    await _requeue_or_fail(session, delivery, reason, young, func.now() + pause)


async def postpone_unanswered(
    session: AsyncSession, delivery: ClaimedDelivery, reason: str
) -> None:
    """It was handed over and no answer came: it may have gone out. It is tried again, at most
    `MAX_UNANSWERED` times."""
    await session.execute(
        update(Delivery)
        .where(*_leased(delivery))
        .values(unanswered=col(Delivery.unanswered) + 1)
        .execution_options(synchronize_session=False)
    )
    ended = await session.execute(
        _end_lease(delivery, DeliveryStatus.FAILED)
        .where(col(Delivery.unanswered) >= MAX_UNANSWERED)
        .values(last_error=reason, **(_EMPTIED if delivery.expires else {}))
        .returning(col(Delivery.id))
    )
    if ended.first() is None:
        await postpone(session, delivery, reason)


async def postpone_until_verified(
    session: AsyncSession, delivery: ClaimedDelivery, reason: str
) -> None:
    """Leave a notice alone until `requeue_waiting`; after three days it is given up."""
    assert delivery.user_id
    await lock_people(session, [delivery.user_id])
    contact = await db.lock(session, Contact, col(Contact.user_id) == delivery.user_id, share=True)
    if contact and contact.verified:
        # It was verified between the claim and now.
        await session.execute(
            _end_lease(delivery, DeliveryStatus.QUEUED).values(next_attempt_at=func.now())
        )
        return
    given_up_at = col(Delivery.created_at) + KEEP_TRYING
    await _requeue_or_fail(session, delivery, reason, given_up_at > func.now(), given_up_at)


async def requeue_waiting(session: AsyncSession, user_ids: Collection[UUID]) -> None:
    """Make due what waits until these people's addresses are verified."""
    await session.execute(
        update(Delivery)
        .where(
            OPEN,
            col(Delivery.user_id).in_(user_ids),
            col(Delivery.status) == DeliveryStatus.QUEUED,
            col(Delivery.next_attempt_at) > func.now(),
        )
        .values(next_attempt_at=func.now())
        .execution_options(synchronize_session=False)
    )
    run_after_commit(session, SEND)


async def lock_people(session: AsyncSession, user_ids: Iterable[UUID]) -> None:
    """Until the transaction ends, no other changes these people's contacts or postpones their mails
    for want of a verified address."""
    await db.advisory_lock(session, *(f"person:{user_id}" for user_id in user_ids))


async def mark_failed(
    session: AsyncSession,
    delivery: ClaimedDelivery,
    reason: str,
    status: DeliveryStatus = DeliveryStatus.FAILED,
) -> None:
    """No repetition would help, such as when there is no such mailbox."""
    emptied = _EMPTIED if delivery.expires else {}
    await session.execute(_end_lease(delivery, status).values(last_error=reason, **emptied))


async def _requeue_or_fail(
    session: AsyncSession,
    delivery: ClaimedDelivery,
    reason: str,
    requeue: ColumnElement[bool],
    next_attempt_at: ColumnElement[datetime],
) -> None:
    await session.execute(
        _end_lease(delivery, DeliveryStatus.QUEUED)
        .where(requeue)
        .values(next_attempt_at=next_attempt_at, last_error=reason)
    )
    await session.execute(
        _end_lease(delivery, DeliveryStatus.FAILED).values(
            last_error=reason, **(_EMPTIED if delivery.expires else {})
        )
    )


def _end_lease(delivery: ClaimedDelivery, to: DeliveryStatus) -> Update:
    """Only while the lease is this copy's: a later attempt has a higher number."""
    return DELIVERY_STATES.transition_all(DeliveryStatus.SENDING, to).where(*_leased(delivery))


def _leased(delivery: ClaimedDelivery) -> tuple[ColumnElement[bool], ...]:
    return col(Delivery.id) == delivery.id, col(Delivery.attempts) == delivery.attempt
