"""Reading batches: the public list, the dashboard's, and one batch."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from contracts.catalog import BatchStatus
from kit import db
from kit.auth import Caller, Principal
from kit.cache import shows
from kit.db import AsyncSession
from kit.errors import NotFound
from kit.pages import COUNTED, Page, PageQuery, Sorting, SortKey, fetch_page
from kit.search import SOUGHT
from sqlalchemy import (
    ARRAY,
    JSON,
    ColumnElement,
    Select,
    SQLColumnExpression,
    Uuid,
    bindparam,
    func,
    select,
    true,
)
from sqlmodel import col

from catalog.answers.queries import (
    fetch_json,
    json_object,
    json_opened,
    json_page,
    json_row,
)
from catalog.batches.availability import AVAILABILITY, PHASE, SEATS_LEFT, WITH_SEATS
from catalog.batches.filters import Names, is_among_first, of_batch, of_training, values_of
from catalog.batches.found import batches_on, find
from catalog.batches.listing import Described, Listing
from catalog.batches.models import Batch, BatchSession
from catalog.batches.rows import Seats
from catalog.batches.schemas import (
    BatchCard,
    BatchFilters,
    BatchSort,
    ManagedBatch,
    ManagedBatchFilters,
)
from catalog.places.models import City
from catalog.places.queries import CITY
from catalog.replicas.models import Organization, Trainer
from catalog.trainings.models import Training, TrainingStatus
from catalog.trainings.queries import BY_TITLE_AR, BY_TITLE_EN, IS_PUBLIC, SUMMARY, with_names

_DESCRIBED: tuple[Any, ...] = (
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
)
_SEATS: tuple[Any, ...] = (
    AVAILABILITY.label("availability"),
    col(Batch.seats_taken),
    SEATS_LEFT.label("seats_left"),
    col(Batch.waiting),
)
"""What `_with_seats` puts behind what is described."""

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


def _joined(columns: tuple[Any, ...]) -> Select[*tuple[Any, ...]]:
    statement = select(*columns).select_from(Batch)
    statement = statement.outerjoin(Training, col(Training.id) == col(Batch.training_id))
    return with_names(statement).outerjoin(City, col(City.id) == col(Batch.city_id))


def _described(columns: tuple[Any, ...]) -> Described:
    """Of public batches: who has read the columns may know of one that is public no more."""
    keys = func.any(bindparam("ids", type_=ARRAY(Uuid)))
    return _joined((col(Batch.id), col(Batch.version), WITH_SEATS, json_opened(columns))).where(
        col(Batch.id) == keys, col(Batch.status) == BatchStatus.PUBLISHED, IS_PUBLIC
    )


CARDS = _joined((*_DESCRIBED, *_SEATS))
"""Batches as lists show them, with their names."""
_CARDS = _described(_DESCRIBED)
_DETAILS = _described((*_DESCRIBED, *_MORE, _sessions()))
_IS_ASKED_FOR = col(Batch.id) == bindparam("id")
_OF_SESSIONS = (col(BatchSession.online_url), col(BatchSession.trainer_id))
_ONE = _joined((*_DESCRIBED, *_SEATS, *_MORE, _sessions(*_OF_SESSIONS))).where(_IS_ASKED_FOR)
"""The batch of the parameter `id`, with everything that its people see."""
_PUBLIC = json_row(
    _joined((*_DESCRIBED, *_SEATS, *_MORE, _sessions())).where(
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
        # Of another table, by which the batches are then found.
        BatchSort.TITLE_EN: SortKey(BY_TITLE_EN, nulls_last=True, then=_STARTS_AT),
        BatchSort.TITLE_AR: SortKey(BY_TITLE_AR, nulls_last=True, then=_STARTS_AT),
        BatchSort.UPDATED_AT_DESC: col(Batch.updated_at),
    },
    id=col(Batch.id),
)


async def list_batches(
    session: AsyncSession,
    listing: Listing,
    page: PageQuery,
    filters: BatchFilters,
    sort: BatchSort,
) -> bytes:
    """What is published, as JSON; without a phase, what is not over."""
    found = await find(session, listing, values_of(filters), trainings=False)
    slots = found.batches()
    on_page = batches_on(found.columns, slots, page, sort)
    cards = await _with_seats(session, listing, _CARDS, on_page)
    return json_page(cards, page.meta(slots.bit_count()))


async def list_managed_batches(
    session: AsyncSession,
    actor: Caller,
    page: PageQuery,
    filters: ManagedBatchFilters,
    sort: BatchSort,
) -> Page[BatchCard]:
    """The batches of the actor's organization, or of all organizations."""
    listed, values = batches_listed(actor, filters, sort)
    most = SOUGHT if filters.search else COUNTED
    found = listed.where(is_among_first(listed, frozenset(values), most)).order_by(None)
    rows, meta = await fetch_page(
        session,
        found.order_by(*SORTING.by(sort, gathered=bool(filters.search))),
        page,
        values,
        most=most,
        long=listed,
        known=partial(SORTING.known, sort),
        key=col(Batch.id),
    )
    data = [BatchCard.model_validate(row, from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


def batches_listed(
    actor: Caller, filters: ManagedBatchFilters, sort: BatchSort
) -> tuple[Select[*tuple[Any, ...]], dict[str, Any]]:
    """The dashboard's list: what a `BatchCard` is read of, and the values of its parameters."""
    values = values_of(filters)
    statement = _matching(frozenset(values), sort, codes=True).where(in_scope(actor))
    if filters.status:
        statement = statement.where(col(Batch.status) == filters.status)
    if filters.search and actor.scope is not None:
        # They are of its own trainings, of which fewer have a word than of all.
        statement = statement.where(col(Training.organization_id) == actor.scope)
    return statement, values


async def get_batch(session: AsyncSession, listing: Listing, batch_id: UUID) -> bytes:
    """One batch as JSON, also a cancelled one, which its candidates look at.

    Raises `NotFound`.
    """
    columns, _ = await listing.now(session)
    slot = columns.slot_of(batch_id)
    if slot is not None:
        asked = {batch_id: columns.seats(slot)}
        for batch in await _with_seats(session, listing, _DETAILS, asked):
            return batch.encode()
    # It is not in the lists, or was not a moment ago.
    shows(batch_id)
    return await fetch_json(session, _PUBLIC, {"id": batch_id})


async def _with_seats(
    session: AsyncSession, listing: Listing, statement: Described, batches: Mapping[UUID, Seats]
) -> list[str]:
    """Batches as JSON: what is described of them, and how full they are."""
    versions = {batch_id: seats.version for batch_id, seats in batches.items()}
    described = await listing.described(session, statement, versions)
    return [
        f'{text}, "availability": "{_availability(with_seats, seats)}", '
        f'"seats_taken": {seats.taken}, "seats_left": {seats.left}, "waiting": {seats.waiting}}}'
        for batch_id, seats in batches.items()
        if batch_id in described
        for with_seats, text in [described[batch_id]]
    ]


def _availability(with_seats: str | None, seats: Seats) -> str | None:
    """`availability.AVAILABILITY` of what is kept in the process."""
    return "full" if with_seats == "open" and seats.left == 0 else with_seats


async def get_managed_batch(session: AsyncSession, actor: Caller, batch_id: UUID) -> ManagedBatch:
    """One batch of the actor's organization, or of any.

    Raises `NotFound`.
    """
    return await get_visible_batch(session, batch_id, in_scope(actor))


async def get_visible_batch(
    session: AsyncSession, batch_id: UUID, visible: ColumnElement[bool]
) -> ManagedBatch:
    """One batch with everything, when it is among those that the reader may see.

    Raises `NotFound`.
    """
    row = (await session.execute(_ONE.where(visible), {"id": batch_id})).one_or_none()
    if row is None:
        raise NotFound
    return ManagedBatch.model_validate(row, from_attributes=True)


async def lock_batch(session: AsyncSession, actor: Principal, batch_id: UUID) -> Batch:
    """A batch that the actor may change, locked. Another organization's is not found.

    Raises `NotFound`.
    """
    batch = await db.lock(session, Batch, col(Batch.id) == batch_id, in_scope(actor))
    if batch is None:
        raise NotFound
    return batch


def in_scope(actor: Caller) -> ColumnElement[bool]:
    """The batches that the actor may see in the dashboard."""
    scope = actor.scope
    return true() if scope is None else col(Batch.organization_id) == scope


def _matching(names: Names, sort: BatchSort, *, codes: bool = False) -> Select[*tuple[Any, ...]]:
    return CARDS.where(*_asked(names, codes=codes)).order_by(*SORTING.by(sort))


def _asked(names: Names, *, codes: bool = False) -> tuple[ColumnElement[bool], ...]:
    return (*of_training(names, cities=True, codes=codes), *of_batch(names))
