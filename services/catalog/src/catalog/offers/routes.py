from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Form, Query, Response, UploadFile
from kit.core.errors import NotFound, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.documents.attachments import document_response, read_document, store_document
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING, read_upload
from kit.domain.fields import FREE_TEXT
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from catalog.answers.queries import JsonBytes
from catalog.batches.seat_changes.queries import SeatsRoute
from catalog.offers import export, queries, service
from catalog.offers.schemas import (
    ManagedTrainingFilters,
    TrainingCard,
    TrainingCreate,
    TrainingFilters,
    TrainingRead,
    TrainingSort,
    TrainingUpdate,
)
from catalog.pictures.service import Density, Version, get_picture
from catalog.texts.schemas import Name
from catalog.trainings.errors import (
    AttachmentNotFound,
    OrganizationUnknown,
    StaleEdit,
    TooManyAttachments,
    TrainingHasBatches,
    TrainingIncomplete,
    TrainingNotPublished,
    TrainingPublished,
)
from catalog.trainings.queries import get_attachment
from catalog.trainings.rules import CreatorDep, EditorDep
from catalog.trainings.schemas import OrganizationCard

router = APIRouter(prefix="/trainings", tags=["trainings"], route_class=SeatsRoute)
managed_router = APIRouter(prefix="/trainings", tags=["trainings"])

ViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_TRAININGS],
    ),
]


@managed_router.get("/managed", responses=problems(*AUTH_PROBLEMS))
async def list_managed_trainings(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[ManagedTrainingFilters, Query()],
    sort: TrainingSort = TrainingSort.TITLE_EN,
) -> Page[TrainingCard]:
    """List the organization's trainings of every status; admins see all organizations."""
    return await queries.list_managed_trainings(session, actor, page, filters, sort)


@managed_router.get(
    "/managed/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_managed_trainings(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[ManagedTrainingFilters, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: TrainingSort = TrainingSort.TITLE_EN,
) -> StreamingResponse:
    """Export the filtered list as a spreadsheet, with all rows."""
    return await export.export_trainings(database, actor, filters, sort, file)


@managed_router.get("/managed/{training_id}", responses=problems(*AUTH_PROBLEMS, NotFound))
async def get_managed_training(
    session: Session, actor: ViewerDep, training_id: UUID
) -> TrainingRead:
    """Return one of the organization's trainings, of any status."""
    return await queries.get_managed_training(session, actor, training_id)


@router.get("", response_model=Page[TrainingCard])
async def list_trainings(
    session: Session,
    page: Paging,
    filters: Annotated[TrainingFilters, Query()],
    sort: TrainingSort = TrainingSort.STARTS_AT,
) -> Response:
    """List published trainings, each with its next batch, prices and free seats."""
    return JsonBytes(await queries.list_trainings(session, page, filters, sort))


# The converter excludes `/trainings/managed`, which has a route of its own; any other word is a
# 404.
@router.get("/{training_id:uuid}", response_model=TrainingRead, responses=problems(NotFound))
async def get_training(session: Session, training_id: UUID) -> Response:
    """Return one published training."""
    return JsonBytes(await queries.get_training(session, training_id))


@router.get("/organizations/{organization_id}", responses=problems(NotFound))
async def get_provider(session: Session, organization_id: UUID) -> OrganizationCard:
    """Return a training organization; `GET /trainings?organization_id=` lists its trainings."""
    return await queries.get_organization(session, organization_id)


@managed_router.post("", status_code=201, responses=problems(*AUTH_PROBLEMS, OrganizationUnknown))
async def create_training(
    session: Session, actor: CreatorDep, body: TrainingCreate
) -> TrainingRead:
    """Create a draft of a training."""
    return await service.create_training(session, actor, body)


@managed_router.post(
    "/{training_id}/copy", status_code=201, responses=problems(*AUTH_PROBLEMS, NotFound)
)
async def copy_training(session: Session, actor: CreatorDep, training_id: UUID) -> TrainingRead:
    """Copy a training into a draft, without its picture, attachments and batches."""
    return await service.copy_training(session, actor, training_id)


