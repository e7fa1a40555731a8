"""The queue of mails: queueing, claiming, and the result of each attempt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from contracts.identity import EmailChanged, InvitationCreated, OtpRequested, SignUpAttempted
from kit import db
from kit.db import AsyncSession
from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, Select, Update, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.deliveries.models import (
    CODE,
    NOTICE,
    OPEN,
    Channel,
    Delivery,
    DeliveryStatus,
)
from notifications.deliveries.queries import PRODUCT_NAMES, product_of
from notifications.replicas.models import Contact
from notifications.replicas.queries import get_contact
from notifications.texts.models import Bilingual, Message

Addressed = EmailChanged | InvitationCreated | OtpRequested | SignUpAttempted
"""Events that name a person by an address, which need not be verified."""
KEEP_TRYING = timedelta(days=3)
MAX_UNANSWERED = 3
"""A server that takes a mail and never confirms it would else deliver it at every attempt, for
three days."""
LONGEST_PAUSE = timedelta(minutes=15)
FIRST_PAUSE = timedelta(seconds=5)
_EMPTIED = {"content": None, "link": None}
"""A code, and the secret of an invitation's link, are kept no longer than needed."""


@dataclass(frozen=True, slots=True)
class Mail:
    """What the notification of this id says, to be mailed as well."""

    notification_id: UUID
    user_id: UUID
    message: Message
    link: str | None


@dataclass(frozen=True, slots=True)
class ExpiringMail:
    """What is of use for a short time only, or names a person by an address."""

    id: UUID
    recipient: Addressed
    message: Message
    expires_at: datetime
    link: str | None = None


class Thread(BaseModel):
    """Where answers to a mail go, and to which mails it belongs."""

    model_config = ConfigDict(frozen=True)

    reply_to: str | None
    """None while answers by mail are not taken."""
    references: tuple[str, ...] = ()
    """The Message-IDs of the mails before it, oldest first."""
    automatic: bool
    """Whether nobody has written it."""


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


@dataclass(frozen=True, slots=True)
class ClaimedMail:
    """A mail that this copy may send until its lease ends."""

    id: UUID
    attempt: int
    message_id: str
    message: Message
    link: str | None
    address: str | None
    """None for a notice until the person's address has come and is verified."""
    name_en: str
    name_ar: str
    locale: str
    created_at: datetime
    expires: bool
    user_id: UUID | None
    product: Bilingual
    """What the product is called, in whose name it is sent."""
    thread: Thread | None = None


async def queue_mails(session: AsyncSession, mails: Iterable[Mail]) -> None:
    """Queue what notifications say."""
    session.add_all(
        Delivery(
            notification_id=mail.notification_id,
            user_id=mail.user_id,
            channel=Channel.EMAIL,
            content=mail.message.model_dump(),
            link=mail.link,
        )
        for mail in mails
    )
    await session.flush()


async def queue_expiring_mails(session: AsyncSession, mails: Sequence[ExpiringMail]) -> None:
    """Queue mails that are of use for a short time only, to addresses that need not be verified;
    one whose id is queued already is passed over."""
    if not mails:
        return
    rows = [
        {
            "id": mail.id,
            "user_id": mail.recipient.user_id,
            "channel": Channel.EMAIL,
            "status": DeliveryStatus.QUEUED,
            "content": mail.message.model_dump(),
            "link": mail.link,
            "address": mail.recipient.email,
            "locale": mail.recipient.locale,
            "attempts": 0,
            "unanswered": 0,
            "expires_at": mail.expires_at,
        }
        # In one order everywhere: another copy may be queueing some of them.
        for mail in sorted(mails, key=lambda mail: mail.id)
    ]
    await session.execute(insert(Delivery).values(rows).on_conflict_do_nothing())


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


def message_id_of(delivery_id: UUID, domain: str) -> str:
    """The Message-ID of a mail."""
    return f"<{delivery_id}@{domain}>"


def next_due(*, codes: bool) -> Select[Delivery, bool]:
    """The code or the notice that has been due for longest and that nobody else claims, and
    whether it has expired.

    A query of its own and not `db.claim`, because expiry is decided in the same round trip.
    """
    return (
        select(Delivery, col(Delivery.expires_at) <= func.now())
        .where(OPEN, CODE if codes else NOTICE, col(Delivery.next_attempt_at) <= func.now())
        .order_by(col(Delivery.next_attempt_at))
        .limit(1)
        .with_for_update(skip_locked=True)
    )


async def claim(
    session: AsyncSession, lease: timedelta, domain: str, *, codes: bool
) -> ClaimedMail | None:
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
        delivery.content = delivery.link = None
        delivery.last_error = "expired before it could be sent"
        await session.flush()


