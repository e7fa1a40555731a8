"""Read batches: the public list, the dashboard's list and single batches."""

from functools import lru_cache
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from contracts.catalog import BatchStatus
from kit.core.errors import NotFound
from kit.database import db
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting, SortKey
from kit.security.auth import Caller, Principal
from kit.web.cache import depends_on
from sqlalchemy import (
    JSON,
    ColumnElement,
    Select,
    SQLColumnExpression,
    bindparam,
    func,
    select,
    true,
)
from sqlmodel import col

from catalog.answers.queries import (
    fetch_json,
    fetch_json_page,
    json_object,
    json_page,
    json_row,
)
from catalog.batches.filters.queries import (
    Names,
    filter_batch_fields,
    filter_batches,
    filter_trainings,
    get_values,
    search_batches,
)
from catalog.batches.models import Batch, BatchSession
from catalog.batches.rules import AVAILABILITY, PHASE, PHASE_CONDITIONS, SEATS_LEFT
from catalog.batches.schemas import (
    BatchCard,
    BatchFilters,
    BatchSort,
    ManagedBatch,
    ManagedBatchFilters,
)
from catalog.batches.seat_changes.queries import ANY_BATCH
from catalog.places.models import City
from catalog.places.queries import CITY
from catalog.replicas.models import Organization, Trainer
from catalog.trainings.models import Training, TrainingStatus
from catalog.trainings.queries import BY_TITLE_AR, BY_TITLE_EN, IS_PUBLIC, SUMMARY, join_names

_CARD: tuple[Any, ...] = (
    col(Batch.id),
    col(Batch.code),
    col(Batch.status),
    PHASE.label("phase"),
    col(Batch.mode),
    col(Batch.language),
    CITY.label("city"),
    col(Batch.venue_en),
    col(Batch.venue_ar),
    col(Batch.starts_at),
    col(Batch.ends_at),
    col(Batch.enrollment_opens_at),
    col(Batch.enrollment_closes_at),
    col(Batch.price_minor),
    col(Batch.currency),
    col(Batch.capacity),
    col(Batch.requires_acceptance),
    json_object(SUMMARY).label("training"),
    AVAILABILITY.label("availability"),
    col(Batch.seats_taken),
    SEATS_LEFT.label("seats_left"),
    col(Batch.waiting),
)
_SESSION: tuple[Any, ...] = (
    col(BatchSession.id),
    col(BatchSession.title_en),
    col(BatchSession.title_ar),
    col(BatchSession.starts_at),
    col(BatchSession.ends_at),
    col(BatchSession.venue_en),
    col(BatchSession.venue_ar),
    func.coalesce(col(Trainer.name_en), "").label("trainer_en"),
    func.coalesce(col(Trainer.name_ar), "").label("trainer_ar"),
)


def _sessions(*more: SQLColumnExpression[Any]) -> ColumnElement[Any]:
    session = json_object((*_SESSION, *more))
    by_start = func.json_agg(session, type_=JSON).aggregate_order_by(col(BatchSession.starts_at))
    return (
        select(by_start)
        .select_from(BatchSession)
        .outerjoin(Trainer, col(Trainer.id) == col(BatchSession.trainer_id))
        .where(col(BatchSession.batch_id) == col(Batch.id))
        .correlate(Batch)
        .scalar_subquery()
        .label("sessions")
    )