@managed_router.put(
    "/{training_id:uuid}",
    responses=problems(*AUTH_PROBLEMS, NotFound, StaleEdit, TrainingIncomplete),
)
async def update_training(
    session: Session, actor: EditorDep, training_id: UUID, body: TrainingUpdate
) -> TrainingRead:
    """Change a training."""
    return await service.update_training(session, actor, training_id, body)


@managed_router.post(
    "/{training_id}/publish",
    responses=problems(*AUTH_PROBLEMS, NotFound, TrainingPublished, TrainingIncomplete),
)
async def publish_training(session: Session, actor: EditorDep, training_id: UUID) -> TrainingRead:
    """Publish a draft or archived training."""
    return await service.publish_training(session, actor, training_id)


@managed_router.post(
    "/{training_id}/archive",
    responses=problems(*AUTH_PROBLEMS, NotFound, TrainingNotPublished, TrainingHasBatches),
)
async def archive_training(session: Session, actor: EditorDep, training_id: UUID) -> TrainingRead:
    """Remove a training from the catalogue."""
    return await service.archive_training(session, actor, training_id)


@managed_router.post(
    "/{training_id}/image", responses=problems(*AUTH_PROBLEMS, NotFound) | UPLOADING
)
async def upload_training_image(
    session: Session, media: Media, actor: EditorDep, training_id: UUID, file: UploadFile
) -> TrainingRead:
    """Replace the training's picture: JPEG, PNG or WebP, at most 5 MiB."""
    content = await read_upload(file, actor.user_id)
    return await service.update_image(session, media, actor, training_id, content)


@managed_router.get("/{training_id}/image", response_class=Response, responses=problems(NotFound))
async def get_training_image(
    media: Media, training_id: UUID, version: Version, density: Density = 1
) -> Response:
    """Return a training's picture as WebP, from its `image_url`; `density=2` is for dense
    screens."""
    return await get_picture(media, "trainings", training_id, version, density)


@managed_router.post(
    "/{training_id}/attachments",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, NotFound, TooManyAttachments) | UPLOADING,
)
async def create_training_attachment(
    session: Session,
    media: Media,
    actor: EditorDep,
    training_id: UUID,
    file: UploadFile,
    name: Annotated[Name, FREE_TEXT, Form()],
) -> TrainingRead:
    """Add a downloadable file: a PDF, or a JPEG, PNG or WebP picture, at most 5 MiB, at
    most ten."""
    document = await read_document(file, actor.user_id)
    key = await store_document(media, document, "attachments")
    return await service.create_attachment(session, actor, training_id, key, name, document)


@managed_router.delete(
    "/{training_id}/attachments/{attachment_id}",
    responses=problems(*AUTH_PROBLEMS, NotFound, AttachmentNotFound),
)
async def delete_training_attachment(
    session: Session, actor: EditorDep, training_id: UUID, attachment_id: UUID
) -> TrainingRead:
    """Delete a file of the training."""
    return await service.delete_attachment(session, actor, training_id, attachment_id)


@managed_router.get(
    "/{training_id}/attachments/{attachment_id}",
    response_class=Response,
    responses=problems(AttachmentNotFound),
)
async def get_training_attachment(
    session: Session, media: Media, training_id: UUID, attachment_id: UUID
) -> Response:
    """Download a file of a published training."""
    attachment = await get_attachment(session, training_id, attachment_id, actor=None)
    return await document_response(media, attachment.key, attachment.media_type, AttachmentNotFound)


@managed_router.get(
    "/managed/{training_id}/attachments/{attachment_id}",
    response_class=Response,
    responses=problems(*AUTH_PROBLEMS, AttachmentNotFound),
)
async def get_managed_training_attachment(
    session: Session, media: Media, actor: ViewerDep, training_id: UUID, attachment_id: UUID
) -> Response:
    """Download a file of one of the organization's trainings, of any status."""
    attachment = await get_attachment(session, training_id, attachment_id, actor=actor)
    return await document_response(media, attachment.key, attachment.media_type, AttachmentNotFound)
