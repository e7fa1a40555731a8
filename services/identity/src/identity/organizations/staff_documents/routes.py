"""Routes of the documents of staff members: their own, and for those who decide on them."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Form, Response, UploadFile
from kit.core.errors import problems
from kit.database.db import Session
from kit.documents.attachments import document_answer, read_document
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.domain.fields import Day
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.accounts.accounts.guards import AccountOwnerDep
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.documents.errors import KindNotFound, ProfileDocumentNotFound
from identity.organizations.documents.queries import get_document
from identity.organizations.staff_documents import queries, service
from identity.organizations.staff_documents.errors import DocumentsNotEditable
from identity.organizations.staff_documents.schemas import OwnDocuments

router = APIRouter(tags=["documents"], responses=problems(*AUTH_PROBLEMS))

DocumentViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_USERS, Permission.VIEW_APPROVAL_SYSTEM],
    ),
]
"""Who looks after people, and who approves them."""


@router.get("/profiles/{profile_id}/documents", responses=problems(ProfileNotFound))
async def get_own_staff_documents(
    profile_id: UUID, session: Session, actor: AccountOwnerDep
) -> OwnDocuments:
    """What an own staff profile is asked for and has, and whether anything is missing."""
    profile = await queries.get_own_staff_profile(session, actor, profile_id)
    return await queries.read_own(session, profile)


@router.put(
    "/profiles/{profile_id}/documents/{kind_id}",
    responses=problems(ProfileNotFound, KindNotFound, DocumentsNotEditable) | UPLOADING,
)
async def update_own_staff_document(
    profile_id: UUID,
    kind_id: UUID,
    file: UploadFile,
    session: Session,
    media: Media,
    actor: AccountOwnerDep,
    expires_on: Annotated[Day | None, Form()] = None,
) -> OwnDocuments:
    """Hand in a document of this kind for an own staff profile, in place of an earlier one: a PDF
    without scripts, actions and files, or a JPEG, PNG or WebP picture, as the kind accepts.
    `expires_on` is its last day, where the kind asks for it."""
    document = await read_document(file, actor.user_id)
    return await service.update_document(
        session, media, actor, profile_id, kind_id, document, expires_on
    )


@router.get(
    "/profiles/{profile_id}/documents/{document_id}",
    responses=problems(ProfileNotFound, ProfileDocumentNotFound),
)
async def get_own_staff_document(
    profile_id: UUID, document_id: UUID, session: Session, media: Media, actor: AccountOwnerDep
) -> Response:
    """A document that was handed in for an own staff profile."""
    profile = await queries.get_own_staff_profile(session, actor, profile_id)
    document = await get_document(session, profile.id, document_id)
    return await document_answer(media, document.key, document.media_type, ProfileDocumentNotFound)


@router.get(
    "/staff/{profile_id}/documents/{document_id}", responses=problems(ProfileDocumentNotFound)
)
async def get_staff_document(
    profile_id: UUID, document_id: UUID, session: Session, media: Media, _: DocumentViewerDep
) -> Response:
    """A document that a staff member handed in, also one that was replaced since."""
    document = await get_document(session, profile_id, document_id)
    return await document_answer(media, document.key, document.media_type, ProfileDocumentNotFound)
