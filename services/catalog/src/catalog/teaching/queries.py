"""Assignable trainers, and a trainer's own batches and sessions."""

from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, func, or_, select, true
from sqlmodel import col

from catalog.batches.clashes.queries import coalesce_text
from catalog.batches.models import Batch, BatchSession
from catalog.batches.queries import CARDS, SORTING, get_visible_batch
from catalog.batches.schemas import BatchCard, BatchSort, ManagedBatch
from catalog.places.models import City
from catalog.places.queries import CITY
from catalog.replicas.models import Trainer
from catalog.teaching.schemas import MyBatchFilters, MySession, TrainerRead
from catalog.trainings.models import Training

_VISIBLE_STATUSES = (BatchStatus.PUBLISHED, BatchStatus.CANCELLED)
"""Trainers do not see drafts."""


async def list_trainers(
    session: AsyncSession, actor: Principal, page: PageQuery, search: str | None
) -> Page[TrainerRead]:
    """List active trainers of the actor's organization, or of all, by name."""
    scope = actor.scope
    query = ListQuery(
        filters=[
            col(Trainer.active).is_(True),
            true() if scope is None else col(Trainer.organization_id) == scope,
        ],
        sort=[col(Trainer.name_en), col(Trainer.id)],
        search=contains_words(search, col(Trainer.search)),
        page=page,
    )
    rows, meta = await query.fetch(session, select(Trainer), col(Trainer.id))
    data = [TrainerRead.model_validate(row[0], from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


async def list_my_batches(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: MyBatchFilters,
    sort: BatchSort,
) -> Page[BatchCard]:
    """List the trainer's batches."""
    conditions: list[ColumnElement[bool]] = [_is_given_by(actor)]
    if filters.status is not None:
        conditions.append(col(Batch.status) == filters.status)
    if filters.over is not None:
        is_over = col(Batch.ends_at) <= func.now()
        conditions.append(is_over if filters.over else ~is_over)
    query = ListQuery(conditions, SORTING.by(sort), page=page)
    rows, meta = await query.fetch(session, CARDS, col(Batch.id))
    data = [BatchCard.model_validate(row, from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


async def get_my_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> ManagedBatch:
    """Return one of the trainer's batches with its sessions.

    Raises `NotFound`.
    """
    return await get_visible_batch(session, batch_id, _is_given_by(actor))


async def list_my_sessions(
    session: AsyncSession, actor: Principal, page: PageQuery
) -> Page[MySession]:
    """List the trainer's remaining sessions, earliest first."""
    sessions = (
        select(*_SESSION)
        .join(Batch, col(Batch.id) == col(BatchSession.batch_id))
        .join(Training, col(Training.id) == col(Batch.training_id))
        .outerjoin(City, col(City.id) == col(Batch.city_id))
    )
    query = ListQuery(
        filters=[
            func.coalesce(col(BatchSession.trainer_id), col(Batch.trainer_id)) == actor.profile_id,
            _is_given_by(actor),
            col(Batch.status) == BatchStatus.PUBLISHED,
            col(BatchSession.ends_at) > func.now(),
        ],
        sort=[col(BatchSession.starts_at), col(BatchSession.id)],
        page=page,
    )
    rows, meta = await query.fetch(session, sessions, col(BatchSession.id))
    data = [MySession.model_validate(row, from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


_SESSION: tuple[Any, ...] = (
    col(BatchSession.id),
    col(BatchSession.title_en),
    col(BatchSession.title_ar),
    col(BatchSession.starts_at),
    col(BatchSession.ends_at),
    col(BatchSession.batch_id),
    col(Batch.code).label("batch_code"),
    col(Training.title_en).label("training_title_en"),
    col(Training.title_ar).label("training_title_ar"),
    col(Batch.mode),
    CITY.label("city"),
    coalesce_text(col(BatchSession.venue_en), col(Batch.venue_en)).label("venue_en"),
    coalesce_text(col(BatchSession.venue_ar), col(Batch.venue_ar)).label("venue_ar"),
    col(BatchSession.online_url),
)


def _is_given_by(actor: Principal) -> ColumnElement[bool]:
    """Match batches that the trainer gives, as a whole or by session."""
    of_sessions = select(col(BatchSession.batch_id)).where(
        col(BatchSession.trainer_id) == actor.profile_id
    )
    is_given = or_(col(Batch.trainer_id) == actor.profile_id, col(Batch.id).in_(of_sessions))
    return is_given & col(Batch.status).in_(_VISIBLE_STATUSES)
