"""Batches: the public catalogue, and the dashboard of those who manage them."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response
from kit.auth import ADMIN_ROLE, AUTH_PROBLEMS, Principal, guard
from kit.cache import CachedRoute
from kit.db import Session
from kit.errors import NotFound, problems

from catalog.answers.queries import JsonBytes
from catalog.batches import queries as catalogue
from catalog.batches import service
from catalog.batches.lists import BatchQuery, ManagedBatchQuery
from catalog.batches.schemas import BatchCreate, BatchPage, BatchRead, BatchUpdate
from catalog.offers.service import TrainingNotPublished
from catalog.saving import StaleEdit

router = APIRouter(prefix="/batches", tags=["batches"], route_class=CachedRoute)
managed_router = APIRouter(prefix="/batches", tags=["batches"])

Viewer = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_BATCH],
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


@managed_router.get("/managed", response_model=BatchPage, responses=problems(*AUTH_PROBLEMS))
async def list_managed_batches(
    session: Session, actor: Viewer, query: Annotated[ManagedBatchQuery, Query()]
) -> Response:
    """The organization's batches of every status; all organizations' for an admin."""
    return JsonBytes(await catalogue.managed_batches(session, actor.scope, query))


@managed_router.get(
    "/managed/{batch_id}", response_model=BatchRead, responses=problems(*AUTH_PROBLEMS, NotFound)
)
async def get_managed_batch(session: Session, actor: Viewer, batch_id: UUID) -> Response:
    """One of the organization's batches, whatever its status."""
    return JsonBytes(await catalogue.managed_batch(session, actor.scope, batch_id))


@router.get("", response_model=BatchPage)
async def list_batches(session: Session, query: Annotated[BatchQuery, Query()]) -> Response:
    """Published batches with the seats left; without a phase, those that are not over."""
    return JsonBytes(await catalogue.public_batches(session, query))


# The converter leaves `/batches/managed` to its own route, and makes of any other word a 404.
@router.get("/{batch_id:uuid}", response_model=BatchRead, responses=problems(NotFound))
async def get_batch(session: Session, batch_id: UUID) -> Response:
    """One published or cancelled batch with its sessions."""
    return JsonBytes(await catalogue.public_batch(session, batch_id))


@managed_router.post(
    "",
    status_code=201,
    response_model=BatchRead,
    responses=problems(*AUTH_PROBLEMS, NotFound, service.TrainingArchived),
)
async def create_batch(session: Session, actor: Creator, body: BatchCreate) -> Response:
    """Add a draft of a batch to one of the organization's trainings."""
    batch_id = await service.create_batch(session, actor, body)
    found = await catalogue.managed_batch(session, actor.scope, batch_id)
    return JsonBytes(found, status_code=201)


@managed_router.put(
    "/{batch_id:uuid}",
    response_model=BatchRead,
    responses=problems(
        *AUTH_PROBLEMS,
        NotFound,
        StaleEdit,
        service.BatchCancelled,
        service.BatchOver,
        service.CapacityBelowTaken,
    ),
)
async def update_batch(
    session: Session, actor: Editor, batch_id: UUID, body: BatchUpdate
) -> Response:
    """Change a batch and its sessions."""
    await service.update_batch(session, actor, batch_id, body)
    return JsonBytes(await catalogue.managed_batch(session, actor.scope, batch_id))


@managed_router.post(
    "/{batch_id}/publish",
    response_model=BatchRead,
    responses=problems(
        *AUTH_PROBLEMS,
        NotFound,
        service.BatchPublished,
        service.BatchCancelled,
        service.BatchOver,
        TrainingNotPublished,
    ),
)
async def publish_batch(session: Session, actor: Editor, batch_id: UUID) -> Response:
    """Show a draft to the public and open it for enrollment."""
    await service.publish_batch(session, actor, batch_id)
    return JsonBytes(await catalogue.managed_batch(session, actor.scope, batch_id))


@managed_router.post(
    "/{batch_id}/cancel",
    response_model=BatchRead,
    responses=problems(*AUTH_PROBLEMS, NotFound, service.BatchCancelled, service.BatchOver),
)
async def cancel_batch(session: Session, actor: Editor, batch_id: UUID) -> Response:
    """Call a batch off for good."""
    await service.cancel_batch(session, actor, batch_id)
    return JsonBytes(await catalogue.managed_batch(session, actor.scope, batch_id))
