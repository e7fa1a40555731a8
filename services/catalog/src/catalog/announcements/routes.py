from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from kit.core.errors import Invalid, NotFound, Unauthorized, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.documents.attachments import document_response
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.domain.fields import FREE_TEXT
from kit.security.auth import AUTH_PROBLEMS, Caller, OptionalGuard, Principal, guard

from catalog.announcements import queries, service
from catalog.announcements.errors import (
    AnnouncementFull,
    AnnouncementKept,
    AnnouncementLocked,
    AnnouncementNotPublished,
    AnnouncementsRefused,
)
from catalog.announcements.schemas import (
    AnnouncementCard,
    AnnouncementCreate,
    AnnouncementDetail,
    AnnouncementRead,
    AnnouncementSort,
    AnnouncementUpdate,
    ManagedAnnouncementFilters,
    PublicAnnouncementFilters,
    VersionBody,
)
from catalog.texts.schemas import Name
from catalog.trainings.errors import StaleEdit


class _NotForCandidates(OptionalGuard):
    async def admit(self, request: Request) -> Caller | None:
        caller = await super().admit(request)
        if caller and caller.profile_type is ProfileType.CANDIDATE:
            raise AnnouncementsRefused
        return caller


router = APIRouter(
    prefix="/announcements",
    tags=["announcements"],
    dependencies=[Depends(_NotForCandidates())],
    responses=problems(Unauthorized, AnnouncementsRefused),
)
managed_router = APIRouter(
    prefix="/announcements", tags=["announcements"], responses=problems(*AUTH_PROBLEMS)
)

ViewerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_ANNOUNCEMENT])
]
CreatorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.CREATE_ANNOUNCEMENT])
]
EditorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_ANNOUNCEMENT])
]


@managed_router.get("/managed")
async def list_managed_announcements(
    session: Session,
    _: ViewerDep,
    page: Paging,
    filters: Annotated[ManagedAnnouncementFilters, Query()],
    sort: AnnouncementSort = AnnouncementSort.UPDATED_AT_DESC,
) -> Page[AnnouncementCard]:
    """List announcements of every status."""
    return await queries.list_managed_announcements(session, page, filters, sort)


@managed_router.get("/managed/{announcement_id}", responses=problems(NotFound))
async def get_managed_announcement(
    session: Session, _: ViewerDep, announcement_id: UUID
) -> AnnouncementDetail:
    """Return an announcement of any status, with the approvers' comments."""
    return await queries.get_managed_announcement(session, announcement_id)


@managed_router.get(
    "/managed/{announcement_id}/attachments/{attachment_id}",
    response_class=Response,
    responses=problems(NotFound),
)
async def get_managed_announcement_attachment(
    session: Session, media: Media, _: ViewerDep, announcement_id: UUID, attachment_id: UUID
) -> Response:
    """Download a document of an announcement of any status."""
    found = await queries.find_attachment(session, announcement_id, attachment_id, public=False)
    return await document_response(media, found.key, found.media_type, NotFound)


@router.get("")
async def list_announcements(
    session: Session,
    page: Paging,
    filters: Annotated[PublicAnnouncementFilters, Query()],
    sort: AnnouncementSort = AnnouncementSort.CLOSES_AT,
) -> Page[AnnouncementCard]:
    """List published announcements whose window is not over."""
    return await queries.list_announcements(session, page, filters, sort)


@router.get("/{announcement_id:uuid}", responses=problems(NotFound))
async def get_announcement(session: Session, announcement_id: UUID) -> AnnouncementRead:
    """Return a published announcement, even if its window is over."""
    return await queries.get_announcement(session, announcement_id)


@router.get(
    "/{announcement_id:uuid}/attachments/{attachment_id}",
    response_class=Response,
    responses=problems(NotFound),
)
async def get_announcement_attachment(
    session: Session, media: Media, announcement_id: UUID, attachment_id: UUID
) -> Response:
    """Download a document of a published announcement."""
    found = await queries.find_attachment(session, announcement_id, attachment_id, public=True)
    return await document_response(media, found.key, found.media_type, NotFound)


@managed_router.post("", status_code=201, responses=problems(Invalid))
async def create_announcement(
    session: Session, actor: CreatorDep, body: AnnouncementCreate
) -> AnnouncementDetail:
    """Create a draft of an announcement."""
    return await service.create_announcement(session, actor, body)


@managed_router.put(
    "/{announcement_id:uuid}", responses=problems(NotFound, AnnouncementLocked, StaleEdit)
)
async def update_announcement(
    session: Session, actor: EditorDep, announcement_id: UUID, body: AnnouncementUpdate
) -> AnnouncementDetail:
    """Change a draft or a returned announcement."""
    return await service.update_announcement(session, actor, announcement_id, body)


@managed_router.delete(
    "/{announcement_id:uuid}", status_code=204, responses=problems(NotFound, AnnouncementKept)
)
async def delete_announcement(session: Session, _: EditorDep, announcement_id: UUID) -> None:
    """Delete an announcement that was never published."""
    await service.delete_announcement(session, announcement_id)


@managed_router.post(
    "/{announcement_id:uuid}/submit", responses=problems(NotFound, AnnouncementLocked, StaleEdit)
)
async def submit_announcement(
    session: Session, actor: EditorDep, announcement_id: UUID, body: VersionBody
) -> AnnouncementDetail:
    """Submit an announcement for approval, which publishes it."""
    return await service.submit_announcement(session, actor, announcement_id, body.version)


@managed_router.post(
    "/{announcement_id:uuid}/close",
    responses=problems(NotFound, AnnouncementNotPublished, StaleEdit),
)
async def close_announcement(
    session: Session, actor: EditorDep, announcement_id: UUID, body: VersionBody
) -> AnnouncementDetail:
    """Close a published announcement before its window ends."""
    return await service.close_announcement(session, actor, announcement_id, body.version)


@managed_router.post(
    "/{announcement_id:uuid}/attachments",
    status_code=201,
    responses=UPLOADING | problems(NotFound, AnnouncementLocked, AnnouncementFull),
)
async def create_announcement_attachment(
    session: Session,
    media: Media,
    actor: EditorDep,
    announcement_id: UUID,
    file: UploadFile,
    name: Annotated[Name, FREE_TEXT, Form()],
) -> AnnouncementDetail:
    """Attach a PDF or a picture of at most 5 MB."""
    return await service.create_attachment(session, media, actor, announcement_id, file, name)


@managed_router.delete(
    "/{announcement_id:uuid}/attachments/{attachment_id}",
    responses=problems(NotFound, AnnouncementLocked),
)
async def delete_announcement_attachment(
    session: Session, actor: EditorDep, announcement_id: UUID, attachment_id: UUID
) -> AnnouncementDetail:
    """Delete a document of an announcement."""
    return await service.delete_attachment(session, actor, announcement_id, attachment_id)
