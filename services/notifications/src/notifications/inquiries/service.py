"""Stores inquiries and what is said in them, and mails what the asker is to read."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from fastapi import UploadFile
from kit import db
from kit.auth import Principal
from kit.db import AsyncSession, advisory_lock, new_id, utc_now
from kit.documents import Document, read_document, store_document
from kit.errors import FieldProblem, Invalid, TooManyRequests
from kit.media import MediaStore, adopt, discard
from kit.personal_data import Person
from kit.quota import Quota
from sqlalchemy import func, select
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.service import (
    Thread,
    ThreadMail,
    queue_thread_mail,
)
from notifications.inquiries import queries
from notifications.inquiries.errors import InquiryNotFound, InquiryStale
from notifications.inquiries.models import (
    EntryKind,
    Inquiry,
    InquiryEntry,
    InquiryFile,
    InquiryStatus,
)
from notifications.inquiries.schemas import (
    InquiryAnswer,
    InquiryAssign,
    InquiryCreate,
    InquiryDetail,
    InquiryMove,
    InquiryNote,
    InquiryReceipt,
    ThreadMessage,
    ThreadRead,
)
from notifications.inquiries.tokens import Purpose, new_token, read_token
from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import get_contact, list_admin_users
from notifications.texts.compose import compose
from notifications.texts.models import Bilingual, Kind, Values

SAME_WITHIN = timedelta(days=1)
INQUIRIES = Quota(20, timedelta(hours=1))
"""How many a network may send, whatever they say; the gateway limits how quickly."""
RECEIPTS_A_DAY = 5
"""To one address: strangers may type in anybody's."""
MESSAGES_A_DAY = 20
"""Of the asker, in one inquiry."""
PAGE_OF_THREAD = "/contact-us/query"
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without what is read as something else."""


async def create_inquiry(
    session: AsyncSession,
    media: MediaStore,
    settings: Settings,
    network: str,
    inquiry: InquiryCreate,
) -> InquiryReceipt:
    """Store what a visitor wrote, and mail the link to it; the same words once more within a day
    are the same inquiry. A robot's are not stored, and it does not notice.

    Raises `TooManyRequests` above the network's quota, and `Invalid` for a file that is none of
    the kinds or too large.
    """
    INQUIRIES.take(network)
    if inquiry.website:
        return InquiryReceipt(reference=_new_reference(), created_at=utc_now())
    documents = await _read(inquiry.files, network)
    keys = [await store_document(media, document, "inquiries") for document in documents]
    await advisory_lock(session, f"inquiry:{inquiry.email}\n{inquiry.topic}\n{inquiry.message}")
    existing = await _same(session, inquiry)
    if existing is not None:
        return InquiryReceipt.model_validate(existing)
    row = Inquiry(
        **inquiry.model_dump(exclude={"files", "consent", "website"}),
        reference=_new_reference(),
        consented_at=utc_now(),
    )
    session.add(row)
    await session.flush()
    await adopt(session, keys)
    session.add_all(
        InquiryFile(
            inquiry_id=row.id,
            key=key,
            media_type=document.media_type,
            size=len(document.content),
        )
        for key, document in zip(keys, documents, strict=True)
    )
    await session.refresh(row, ["created_at"])
    await _send_receipt(session, settings, row)
    return InquiryReceipt.model_validate(row)


async def get_thread(session: AsyncSession, settings: Settings, token: str) -> ThreadRead:
    """The conversation that a link leads to.

    Raises `InquiryNotFound`.
    """
    return await queries.get_thread(session, _linked(settings, token))


async def add_message(
    session: AsyncSession, settings: Settings, token: str, message: ThreadMessage
) -> ThreadRead:
    """Add what the asker writes on the page of the conversation. It waits for us again.

    Raises `InquiryNotFound`, and `TooManyRequests` above `MESSAGES_A_DAY`.
    """
    inquiry = await _find(session, _linked(settings, token))
    since = await queries.count_messages(session, inquiry.id, timedelta(days=1))
    if since >= MESSAGES_A_DAY:
        raise TooManyRequests(headers={"Retry-After": "3600"})
    last = await queries.last_entry(session, inquiry.id)
    is_twice = last and last.kind is EntryKind.MESSAGE and last.text == message.text
    if not is_twice:
        await _add(
            session,
            inquiry,
            InquiryEntry(inquiry_id=inquiry.id, kind=EntryKind.MESSAGE, text=message.text),
        )
    return await queries.get_thread(session, inquiry.id)


async def answer_inquiry(
    session: AsyncSession,
    settings: Settings,
    actor: Principal,
    inquiry_id: UUID,
    answer: InquiryAnswer,
) -> InquiryDetail:
    """Answer the asker, by mail and on the page of the conversation. Whoever answers what nobody is
    assigned is assigned it.

    Raises `InquiryNotFound`, `InquiryStale`.
    """
    inquiry = await _lock(session, inquiry_id, answer.version)
    before = await queries.list_message_ids(session, inquiry_id, settings.mail_domain)
    now = await db.now(session)
    entry = InquiryEntry(
        id=new_id(),
        inquiry_id=inquiry.id,
        kind=EntryKind.ANSWER,
        text=answer.text,
        author_id=actor.user_id,
    )
    session.add(entry)
    inquiry.status = InquiryStatus.CLOSED if answer.close else InquiryStatus.ANSWERED
    inquiry.first_answered_at = inquiry.first_answered_at or now
    inquiry.assignee_id = inquiry.assignee_id or actor.user_id
    inquiry.updated_at = now
    inquiry.version += 1
    await session.flush()
    values: Values = {"reference": inquiry.reference, "answer": answer.text}
    thread = Thread(reply_to=_reply_to(settings, inquiry.id), references=before, automatic=False)
    await _queue(session, settings, inquiry, entry.id, Kind.INQUIRY_ANSWERED, values, thread)
    return await queries.get_inquiry(session, inquiry_id)


async def add_note(
    session: AsyncSession, actor: Principal, inquiry_id: UUID, note: InquiryNote
) -> InquiryDetail:
    """Write what the asker never sees.

    Raises `InquiryNotFound`.
    """
    await _find(session, inquiry_id)
    session.add(
        InquiryEntry(
            inquiry_id=inquiry_id, kind=EntryKind.NOTE, text=note.text, author_id=actor.user_id
        )
    )
    await session.flush()
    return await queries.get_inquiry(session, inquiry_id)


async def assign_inquiry(
    session: AsyncSession, actor: Principal, inquiry_id: UUID, assign: InquiryAssign
) -> InquiryDetail:
    """Say who is to answer it; whoever is assigned it by somebody else is notified.

    Raises `InquiryNotFound`, `InquiryStale`, and `Invalid` for who is no admin.
    """
    inquiry = await _lock(session, inquiry_id, assign.version)
    assignee_id = assign.assignee_id
    if assignee_id == inquiry.assignee_id:
        return await queries.get_inquiry(session, inquiry_id)
    if assignee_id and assignee_id not in await list_admin_users(session):
        raise Invalid.field("assignee_id", "inquiry.assignee", "Choose one of the admins.")
    inquiry.assignee_id = assignee_id
    inquiry.version += 1
    await session.flush()
    if assignee_id and assignee_id != actor.user_id:
        contact = await get_contact(session, actor.user_id)
        assigner = Bilingual(contact.name_en, contact.name_ar) if contact else Bilingual("–", "–")
        values: Values = {
            "reference": inquiry.reference,
            "name": inquiry.name,
            "assigner": assigner,
        }
        await _notify(session, inquiry, assignee_id, Kind.INQUIRY_ASSIGNED, values)
    return await queries.get_inquiry(session, inquiry_id)


async def move_inquiry(session: AsyncSession, inquiry_id: UUID, move: InquiryMove) -> InquiryDetail:
    """Close it without an answer, or open it again; the asker is not notified.

    Raises `InquiryNotFound`, `InquiryStale`.
    """
    inquiry = await _lock(session, inquiry_id, move.version)
    if inquiry.status != move.status:
        inquiry.status = InquiryStatus(move.status)
        inquiry.updated_at = await db.now(session)
        inquiry.version += 1
        await session.flush()
    return await queries.get_inquiry(session, inquiry_id)


async def discard_files(session: AsyncSession, person: Person) -> None:
    """The files of what this person has sent are deleted; their rows go with the inquiries."""
    keys = await session.scalars(
        select(col(InquiryFile.key))
        .join(Inquiry, col(Inquiry.id) == col(InquiryFile.inquiry_id))
        .where(func.lower(col(Inquiry.email)) == person.email)
    )
    if found := keys.all():
        await discard(session, found)


async def _add(session: AsyncSession, inquiry: Inquiry, entry: InquiryEntry) -> None:
    """Add what the asker wrote; whoever is assigned the inquiry is notified."""
    session.add(entry)
    inquiry.status = InquiryStatus.OPEN
    inquiry.updated_at = await db.now(session)
    inquiry.version += 1
    await session.flush()
    if inquiry.assignee_id:
        values: Values = {"reference": inquiry.reference, "name": inquiry.name}
        await _notify(session, inquiry, inquiry.assignee_id, Kind.INQUIRY_REPLIED, values)


async def _notify(
    session: AsyncSession, inquiry: Inquiry, user_id: UUID, kind: Kind, values: Values
) -> None:
    notice = Notice(
        topic=f"inquiry:{inquiry.id}",
        version=inquiry.version,
        kind=kind,
        values=values,
        link=f"/dashboard/queries/{inquiry.id}",
        at=utc_now(),
    )
    await notify(session, [user_id], notice)


async def _send_receipt(session: AsyncSession, settings: Settings, inquiry: Inquiry) -> None:
    """Mail the link. The mail holds nothing that the visitor has typed: it goes to whatever address
    that was."""
    if await queries.count_of_address(session, inquiry.email, timedelta(days=1)) > RECEIPTS_A_DAY:
        return
    thread = Thread(reply_to=_reply_to(settings, inquiry.id), automatic=True)
    values: Values = {"reference": inquiry.reference}
    await _queue(session, settings, inquiry, inquiry.id, Kind.INQUIRY_RECEIVED, values, thread)


async def _queue(
    session: AsyncSession,
    settings: Settings,
    inquiry: Inquiry,
    mail_id: UUID,
    kind: Kind,
    values: Values,
    thread: Thread,
) -> None:
    token = new_token(settings.sealing_secrets, Purpose.LINK, inquiry.id)
    mail = ThreadMail(
        id=mail_id,
        inquiry_id=inquiry.id,
        address=inquiry.email,
        name="" if thread.automatic else inquiry.name,
        locale=inquiry.locale,
        message=compose(kind, values),
        link=f"{PAGE_OF_THREAD}#{token}",
        thread=thread,
    )
    await queue_thread_mail(session, mail)


def _reply_to(settings: Settings, inquiry_id: UUID) -> str | None:
    """The address at which an answer belongs to the inquiry; None while none are taken."""
    if not settings.mail_reply_to:
        return None
    name, _, domain = settings.mail_reply_to.rpartition("@")
    return f"{name}+{new_token(settings.sealing_secrets, Purpose.MAIL, inquiry_id)}@{domain}"


def _linked(settings: Settings, token: str) -> UUID:
    """Which inquiry a link leads to; `InquiryNotFound`."""
    inquiry_id = read_token(settings.sealing_secrets, Purpose.LINK, token)
    if inquiry_id is None:
        raise InquiryNotFound
    return inquiry_id


async def _find(session: AsyncSession, inquiry_id: UUID) -> Inquiry:
    inquiry = await db.lock(session, Inquiry, col(Inquiry.id) == inquiry_id)
    if inquiry is None:
        raise InquiryNotFound
    return inquiry


async def _lock(session: AsyncSession, inquiry_id: UUID, version: int) -> Inquiry:
    inquiry = await _find(session, inquiry_id)
    if inquiry.version != version:
        raise InquiryStale
    return inquiry


async def _read(files: Sequence[UploadFile], network: str) -> list[Document]:
    """The files' contents; what is wrong with one is said of its place in the list."""
    # Pictures are counted by who has them made small, and visitors are nobody.
    uploader = uuid5(NAMESPACE_URL, network)
    documents = []
    for place, file in enumerate(files):
        try:
            documents.append(await read_document(file, uploader))
        except Invalid as error:
            fields = [_at(place, problem) for problem in error.fields or []]
            raise Invalid(fields=fields) from error
    return documents


def _at(place: int, problem: FieldProblem) -> FieldProblem:
    return problem.model_copy(update={"field": f"files.{place}"})


async def _same(session: AsyncSession, inquiry: InquiryCreate) -> Inquiry | None:
    return await session.scalar(
        select(Inquiry).where(
            col(Inquiry.created_at) > func.now() - SAME_WITHIN,
            col(Inquiry.email) == inquiry.email,
            col(Inquiry.topic) == inquiry.topic,
            col(Inquiry.message) == inquiry.message,
        )
    )


def _new_reference() -> str:
    return "Q-" + "".join(secrets.choice(_ALPHABET) for _ in range(8))
