"""Answer, assign, annotate and close inquiries."""

from uuid import UUID

from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, new_id
from kit.security.auth import Principal

from notifications.config import Settings
from notifications.deliveries.channels.schemas import Thread
from notifications.inquiries import queries
from notifications.inquiries.errors import InquiryStale
from notifications.inquiries.models import (
    INQUIRY_STATES,
    EntryKind,
    Inquiry,
    InquiryEntry,
    InquiryStatus,
)
from notifications.inquiries.schemas import (
    InquiryAnswer,
    InquiryAssign,
    InquiryDetail,
    InquiryMove,
    InquiryNote,
)
from notifications.inquiries.service import (
    get_reply_address,
    lock_inquiry,
    notify_assignee,
    queue_mail,
)
from notifications.replicas.queries import get_contact
from notifications.texts.models import Bilingual, Kind, Values


async def answer_inquiry(
    session: AsyncSession,
    settings: Settings,
    actor: Principal,
    inquiry_id: UUID,
    answer: InquiryAnswer,
) -> InquiryDetail:
    """Answer the asker, by mail and on the conversation's page.

    An unassigned inquiry is assigned to the caller. Raises `InquiryNotFound`, `InquiryStale`.
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
    INQUIRY_STATES.transition(
        inquiry, InquiryStatus.CLOSED if answer.close else InquiryStatus.ANSWERED
    )
    inquiry.first_answered_at = inquiry.first_answered_at or now
    inquiry.assignee_id = inquiry.assignee_id or actor.user_id
    inquiry.updated_at = now
    inquiry.version += 1
    await session.flush()
    values: Values = {"reference": inquiry.reference, "answer": answer.text}
    thread = Thread(
        reply_to=get_reply_address(settings, inquiry.id), references=before, automatic=False
    )
    await queue_mail(session, settings, inquiry, entry.id, Kind.INQUIRY_ANSWERED, values, thread)
    return await queries.get_inquiry(session, inquiry_id)


async def add_note(
    session: AsyncSession, actor: Principal, inquiry_id: UUID, note: InquiryNote
) -> InquiryDetail:
    """Add an internal note, which the asker never sees.

    Raises `InquiryNotFound`.
    """
    await lock_inquiry(session, inquiry_id)
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
    """Assign the inquiry, and notify an assignee other than the caller.

    Raises `InquiryNotFound`, `InquiryStale`, or `Invalid` if the assignee may not answer inquiries.
    """
    inquiry = await _lock(session, inquiry_id, assign.version)
    assignee_id = assign.assignee_id
    if assignee_id == inquiry.assignee_id:
        return await queries.get_inquiry(session, inquiry_id)
    # The caller's token has the permission, and may be newer than the replica.
    is_certain = assignee_id in (None, actor.user_id)
    if not is_certain and not await queries.may_answer(session, assignee_id):
        message = "Choose one of those who may answer queries."
        raise Invalid.field("assignee_id", "inquiry.invalid_assignee", message)
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
        await notify_assignee(session, inquiry, assignee_id, Kind.INQUIRY_ASSIGNED, values)
    return await queries.get_inquiry(session, inquiry_id)


async def move_inquiry(session: AsyncSession, inquiry_id: UUID, move: InquiryMove) -> InquiryDetail:
    """Close the inquiry without an answer, or reopen it; the asker is not notified.

    Raises `InquiryNotFound`, `InquiryStale`.
    """
    inquiry = await _lock(session, inquiry_id, move.version)
    if inquiry.status != move.status:
        INQUIRY_STATES.transition(inquiry, InquiryStatus(move.status))
        inquiry.updated_at = await db.now(session)
        inquiry.version += 1
        await session.flush()
    return await queries.get_inquiry(session, inquiry_id)


async def _lock(session: AsyncSession, inquiry_id: UUID, version: int) -> Inquiry:
    inquiry = await lock_inquiry(session, inquiry_id)
    if inquiry.version != version:
        raise InquiryStale
    return inquiry
