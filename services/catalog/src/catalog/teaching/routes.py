from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from catalog.batches.schemas import BatchCard, BatchSort, ManagedBatch
from catalog.teaching import queries
from catalog.teaching.schemas import MyBatchFilters, MySession, TrainerRead
from catalog.trainings.rules import EditorDep

router = APIRouter(prefix="/batches", tags=["batches"])

TrainerDep = Annotated[Principal, guard(ProfileType.TRAINER)]


@router.get("/trainers", responses=problems(*AUTH_PROBLEMS))
async def list_trainers(
    session: Session,
    actor: EditorDep,
    page: Paging,
    search: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[TrainerRead]:
    """List the organization's trainers who can be assigned a batch; admins see all
    organizations."""
    return await queries.list_trainers(session, actor, page, search)


@router.get("/mine", responses=problems(*AUTH_PROBLEMS))
async def list_my_batches(
    session: Session,
    actor: TrainerDep,
    page: Paging,
    filters: Annotated[MyBatchFilters, Query()],
    sort: BatchSort = BatchSort.STARTS_AT_DESC,
) -> Page[BatchCard]:
    """List the trainer's batches, including cancelled ones."""
    return await queries.list_my_batches(session, actor, page, filters, sort)


@router.get("/mine/sessions", responses=problems(*AUTH_PROBLEMS))
async def list_my_sessions(session: Session, actor: TrainerDep, page: Paging) -> Page[MySession]:
    """List the trainer's remaining sessions, earliest first."""
    return await queries.list_my_sessions(session, actor, page)


@router.get("/mine/{batch_id}", responses=problems(*AUTH_PROBLEMS, NotFound))
async def get_my_batch(session: Session, actor: TrainerDep, batch_id: UUID) -> ManagedBatch:
    """Return one of the trainer's batches with its sessions."""
    return await queries.get_my_batch(session, actor, batch_id)