async def _lease(
    session: AsyncSession, delivery: Delivery, lease: timedelta, domain: str
) -> ClaimedMail:
    contact = await get_contact(session, delivery.user_id) if delivery.user_id else None
    verified = contact.email if contact and contact.verified else None
    message_id = delivery.message_id or message_id_of(delivery.id, domain)
    attempt = delivery.attempts + 1
    leased = await session.execute(
        update(Delivery)
        .where(col(Delivery.id) == delivery.id)
        .values(
            status=DeliveryStatus.SENDING,
            attempts=attempt,
            message_id=message_id,
            next_attempt_at=func.now() + lease,
        )
        # In the same round trip.
        .returning(*PRODUCT_NAMES)
        .execution_options(synchronize_session=False)
    )
    return ClaimedMail(
        id=delivery.id,
        attempt=attempt,
        message_id=message_id,
        message=Message.model_validate(delivery.content),
        link=delivery.link,
        address=delivery.address or verified,
        name_en=contact.name_en if contact else delivery.name or "",
        name_ar=contact.name_ar if contact else delivery.name or "",
        locale=delivery.locale or (contact.locale if contact else "en"),
        created_at=delivery.created_at,
        expires=delivery.expires_at is not None,
        user_id=delivery.user_id,
        product=product_of(*leased.one()),
        thread=Thread.model_validate(delivery.thread) if delivery.thread else None,
    )


async def mark_sent(session: AsyncSession, mail: ClaimedMail) -> None:
    """The mail server has taken the mail."""
    await session.execute(
        _leased(mail).values(
            status=DeliveryStatus.SENT, sent_at=func.now(), last_error=None, **_EMPTIED
        )
    )


async def postpone(session: AsyncSession, mail: ClaimedMail, reason: str) -> None:
    """Try again later: after 5 s, 10 s, 20 s … up to 15 min; what expires, every 5 s.

    After three days it is given up.
    """
    pause = FIRST_PAUSE
    if not mail.expires:
        pause = min(FIRST_PAUSE * 2 ** min(mail.attempt - 1, 20), LONGEST_PAUSE)
    young = col(Delivery.created_at) > func.now() - KEEP_TRYING
    await _requeue_or_fail(session, mail, reason, young, func.now() + pause)


async def postpone_unanswered(session: AsyncSession, mail: ClaimedMail, reason: str) -> None:
    """The mail was handed over and no answer came: it may have gone out. It is tried again, at most
    `MAX_UNANSWERED` times."""
    await session.execute(_leased(mail).values(unanswered=col(Delivery.unanswered) + 1))
    ended = await session.execute(
        _leased(mail)
        .where(col(Delivery.unanswered) >= MAX_UNANSWERED)
        .values(
            status=DeliveryStatus.FAILED,
            last_error=reason,
            **(_EMPTIED if mail.expires else {}),
        )
        .returning(col(Delivery.id))
    )
    if ended.first() is None:
        await postpone(session, mail, reason)


async def postpone_until_verified(session: AsyncSession, mail: ClaimedMail, reason: str) -> None:
    """Leave a notice alone until `requeue_waiting`; after three days it is given up."""
    assert mail.user_id
    await lock_people(session, [mail.user_id])
    contact = await db.lock(session, Contact, col(Contact.user_id) == mail.user_id, share=True)
    if contact and contact.verified:
        # It was verified between the claim and now.
        await session.execute(
            _leased(mail).values(status=DeliveryStatus.QUEUED, next_attempt_at=func.now())
        )
        return
    given_up_at = col(Delivery.created_at) + KEEP_TRYING
    await _requeue_or_fail(session, mail, reason, given_up_at > func.now(), given_up_at)


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


async def lock_people(session: AsyncSession, user_ids: Iterable[UUID]) -> None:
    """Until the transaction ends, no other changes these people's contacts or postpones their mails
    for want of a verified address."""
    await db.advisory_lock(session, *(f"person:{user_id}" for user_id in user_ids))


async def mark_failed(session: AsyncSession, mail: ClaimedMail, reason: str) -> None:
    """No repetition would help, such as when there is no such mailbox."""
    emptied = _EMPTIED if mail.expires else {}
    await session.execute(
        _leased(mail).values(status=DeliveryStatus.FAILED, last_error=reason, **emptied)
    )


async def _requeue_or_fail(
    session: AsyncSession,
    mail: ClaimedMail,
    reason: str,
    requeue: ColumnElement[bool],
    next_attempt_at: ColumnElement[datetime],
) -> None:
    await session.execute(
        _leased(mail)
        .where(requeue)
        .values(status=DeliveryStatus.QUEUED, next_attempt_at=next_attempt_at, last_error=reason)
    )
    await session.execute(
        _leased(mail)
        .where(col(Delivery.status) == DeliveryStatus.SENDING)
        .values(
            status=DeliveryStatus.FAILED,
            last_error=reason,
            **(_EMPTIED if mail.expires else {}),
        )
    )


def _leased(mail: ClaimedMail) -> Update:
    """Only while the lease is this copy's: a later attempt has a higher number."""
    return update(Delivery).where(
        col(Delivery.id) == mail.id, col(Delivery.attempts) == mail.attempt
    )
