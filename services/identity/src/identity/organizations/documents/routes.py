"""Routes of the kinds of documents, and of documents for those who decide on organizations."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.documents.attachments import document_answer
from kit.documents.media import Media
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.organizations.documents import queries, service
from identity.organizations.documents.errors import KindNotFound, ProfileDocumentNotFound
from identity.organizations.documents.models import HolderType
from identity.organizations.documents.schemas import KindCreate, KindRow, KindSort, KindWrite

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
"""Who looks after organizations, and who approves them."""


@router.get("/profiles/document-kinds")
async def list_document_kinds(
    session: Session,
    _: SettingsManagerDep,
    page: Paging,
    sort: KindSort = KindSort.CREATED,
    profile_type: Annotated[HolderType | None, Query(description="Who is asked")] = None,
) -> Page[KindRow]:
    """The documents that profiles are asked for."""
    return await queries.list_kinds(session, page, sort, profile_type)


@router.post(
    "/profiles/document-kinds", status_code=201, responses=problems(Invalid, *AUTH_PROBLEMS)
)
async def create_document_kind(
    body: KindCreate, session: Session, _: SettingsManagerDep
) -> KindRow:
    """Ask for another document, from the next submission on."""
    kind_id = await service.create_kind(session, body)
    return await queries.get_kind_row(session, kind_id)


@router.put("/profiles/document-kinds/{kind_id}", responses=problems(Invalid, KindNotFound))
async def update_document_kind(
    kind_id: UUID, body: KindWrite, session: Session, _: SettingsManagerDep
) -> KindRow:
    """Change what is asked for; what was handed in stays."""
    await service.update_kind(session, kind_id, body)
    return await queries.get_kind_row(session, kind_id)


@router.delete(
    "/profiles/document-kinds/{kind_id}", status_code=204, responses=problems(KindNotFound)
)
async def delete_document_kind(kind_id: UUID, session: Session, _: SettingsManagerDep) -> None:
    """Ask for it no more; what was handed in stays."""
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
    """A document that an organization handed in, also one that was replaced since."""
    document = await queries.get_document(session, organization_id, document_id)
    return await document_answer(media, document.key, document.media_type, ProfileDocumentNotFound)
