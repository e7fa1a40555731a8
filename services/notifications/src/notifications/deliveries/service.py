"""Queue of all channels: adds messages and stores the result of each attempt."""

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
"""Events that address a person directly, at an address that need not be verified."""
RETRY_PERIOD = timedelta(days=3)
MAX_UNANSWERED = 3
"""Maximum number of attempts without a response. A server that accepts a mail and never confirms
would otherwise deliver every retry for three days."""
MAX_BACKOFF = timedelta(minutes=15)
INITIAL_BACKOFF = timedelta(seconds=5)
_NOTICE_COLUMNS = (
    "id", "notification_id", "user_id", "channel", "status", "kind", "content", "link", "address",
    "next_attempt_at", "attempts", "unanswered",
)  # fmt: skip
_EMPTIED = {"content": None, "link": None}
"""Codes and secret links are erased as soon as possible."""


@dataclass(frozen=True, slots=True)
class NoticeDelivery:
    """Copy of a notification, with the same ID, for one channel."""

    notification_id: UUID
    user_id: UUID
    kind: Kind
    message: Message
    link: str | None
    channel: Channel
    address: str | None = None
    waits: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class TransientMessage:
    """Message that expires soon, or that is sent to an address in the event."""

    id: UUID
    recipient: Addressed
    message: Message
    expires_at: datetime
    link: str | None = None


@dataclass(frozen=True, slots=True)
class ThreadMail:
    """Mail to the asker of an inquiry, part of a conversation."""

    id: UUID
    inquiry_id: UUID
    address: str
    name: str
    locale: str
    message: Message
    link: str
    thread: Thread


async def queue_notices(session: AsyncSession, notices: Sequence[NoticeDelivery]) -> None:
    """Queue deliveries for notifications."""
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


async def queue_transient(session: AsyncSession, messages: Sequence[TransientMessage]) -> None:
    """Queue messages for addresses that need not be verified; deduplicated by ID."""
    if not messages:
        return
    rows = [
        {
            "id": message.id,
            "user_id": message.recipient.user_id,
            **_get_address_columns(message.recipient),
            "status": DeliveryStatus.QUEUED,
            "content": message.message.model_dump(),
            "link": message.link,
            "locale": message.recipient.locale,
            "attempts": 0,
            "unanswered": 0,
            "expires_at": message.expires_at,
        }
        # A fixed lock order: another worker may be queueing some of them.
        for message in sorted(messages, key=lambda message: message.id)
    ]
    await session.execute(insert(Delivery).values(rows).on_conflict_do_nothing())
    run_after_commit(session, SEND)


def _get_address_columns(recipient: Addressed) -> dict[str, str]:
    """Return the channel and address: mail, or SMS if only a phone number is given."""
    if not recipient.email and isinstance(recipient, InvitationCreated | OtpRequested):
        return {"channel": Channel.SMS, "address": recipient.phone}
    return {"channel": Channel.EMAIL, "address": recipient.email}


async def queue_thread_mail(session: AsyncSession, mail: ThreadMail) -> None:
    """Queue a mail of a conversation, to the address that the asker gave."""
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
    """Queue a mail with a sample text in one language."""
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


def build_message_id(delivery_id: UUID, domain: str) -> str:
    """Return the Message-ID of a mail."""
    return f"<{delivery_id}@{domain}>"


async def store_outcome(session: AsyncSession, delivery: ClaimedDelivery, outcome: Outcome) -> None:
    """Store the result of an unsuccessful attempt; `mark_sent` stores the others."""
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
    """Mark a delivery as sent. A raw statement, as it runs once for each message."""
    await _MARK_SENT.fetch_row(connection, delivery_id=delivery.id, attempt=delivery.attempt)


async def release_claims(session: AsyncSession, deliveries: Sequence[ClaimedDelivery]) -> None:
    """Release claimed deliveries that were not attempted, so that they are due again."""
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
    """Retry later: after 5 s, 10 s, 20 s … up to 15 min, or every 5 s if the message expires.

    Never earlier than a pause the provider asked for. Failed after three days.
    """
    pause = INITIAL_BACKOFF
    if not delivery.expires:
        pause = min(INITIAL_BACKOFF * 2 ** min(delivery.attempt - 1, 20), MAX_BACKOFF)
    pause = max(pause, asked or pause)
    young = col(Delivery.created_at) > func.now() - RETRY_PERIOD
    await _requeue_or_fail(session, delivery, reason, young, func.now() + pause)


async def postpone_unanswered(
    session: AsyncSession, delivery: ClaimedDelivery, reason: str
) -> None:
    """Retry a message that was transmitted without a response, at most `MAX_UNANSWERED` times."""
    await session.execute(
        update(Delivery)
        .where(*_match_lease(delivery))
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
    """Postpone a notice until `requeue_waiting`, or fail it after three days."""
    assert delivery.user_id
    await lock_people(session, [delivery.user_id])
    contact = await db.lock(session, Contact, col(Contact.user_id) == delivery.user_id, share=True)
    if contact and contact.verified:
        # It was verified between the claim and now.
        await session.execute(
            _end_lease(delivery, DeliveryStatus.QUEUED).values(next_attempt_at=func.now())
        )
        return
    given_up_at = col(Delivery.created_at) + RETRY_PERIOD
    await _requeue_or_fail(session, delivery, reason, given_up_at > func.now(), given_up_at)


async def requeue_waiting(session: AsyncSession, user_ids: Collection[UUID]) -> None:
    """Make messages due that were waiting for these users' addresses."""
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
    """Lock users until the transaction ends.

    Serializes changes of their contacts with postponing mails to unverified addresses.
    """
    await db.advisory_lock(session, *(f"person:{user_id}" for user_id in user_ids))


async def mark_failed(
    session: AsyncSession,
    delivery: ClaimedDelivery,
    reason: str,
    status: DeliveryStatus = DeliveryStatus.FAILED,
) -> None:
    """Fail a delivery for good, for example because the mailbox does not exist."""
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
    """Build an update that applies only while this worker holds the lease: later attempts have
    higher numbers."""
    return DELIVERY_STATES.transition_all(DeliveryStatus.SENDING, to).where(*_match_lease(delivery))


def _match_lease(delivery: ClaimedDelivery) -> tuple[ColumnElement[bool], ...]:
    return col(Delivery.id) == delivery.id, col(Delivery.attempts) == delivery.attempt
