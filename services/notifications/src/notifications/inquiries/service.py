"""Store inquiries and their messages, and mail the asker."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from io import BytesIO
from uuid import NAMESPACE_URL, UUID, uuid5

from contracts.app_routes import AppRoute
from fastapi import UploadFile
from kit.core.errors import FieldProblem, Invalid, TooManyRequests
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock, utc_now
from kit.documents.attachments import Document, read_document, store_document
from kit.documents.media import MediaStore, adopt, discard
from kit.messaging.personal_data import Person
from kit.security.rate_limiter import RateLimiter
from sqlalchemy import func, select
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.channels.schemas import Thread
from notifications.deliveries.service import (
    ThreadMail,
    queue_thread_mail,
)
from notifications.deliveries.tokens.service import create_token, read_token
from notifications.inquiries import queries
from notifications.inquiries.adapters.mail import AttachedFile, Reply, read_reply
from notifications.inquiries.errors import InboundUnsigned, InquiryNotFound
from notifications.inquiries.models import (
    INQUIRY_STATES,
    EntryKind,
    Inquiry,
    InquiryEntry,
    InquiryFile,
    InquiryStatus,
    Purpose,
)
from notifications.inquiries.schemas import (
    InboundMail,
    InboundOutcome,
    InquiryCreate,
    InquiryReceipt,
    ThreadMessage,
    ThreadRead,
)
from notifications.notifications.service import Notice, notify
from notifications.texts.models import Kind, Values
from notifications.webhooks.adapters.signatures import is_signed
from notifications.wordings.queries import get_message

DUPLICATE_WINDOW = timedelta(days=1)
INQUIRIES = RateLimiter(20, timedelta(hours=1))
RECEIPTS_A_DAY = 5
"""Per mail address, as anyone can enter another person's."""
MESSAGES_A_DAY = 20
"""From the asker, per inquiry."""
PAGE_OF_THREAD = AppRoute.CONVERSATION
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without characters that are easily confused."""


async def create_inquiry(
    session: AsyncSession,
    media: MediaStore,
    settings: Settings,
    network: str,
    inquiry: InquiryCreate,
) -> InquiryReceipt:
    """Store an inquiry and mail its link.

    Identical text within a day is the same inquiry. A robot's inquiry gets a receipt but is not
    stored. Raises `TooManyRequests` above the network's rate limit, and `Invalid` for a file that
    is too large or of another type.
    """
    INQUIRIES.take(network)
    if inquiry.website:
        return InquiryReceipt(reference=_new_reference(), created_at=utc_now())
    documents = await _read_files(inquiry.files, network)
    keys = [await store_document(media, document, "inquiries") for document in documents]
    await advisory_lock(session, f"inquiry:{inquiry.email}\n{inquiry.topic}\n{inquiry.message}")
    existing = await _find_duplicate(session, inquiry)
    if existing is not None:
        return InquiryReceipt.model_validate(existing)
    row = Inquiry(
        **inquiry.model_dump(exclude={"files", "consent", "website"}),
        reference=_new_reference(),
        consented_at=utc_now(),
    )
    session.add(row)
    await session.flush()
    await _attach(session, row.id, keys, documents)
    await session.refresh(row, ["created_at"])
    await _send_receipt(session, settings, row)
    return InquiryReceipt.model_validate(row)


async def get_thread(session: AsyncSession, settings: Settings, token: str) -> ThreadRead:
    """Return the conversation of a link.

    Raises `InquiryNotFound`.
    """
    return await queries.get_thread(session, _resolve_link(settings, token))


async def add_message(
    session: AsyncSession, settings: Settings, token: str, message: ThreadMessage
) -> ThreadRead:
    """Add the asker's message from the conversation's page, and reopen the inquiry.

    Raises `InquiryNotFound`, and `TooManyRequests` above `MESSAGES_A_DAY`.
    """
    inquiry = await lock_inquiry(session, _resolve_link(settings, token))
    since = await queries.count_messages(session, inquiry.id, timedelta(days=1))
    if since >= MESSAGES_A_DAY:
        raise TooManyRequests(headers={"Retry-After": "3600"})
    last = await queries.get_last_entry(session, inquiry.id)
    is_twice = last and last.kind is EntryKind.MESSAGE and last.text == message.text
    if not is_twice:
        await _add_entry(
            session,
            inquiry,
            InquiryEntry(inquiry_id=inquiry.id, kind=EntryKind.MESSAGE, text=message.text),
        )
    return await queries.get_thread(session, inquiry.id)


def check_signature(settings: Settings, body: bytes, headers: Mapping[str, str]) -> None:
    """Verify the signature and timestamp of an inbound mail.

    Raises `InboundUnsigned`.
    """
    if not is_signed(settings.inbound_mail_secret, body, headers):
        raise InboundUnsigned


async def receive_mail(
    session: AsyncSession, media: MediaStore, settings: Settings, inbound: InboundMail
) -> InboundOutcome:
    """Add the asker's mail to the conversation that its address names.

    Sends no reply, so that two robots can never answer each other.
    """
    token = inbound.recipient.partition("@")[0].rpartition("+")[2]
    inquiry_id = read_token(settings.sealing_secrets, Purpose.MAIL, token)
    if inquiry_id is None:
        return InboundOutcome.UNKNOWN
    # Parsing a mail of many megabytes takes time.
    reply = await asyncio.to_thread(read_reply, inbound.mail)
    if reply.automatic:
        return InboundOutcome.AUTOMATIC
    documents = await _select_files(reply.files, inquiry_id)
    if not reply.text and not documents:
        return InboundOutcome.EMPTY
    keys = [await store_document(media, document, "inquiries") for document in documents]
    outcome = await _add_reply(session, inquiry_id, reply, len(documents))
    if outcome is InboundOutcome.ADDED:
        await _attach(session, inquiry_id, keys, documents)
    return outcome


async def _add_reply(
    session: AsyncSession, inquiry_id: UUID, reply: Reply, kept: int
) -> InboundOutcome:
    inquiry = await db.lock(session, Inquiry, col(Inquiry.id) == inquiry_id)
    if inquiry is None:
        return InboundOutcome.UNKNOWN
    if await queries.has_mail(session, inquiry_id, reply.message_id):
        return InboundOutcome.REPEATED
    if await queries.count_messages(session, inquiry_id, timedelta(days=1)) >= MESSAGES_A_DAY:
        return InboundOutcome.TOO_MANY
    entry = InquiryEntry(
        inquiry_id=inquiry_id,
        kind=EntryKind.MESSAGE,
        text=reply.text,
        sender=reply.sender,
        message_id=reply.message_id,
        refused_files=len(reply.files) - kept + reply.more_files,
    )
    await _add_entry(session, inquiry, entry)
    return InboundOutcome.ADDED


async def discard_files(session: AsyncSession, person: Person) -> None:
    """Delete the files of a person's inquiries; their rows are deleted with the inquiries."""
    keys = await session.scalars(
        select(col(InquiryFile.key))
        .join(Inquiry, col(Inquiry.id) == col(InquiryFile.inquiry_id))
        .where(func.lower(col(Inquiry.email)) == person.email)
    )
    if found := keys.all():
        await discard(session, found)