_MORE: tuple[Any, ...] = (
    col(Batch.trainer_id),
    col(Batch.trainer_en),
    col(Batch.trainer_ar),
    col(Batch.price_10_minor),
    col(Batch.price_50_minor),
    (col(Batch.payment_window_minutes) // 60).label("payment_window_hours"),
    col(Batch.minimum),
    col(Batch.waiting_list),
    col(Batch.free_cancellation_hours),
    col(Batch.kept_percent),
    col(Batch.version),
    col(Batch.created_at),
    col(Batch.updated_at),
)


def _join_names(columns: tuple[Any, ...]) -> Select[*tuple[Any, ...]]:
    statement = select(*columns).select_from(Batch)
    statement = statement.join(Training, col(Training.id) == col(Batch.training_id))
    return join_names(statement).outerjoin(City, col(City.id) == col(Batch.city_id))


CARDS = _join_names(_CARD)
"""Batches with their names, as lists show them."""
_IS_ASKED_FOR = col(Batch.id) == bindparam("id")
_OF_SESSIONS = (col(BatchSession.online_url), col(BatchSession.trainer_id))
_ONE = _join_names((*_CARD, *_MORE, _sessions(*_OF_SESSIONS))).where(_IS_ASKED_FOR)
"""The batch of the parameter `id`, with every field for participants."""
_PUBLIC = json_row(
    _join_names((*_CARD, *_MORE, _sessions())).where(
        _IS_ASKED_FOR,
        col(Batch.status) != BatchStatus.DRAFT,
        col(Training.status) != TrainingStatus.DRAFT,
        col(Organization.status) == ApprovalStatus.APPROVED,
    )
)

_STARTS_AT = (col(Batch.starts_at),)
SORTING = Sorting(
    {
        BatchSort.STARTS_AT: col(Batch.starts_at),
        BatchSort.PRICE: SortKey(col(Batch.price_minor), then=_STARTS_AT),
        BatchSort.SEATS_LEFT: SortKey(SEATS_LEFT, then=_STARTS_AT),
        BatchSort.TITLE_EN: SortKey(BY_TITLE_EN, then=_STARTS_AT),
        BatchSort.TITLE_AR: SortKey(BY_TITLE_AR, then=_STARTS_AT),
        BatchSort.UPDATED_AT_DESC: col(Batch.updated_at),
    },
    id=col(Batch.id),
)


async def list_batches(
    session: AsyncSession, page: PageQuery, filters: BatchFilters, sort: BatchSort
) -> bytes:
    """Return published batches as JSON; without a phase, those that are not over."""
    values = get_values(filters)
    statement = _public_page(frozenset(values), sort)
    answer, batch_ids = await fetch_json_page(session, statement, page, values)
    for batch_id in batch_ids:
        depends_on(batch_id)
    if filters.seats_left or sort is BatchSort.SEATS_LEFT:
        depends_on(ANY_BATCH)
    return answer


async def list_managed_batches(
    session: AsyncSession,
    actor: Caller,
    page: PageQuery,
    filters: ManagedBatchFilters,
    sort: BatchSort,
) -> Page[BatchCard]:
    """List batches of the actor's organization, or of all organizations."""
    cards, query = managed_batches_query(actor, filters, sort, page)
    rows, meta = await query.fetch(session, cards, col(Batch.id))
    data = [BatchCard.model_validate(row, from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


def managed_batches_query(
    actor: Caller, filters: ManagedBatchFilters, sort: BatchSort, page: PageQuery = WHOLE_LIST
) -> tuple[Select[*tuple[Any, ...]], ListQuery]:
    """Build the rows and the query of the dashboard's list."""
    values = get_values(filters)
    conditions = [is_in_scope(actor), *filter_batches(frozenset(values))]
    if filters.status:
        conditions.append(col(Batch.status) == filters.status)
    query = ListQuery(conditions, SORTING.by(sort), search_batches(filters.search), page)
    return CARDS.params(values), query


async def get_batch(session: AsyncSession, batch_id: UUID) -> bytes:
    """Return one batch as JSON, including cancelled ones, which their candidates view.

    Raises `NotFound`.
    """
    depends_on(batch_id)
    return await fetch_json(session, _PUBLIC, {"id": batch_id})


async def get_managed_batch(session: AsyncSession, actor: Caller, batch_id: UUID) -> ManagedBatch:
    """Return a batch of the actor's organization, or of any for admins.

    Raises `NotFound`.
    """
    return await get_visible_batch(session, batch_id, is_in_scope(actor))


async def get_visible_batch(
    session: AsyncSession, batch_id: UUID, visible: ColumnElement[bool]
) -> ManagedBatch:
    """Return a batch with all fields, if it is visible to the reader.

    Raises `NotFound`.
    """
    row = (await session.execute(_ONE.where(visible), {"id": batch_id})).one_or_none()
    if row is None:
        raise NotFound
    return ManagedBatch.model_validate(row, from_attributes=True)


async def lock_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> Batch:
    """Lock a batch that the actor may change. Another organization's is not found.

    Raises `NotFound`.
    """
    batch = await db.lock(session, Batch, col(Batch.id) == batch_id, is_in_scope(actor))
    if batch is None:
        raise NotFound
    return batch


def is_in_scope(actor: Caller) -> ColumnElement[bool]:
    """Match batches that the actor may see in the dashboard."""
    scope = actor.scope
    return true() if scope is None else col(Batch.organization_id) == scope


def is_listed(names: Names) -> tuple[ColumnElement[bool], ...]:
    """Match batches of the public list, before its filters."""
    over = (col(Batch.ends_at) > func.now(),) if names.isdisjoint(PHASE_CONDITIONS) else ()
    return (IS_PUBLIC, col(Batch.status) == BatchStatus.PUBLISHED, *over)


@lru_cache(maxsize=128)
def _public_page(names: Names, sort: BatchSort) -> Select[int, list[UUID], str]:
    where = (*is_listed(names), *filter_trainings(names, cities=True), *filter_batch_fields(names))
    return json_page(CARDS, col(Batch.id), where, SORTING.by(sort))
