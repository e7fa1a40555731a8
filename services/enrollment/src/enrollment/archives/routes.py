from uuid import UUID

from fastapi import APIRouter
from kit.core.downloads import attachment
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.documents.media import Media
from kit.security.auth import AUTH_PROBLEMS
from starlette.responses import StreamingResponse

from enrollment.archives import queries, service
from enrollment.archives.errors import (
    ArchiveEmpty,
    ArchiveNotFound,
    ArchiveNotReady,
    ArchiveTooLarge,
)
from enrollment.archives.schemas import ArchiveCreate, ArchiveRead
from enrollment.archives.service import MEDIA_TYPE, stream_zip
from enrollment.certificates.routes import ReaderDep

router = APIRouter(prefix="/papers/archives", tags=["papers"])

_ZIP: dict[int | str, dict[str, object]] = {
    200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


@router.post(
    "",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, ArchiveEmpty, ArchiveTooLarge, TooManyRequests, Invalid),
)
async def create_paper_archive(
    session: Session, actor: ReaderDep, body: ArchiveCreate
) -> ArchiveRead:
    """Request a ZIP file of a batch's certificates or of a filtered list.

    It is ready once every PDF is made, and expires after a day.
    """
    return await service.create_archive(session, actor, body)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_paper_archives(session: Session, actor: ReaderDep) -> list[ArchiveRead]:
    """List the caller's archives and their progress, newest first."""
    return await queries.list_archives(session, actor)


@router.get(
    "/{archive_id}/file",
    response_class=StreamingResponse,
    responses=_ZIP | problems(*AUTH_PROBLEMS, ArchiveNotFound, ArchiveNotReady),
)
async def get_paper_archive(
    database: DatabaseDep, media: Media, actor: ReaderDep, archive_id: UUID
) -> StreamingResponse:
    """Download an archive as a ZIP file."""
    # Release the database connection before streaming.
    async with database.transaction() as session:
        papers = await queries.list_papers(session, actor, archive_id)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": attachment("certificates.zip"),
    }
    return StreamingResponse(stream_zip(media, papers), media_type=MEDIA_TYPE, headers=headers)
