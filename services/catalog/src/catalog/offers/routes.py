"""Trainings: the public catalogue, and the dashboard of those who manage them."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response, UploadFile
from kit.auth import ADMIN_ROLE, AUTH_PROBLEMS, Principal, guard
from kit.cache import CachedRoute
from kit.db import Session
from kit.errors import NotFound, problems
from kit.media import Media
from kit.pictures import UPLOADING, read_upload

from catalog.answers.queries import JsonBytes
from catalog.batches.lists import ManagedTrainingQuery, TrainingQuery
from catalog.offers import queries as catalogue
from catalog.offers import service
from catalog.pictures.service import Version, picture_answer
from catalog.saving import StaleEdit
from catalog.trainings.schemas import (
    TrainingCreate,
    TrainingPage,
    TrainingRead,
    TrainingUpdate,
)

router = APIRouter(prefix="/trainings", tags=["trainings"], route_class=CachedRoute)
managed_router = APIRouter(prefix="/trainings", tags=["trainings"])

Viewer = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_TRAININGS],
    ),
]
Creator = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.CREATE_TRAINING])
]
Editor = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.EDIT_TRAINING],
        staff_roles=[ADMIN_ROLE],
    ),
]


@managed_router.get("/managed", response_model=TrainingPage, responses=problems(*AUTH_PROBLEMS))
async def list_managed_trainings(
    session: Session, actor: Viewer, query: Annotated[ManagedTrainingQuery, Query()]
) -> Response:
    """The organization's trainings of every status; all organizations' for an admin."""
    return JsonBytes(await catalogue.managed_trainings(session, actor.scope, query))


@managed_router.get(
    "/managed/{training_id}",
    response_model=TrainingRead,
    responses=problems(*AUTH_PROBLEMS, NotFound),
)
async def get_managed_training(session: Session, actor: Viewer, training_id: UUID) -> Response:
    """One of the organization's trainings, whatever its status."""
    return JsonBytes(await catalogue.managed_training(session, actor.scope, training_id))


@router.get("", response_model=TrainingPage)
async def list_trainings(session: Session, query: Annotated[TrainingQuery, Query()]) -> Response:
    """Published trainings, each with its next batch, its prices and the seats left."""
    return JsonBytes(await catalogue.public_trainings(session, query))


# The converter leaves `/trainings/managed` to its own route, and makes of any other word a 404.
@router.get("/{training_id:uuid}", response_model=TrainingRead, responses=problems(NotFound))
async def get_training(session: Session, training_id: UUID) -> Response:
    """One published training."""
    return JsonBytes(await catalogue.public_training(session, training_id))


@managed_router.post(
    "",
    status_code=201,
    response_model=TrainingRead,
    responses=problems(*AUTH_PROBLEMS, service.OrganizationUnknown),
)
async def create_training(session: Session, actor: Creator, body: TrainingCreate) -> Response:
    """Add a draft of a training to the organization."""
    training_id = await service.create_training(session, actor, body)
    found = await catalogue.managed_training(session, actor.scope, training_id)
    return JsonBytes(found, status_code=201)


@managed_router.put(
    "/{training_id:uuid}",
    response_model=TrainingRead,
    responses=problems(*AUTH_PROBLEMS, NotFound, StaleEdit),
)
async def update_training(
    session: Session, actor: Editor, training_id: UUID, body: TrainingUpdate
) -> Response:
    """Change a training."""
    await service.update_training(session, actor, training_id, body)
    return JsonBytes(await catalogue.managed_training(session, actor.scope, training_id))


@managed_router.post(
    "/{training_id}/publish",
    response_model=TrainingRead,
    responses=problems(*AUTH_PROBLEMS, NotFound, service.TrainingPublished),
)
async def publish_training(session: Session, actor: Editor, training_id: UUID) -> Response:
    """Show a draft or archived training to the public."""
    await service.publish_training(session, actor, training_id)
    return JsonBytes(await catalogue.managed_training(session, actor.scope, training_id))


@managed_router.post(
    "/{training_id}/archive",
    response_model=TrainingRead,
    responses=problems(
        *AUTH_PROBLEMS, NotFound, service.TrainingNotPublished, service.TrainingHasBatches
    ),
)
async def archive_training(session: Session, actor: Editor, training_id: UUID) -> Response:
    """Take a training off the catalogue."""
    await service.archive_training(session, actor, training_id)
    return JsonBytes(await catalogue.managed_training(session, actor.scope, training_id))


@managed_router.post(
    "/{training_id}/image",
    response_model=TrainingRead,
    responses=problems(*AUTH_PROBLEMS, NotFound) | UPLOADING,
)
async def upload_training_image(
    session: Session, media: Media, actor: Editor, training_id: UUID, file: UploadFile
) -> Response:
    """Replace the training's picture: JPEG, PNG or WebP, at most 5 MiB."""
    content = await read_upload(file, actor.user_id)
    await service.set_image(session, media, actor, training_id, content)
    return JsonBytes(await catalogue.managed_training(session, actor.scope, training_id))


@managed_router.get("/{training_id}/image", response_class=Response, responses=problems(NotFound))
async def get_training_image(media: Media, training_id: UUID, version: Version) -> Response:
    """A training's picture as webp, by the address that the training shows."""
    return await picture_answer(media, "trainings", training_id, version)