async def _attach(
    session: AsyncSession, inquiry_id: UUID, keys: Sequence[str], documents: Sequence[Document]
) -> None:
    await adopt(session, keys)
    session.add_all(
        InquiryFile(
            inquiry_id=inquiry_id,
            key=key,
            media_type=document.media_type,
            size=len(document.content),
        )
        for key, document in zip(keys, documents, strict=True)
    )


async def _select_files(files: Sequence[AttachedFile], inquiry_id: UUID) -> list[Document]:
    """Store the attachments of accepted types and sizes."""
    documents = []
    for name, content in files:
        upload = UploadFile(BytesIO(content), filename=name)
        try:
            documents.append(await read_document(upload, inquiry_id))
        except (Invalid, TooManyRequests):
            continue
    return documents


async def _add_entry(session: AsyncSession, inquiry: Inquiry, entry: InquiryEntry) -> None:
    """Add the asker's entry, and notify the assignee."""
    session.add(entry)
    INQUIRY_STATES.transition(inquiry, InquiryStatus.OPEN)
    inquiry.updated_at = await db.now(session)
    inquiry.version += 1
    await session.flush()
    if inquiry.assignee_id and await queries.may_answer(session, inquiry.assignee_id):
        values: Values = {"reference": inquiry.reference, "name": inquiry.name}
        await notify_assignee(session, inquiry, inquiry.assignee_id, Kind.INQUIRY_REPLIED, values)


