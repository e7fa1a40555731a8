from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response
from kit.core.errors import NotFound, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Caller, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from catalog.answers.queries import JsonBytes
from catalog.batches import queries, service
from catalog.batches.errors import (
    BatchCancelled,
    BatchEnded,
    BatchPublished,
    CapacityBelowTaken,
    TrainerClash,
)
from catalog.batches.export import export_batches
from catalog.batches.schedule.rules import plan_sessions
from catalog.batches.schemas import (
    BatchCard,
    BatchCreate,
    BatchFilters,
    BatchRead,
    BatchSort,
    BatchUpdate,
    ClashCheck,
    Clashes,
    ManagedBatch,
    ManagedBatchFilters,
    PlannedSessions,
    SessionRule,
)
from catalog.batches.seat_changes.queries import SeatsRoute
from catalog.trainings.errors import StaleEdit, TrainingArchived, TrainingNotPublished
from catalog.trainings.rules import CreatorDep, EditorDep

router = APIRouter(prefix="/batches", tags=["batches"], route_class=SeatsRoute)
managed_router = APIRouter(prefix="/batches", tags=["batches"])

ViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_BATCH],
    ),
]
ReaderDep = Annotated[
    Caller,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_BATCH],
        partner=Permission.VIEW_BATCH,
    ),
]


@managed_router.get("/managed", responses=problems(*AUTH_PROBLEMS))
async def list_managed_batches(
    session: Session,
    actor: ReaderDep,
    page: Paging,
    filters: Annotated[ManagedBatchFilters, Query()],
    sort: BatchSort = BatchSort.STARTS_AT_DESC,
) -> Page[BatchCard]:
    """List the organization's batches of every status; admins see all organizations."""
    return await queries.list_managed_batches(session, actor, page, filters, sort)


@managed_router.get(
    "/managed/export",
    response_class=StreamingResponse,
    responses=FILE | problems(*AUTH_PROBLEMS, TooManyRows, TooManyRequests),
)
async def export_managed_batches(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[ManagedBatchFilters, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: BatchSort = BatchSort.STARTS_AT_DESC,
) -> StreamingResponse:
    """Export the filtered list as a spreadsheet, with all rows."""
    return await export_batches(database, actor, filters, sort, file)


@managed_router.get("/managed/{batch_id}", responses=problems(*AUTH_PROBLEMS, NotFound))
async def get_managed_batch(session: Session, actor: ReaderDep, batch_id: UUID) -> ManagedBatch:
    """Return one of the organization's batches, of any status."""
    return await queries.get_managed_batch(session, actor, batch_id)


@router.get("", response_model=Page[BatchCard])
async def list_batches(
    session: Session,
    page: Paging,
    filters: Annotated[BatchFilters, Query()],
    sort: BatchSort = BatchSort.STARTS_AT,
) -> Response:
    """List published batches with the seats left; without a phase, those that are not over."""
    return JsonBytes(await queries.list_batches(session, page, filters, sort))


# The converter excludes `/batches/managed`, which has a route of its own; any other word is a 404.
@router.get("/{batch_id:uuid}", response_model=BatchRead, responses=problems(NotFound))
async def get_batch(session: Session, batch_id: UUID) -> Response:
    """Return a published or cancelled batch with its sessions."""
    return JsonBytes(await queries.get_batch(session, batch_id))


@managed_router.post(
    "",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, NotFound, TrainingArchived, TrainerClash),
)
async def create_batch(session: Session, actor: CreatorDep, body: BatchCreate) -> ManagedBatch:
    """Create a draft of a batch for one of the organization's trainings."""
    return await service.create_batch(session, actor, body)


@managed_router.post("/sessions", responses=problems(*AUTH_PROBLEMS))
async def plan_batch_sessions(_: EditorDep, rule: SessionRule) -> PlannedSessions:
    """Preview the sessions of a rule, such as Sundays to Thursdays, 9 to 13, eight times. Nothing
    is saved."""
    return PlannedSessions(sessions=plan_sessions(rule))


@managed_router.post("/clashes", responses=problems(*AUTH_PROBLEMS, NotFound))
async def check_batch_clashes(session: Session, actor: EditorDep, body: ClashCheck) -> Clashes:
    """List clashing sessions of other batches, with the same trainer or venue. Nothing is saved."""
    return await service.check_clashes(session, actor, body)


@managed_router.put(
    "/{batch_id:uuid}",
    responses=problems(
        *AUTH_PROBLEMS,
        NotFound,
        StaleEdit,
        BatchCancelled,
        BatchEnded,
        CapacityBelowTaken,
        TrainerClash,
    ),
)
async def update_batch(
    session: Session, actor: EditorDep, batch_id: UUID, body: BatchUpdate
) -> ManagedBatch:
    """Change a batch and its sessions."""
    return await service.update_batch(session, actor, batch_id, body)


@managed_router.post(
    "/{batch_id}/publish",
    responses=problems(
        *AUTH_PROBLEMS, NotFound, BatchPublished, BatchCancelled, BatchEnded, TrainingNotPublished
    ),
)
async def publish_batch(session: Session, actor: EditorDep, batch_id: UUID) -> ManagedBatch:
    """Publish a draft and open it for enrollment."""
    return await service.publish_batch(session, actor, batch_id)


@managed_router.post(
    "/{batch_id}/cancel", responses=problems(*AUTH_PROBLEMS, NotFound, BatchCancelled, BatchEnded)
)
async def cancel_batch(session: Session, actor: EditorDep, batch_id: UUID) -> ManagedBatch:
    """Cancel a batch permanently."""
    return await service.cancel_batch(session, actor, batch_id)
