"""Read and write notes. Admins who see requests may, except on their own."""

from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import and_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from approvals.notes.errors import NotesOfOthers
from approvals.notes.models import Note
from approvals.notes.schemas import NoteCreate, NoteList, NoteRead
from approvals.replicas.models import Approver
from approvals.requests.errors import RequestNotFound
from approvals.requests.models import ApprovalRequest
from approvals.requests.rules import is_own


async def list_notes(session: AsyncSession, actor: Principal, request_id: UUID) -> NoteList:
    """List notes about the request's content, from all its submissions.

    Raises `RequestNotFound`, `NotesOfOthers`.
    """
    await _check_may_read(session, actor, request_id)
    asked = aliased(ApprovalRequest)
    rows = await session.execute(
        select(Note, col(ApprovalRequest.submission), Approver)
        .join(ApprovalRequest, col(ApprovalRequest.id) == col(Note.request_id))
        .join(
            asked,
            and_(
                col(asked.content_type) == col(ApprovalRequest.content_type),
                col(asked.content_id) == col(ApprovalRequest.content_id),
            ),
        )
        .outerjoin(Approver, col(Approver.user_id) == col(Note.user_id))
        .where(col(asked.id) == request_id)
        .order_by(col(Note.id))
    )
    return NoteList(
        data=[
            NoteRead(
                id=note.id,
                submission=submission,
                user_id=note.user_id,
                name_en=author.name_en if author else None,
                name_ar=author.name_ar if author else None,
                text=note.text,
                created_at=note.created_at,
            )
            for note, submission, author in rows
        ]
    )


async def create_note(
    session: AsyncSession, actor: Principal, request_id: UUID, new: NoteCreate
) -> NoteList:
    """Add a note to a request of any status and return all notes about its content.

    Raises `RequestNotFound`, `NotesOfOthers`.
    """
    await _check_may_read(session, actor, request_id)
    session.add(Note(request_id=request_id, user_id=actor.user_id, text=new.text))
    await session.flush()
    return await list_notes(session, actor, request_id)


async def _check_may_read(session: AsyncSession, actor: Principal, request_id: UUID) -> None:
    own = await session.scalar(
        select(is_own(actor.user_id))
        .select_from(ApprovalRequest)
        .where(col(ApprovalRequest.id) == request_id)
    )
    if own is None:
        raise RequestNotFound
    if own:
        raise NotesOfOthers