async def notify_assignee(
    session: AsyncSession, inquiry: Inquiry, user_id: UUID, kind: Kind, values: Values
) -> None:
    """Notify the assignee of a change to an inquiry."""
    notice = Notice(
        topic=f"inquiry:{inquiry.id}",
        version=inquiry.version,
        kind=kind,
        values=values,
        link=AppRoute.QUERY.format(id=inquiry.id),
        at=utc_now(),
    )
    await notify(session, [user_id], notice)


async def _send_receipt(session: AsyncSession, settings: Settings, inquiry: Inquiry) -> None:
    """Mail the link. The mail contains nothing that the visitor typed, as the address may be
    another person's."""
    if await queries.count_from_address(session, inquiry.email, timedelta(days=1)) > RECEIPTS_A_DAY:
        return
    thread = Thread(reply_to=get_reply_address(settings, inquiry.id), automatic=True)
    values: Values = {"reference": inquiry.reference}
    await queue_mail(session, settings, inquiry, inquiry.id, Kind.INQUIRY_RECEIVED, values, thread)


async def queue_mail(
    session: AsyncSession,
    settings: Settings,
    inquiry: Inquiry,
    mail_id: UUID,
    kind: Kind,
    values: Values,
    thread: Thread,
) -> None:
    """Mail the asker, with the link to the conversation."""
    token = create_token(settings.sealing_secrets, Purpose.LINK, inquiry.id)
    mail = ThreadMail(
        id=mail_id,
        inquiry_id=inquiry.id,
        address=inquiry.email,
        name="" if thread.automatic else inquiry.name,
        locale=inquiry.locale,
        message=await get_message(session, kind, values),
        link=f"{PAGE_OF_THREAD}#{token}",
        thread=thread,
    )
    await queue_thread_mail(session, mail)


def get_reply_address(settings: Settings, inquiry_id: UUID) -> str | None:
    """Return the reply address of the inquiry; None while replies by mail are not accepted."""
    if not settings.mail_reply_to:
        return None
    name, _, domain = settings.mail_reply_to.rpartition("@")
    return f"{name}+{create_token(settings.sealing_secrets, Purpose.MAIL, inquiry_id)}@{domain}"


def _resolve_link(settings: Settings, token: str) -> UUID:
    """Return the inquiry of a link. Raises `InquiryNotFound`."""
    inquiry_id = read_token(settings.sealing_secrets, Purpose.LINK, token)
    if inquiry_id is None:
        raise InquiryNotFound
    return inquiry_id


async def lock_inquiry(session: AsyncSession, inquiry_id: UUID) -> Inquiry:
    """Lock the inquiry. Raises `InquiryNotFound`."""
    inquiry = await db.lock(session, Inquiry, col(Inquiry.id) == inquiry_id)
    if inquiry is None:
        raise InquiryNotFound
    return inquiry


async def _read_files(files: Sequence[UploadFile], network: str) -> list[Document]:
    """Read uploaded files; errors name a file's position in the list."""
    # Pictures are rate-limited per uploader, and visitors have no user ID.
    uploader = uuid5(NAMESPACE_URL, network)
    documents = []
    for place, file in enumerate(files):
        try:
            documents.append(await read_document(file, uploader))
        except Invalid as error:
            fields = [_locate_problem(place, problem) for problem in error.fields or []]
            raise Invalid(fields=fields) from error
    return documents


def _locate_problem(place: int, problem: FieldProblem) -> FieldProblem:
    return problem.model_copy(update={"field": f"files.{place}"})


async def _find_duplicate(session: AsyncSession, inquiry: InquiryCreate) -> Inquiry | None:
    return await session.scalar(
        select(Inquiry).where(
            col(Inquiry.created_at) > func.now() - DUPLICATE_WINDOW,
            col(Inquiry.email) == inquiry.email,
            col(Inquiry.topic) == inquiry.topic,
            col(Inquiry.message) == inquiry.message,
        )
    )


def _new_reference() -> str:
    return "Q-" + "".join(secrets.choice(_ALPHABET) for _ in range(8))
