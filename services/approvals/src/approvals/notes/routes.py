from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, status
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from approvals.notes import service
from approvals.notes.errors import NotesOfOthers
from approvals.notes.schemas import NoteCreate, NoteList
from approvals.requests.errors import RequestNotFound

AdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_APPROVAL_SYSTEM])
]

router = APIRouter(prefix="/approvals/{approval_id}/notes", tags=["approvals"])


@router.get("", responses=problems(*AUTH_PROBLEMS, RequestNotFound, NotesOfOthers))
async def list_approval_notes(session: Session, actor: AdminDep, approval_id: UUID) -> NoteList:
    """List notes about a request's content, from all submissions. Applicants cannot read them."""
    return await service.list_notes(session, actor, approval_id)


@router.post(
    "",
    status_code=status.HTTP_201_CREATED,
    responses=problems(*AUTH_PROBLEMS, RequestNotFound, NotesOfOthers, Invalid),
)
async def create_approval_note(
    session: Session, actor: AdminDep, approval_id: UUID, body: NoteCreate
) -> NoteList:
    """Add a note to a request for the other approvers."""
    return await service.create_note(session, actor, approval_id, body)
