from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Form, Query, Response, UploadFile
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.documents.attachments import document_response, read_document
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.domain.fields import Day
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.documents import queries, service
from identity.organizations.documents.errors import (
    DocumentsNotEditable,
    KindNotFound,
    ProfileDocumentNotFound,
)
from identity.organizations.documents.models import HolderType
from identity.organizations.documents.queries import get_document
from identity.organizations.documents.schemas import (
    KindCreate,
    KindRow,
    KindSort,
    KindWrite,
    OwnDocuments,
)

router = APIRouter(tags=["documents"], responses=problems(*AUTH_PROBLEMS))
SettingsManagerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]
DocumentViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_ORGANIZATION, Permission.VIEW_APPROVAL_SYSTEM],
    ),
]
"""Admins who manage or approve organizations."""
StaffDocumentViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_USERS, Permission.VIEW_APPROVAL_SYSTEM],
    ),
]
"""Admins who manage or approve staff."""


@router.get("/profiles/document-kinds")
async def list_document_kinds(
    session: Session,
    _: SettingsManagerDep,
    page: Paging,
    sort: KindSort = KindSort.CREATED,
    profile_type: Annotated[HolderType | None, Query(description="Who is asked")] = None,
) -> Page[KindRow]:
    """List the kinds of documents that profiles must submit."""
    return await queries.list_kinds(session, page, sort, profile_type)


@router.post(
    "/profiles/document-kinds", status_code=201, responses=problems(Invalid, *AUTH_PROBLEMS)
)
async def create_document_kind(
    body: KindCreate, session: Session, _: SettingsManagerDep
) -> KindRow:
    """Request another kind of document, from the next submission on."""
    kind_id = await service.create_kind(session, body)
    return await queries.get_kind_row(session, kind_id)


@router.put("/profiles/document-kinds/{kind_id}", responses=problems(Invalid, KindNotFound))
async def update_document_kind(
    kind_id: UUID, body: KindWrite, session: Session, _: SettingsManagerDep
) -> KindRow:
    """Update a kind. Submitted documents remain."""
    await service.update_kind(session, kind_id, body)
    return await queries.get_kind_row(session, kind_id)


@router.delete(
    "/profiles/document-kinds/{kind_id}", status_code=204, responses=problems(KindNotFound)
)
async def delete_document_kind(kind_id: UUID, session: Session, _: SettingsManagerDep) -> None:
    """Stop requesting a kind. Submitted documents remain."""
    await service.delete_kind(session, kind_id)


@router.get(
    "/organizations/{organization_id}/documents/{document_id}",
    responses=problems(ProfileDocumentNotFound),
)
async def get_organization_document(
    organization_id: UUID,
    document_id: UUID,
    session: Session,
    media: Media,
    _: DocumentViewerDep,
) -> Response:
    """Return a current or replaced document of an organization."""
    document = await queries.get_document(session, organization_id, document_id)
    return await document_response(
        media, document.key, document.media_type, ProfileDocumentNotFound
    )


@router.get("/profiles/{profile_id}/documents", responses=problems(ProfileNotFound))
async def get_own_staff_documents(
    profile_id: UUID, session: Session, actor: AccountOwnerDep
) -> OwnDocuments:
    """Return the requested kinds and current documents of the caller's staff profile."""
    profile = await queries.get_own_staff_profile(session, actor, profile_id)
    return await queries.read_staff_documents(session, profile)


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
    """Submit or replace a document of the caller's staff profile.

    The kind determines the accepted formats: PDF without scripts, actions and attachments, or JPEG,
    PNG or WebP. `expires_on` is the last day of validity, if the kind requires it.
    """
    document = await read_document(file, actor.user_id)
    return await service.update_staff_document(
        session, media, actor, profile_id, kind_id, document, expires_on
    )


@router.get(
    "/profiles/{profile_id}/documents/{document_id}",
    responses=problems(ProfileNotFound, ProfileDocumentNotFound),
)
async def get_own_staff_document(
    profile_id: UUID, document_id: UUID, session: Session, media: Media, actor: AccountOwnerDep
) -> Response:
    """Return a document of the caller's staff profile."""
    profile = await queries.get_own_staff_profile(session, actor, profile_id)
    document = await get_document(session, profile.id, document_id)
    return await document_response(
        media, document.key, document.media_type, ProfileDocumentNotFound
    )


@router.get(
    "/staff/{profile_id}/documents/{document_id}", responses=problems(ProfileDocumentNotFound)
)
async def get_staff_document(
    profile_id: UUID, document_id: UUID, session: Session, media: Media, _: StaffDocumentViewerDep
) -> Response:
    """Return a current or replaced document of a staff member."""
    document = await get_document(session, profile_id, document_id)
    return await document_response(
        media, document.key, document.media_type, ProfileDocumentNotFound
    )
