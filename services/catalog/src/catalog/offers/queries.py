from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting, SortKey
from kit.security.auth import Principal
from kit.web.cache import depends_on
from sqlalchemy import (
    JSON,
    ColumnElement,
    FromClause,
    Select,
    Text,
    bindparam,
    cast,
    func,
    literal,
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
    filter_trainings,
    get_values,
)
from catalog.batches.models import Batch
from catalog.batches.rules import IS_COMING, SEATS_LEFT
from catalog.batches.seat_changes.queries import ANY_BATCH
from catalog.offers.schemas import (
    ManagedTrainingFilters,
    TrainingCard,
    TrainingFilters,
    TrainingRead,
    TrainingSort,
)
from catalog.places.models import City
from catalog.places.queries import CITY
from catalog.replicas.models import Organization
from catalog.trainings.models import Training, TrainingAttachment
from catalog.trainings.queries import (
    BY_TITLE_AR,
    BY_TITLE_EN,
    IS_PUBLIC,
    SUMMARY,
    is_in_scope,
    join_names,
)
from catalog.trainings.schemas import OrganizationCard

_NEXT_BATCH = json_object(
    (
        col(Batch.id),
        col(Batch.code),
        col(Batch.starts_at),
        col(Batch.ends_at),
        CITY.label("city"),
        col(Batch.mode),
        col(Batch.language),
        col(Batch.price_minor),
        col(Batch.currency),
        SEATS_LEFT.label("seats_left"),
    )
)
_BATCHES: tuple[Any, ...] = (
    func.count().label("batches"),
    func.min(col(Batch.starts_at)).label("starts_at"),
    func.min(col(Batch.price_minor)).label("price_from_minor"),
    func.max(col(Batch.price_minor)).label("price_to_minor"),
    func.min(col(Batch.currency)).label("currency"),
    func.coalesce(func.sum(SEATS_LEFT), 0).label("seats_left"),
)

_ATTACHMENT_URL = (
    literal("/api/v1/trainings/")
    + cast(col(TrainingAttachment.training_id), Text)
    + literal("/attachments/")
    + cast(col(TrainingAttachment.id), Text)
)
_ATTACHMENT = json_object(
    [
        col(TrainingAttachment.id),
        col(TrainingAttachment.name),
        col(TrainingAttachment.media_type),
        col(TrainingAttachment.size_bytes),
        _ATTACHMENT_URL.label("url"),
    ]
)
_ATTACHMENTS = (
    select(
        func.json_agg(_ATTACHMENT, type_=JSON).aggregate_order_by(
            col(TrainingAttachment.created_at), col(TrainingAttachment.id)
        )
    )
    .where(col(TrainingAttachment.training_id) == col(Training.id))
    .scalar_subquery()
)
_MORE: tuple[Any, ...] = (
    col(Training.description_en),
    col(Training.description_ar),
    col(Training.objectives_en),
    col(Training.objectives_ar),
    col(Training.audience_en),
    col(Training.audience_ar),
    col(Training.prerequisites_en),
    col(Training.prerequisites_ar),
    col(Training.language),
    col(Training.standard_code),
    col(Training.min_attendance_percent),
    col(Training.min_score_percent),
    col(Training.default_price_minor),
    func.coalesce(_ATTACHMENTS, func.json_build_array()).label("attachments"),
    col(Training.version),
    col(Training.created_at),
)


async def list_trainings(
    session: AsyncSession, page: PageQuery, filters: TrainingFilters, sort: TrainingSort
) -> bytes:
    """Return published trainings as JSON, each with a summary of its batches."""
    values = get_values(filters)
    statement = _public_page(frozenset(values), sort)
    answer, training_ids = await fetch_json_page(session, statement, page, values)
    for training_id in training_ids:
        depends_on(training_id)
    if filters.seats_left:
        depends_on(ANY_BATCH)
    return answer


async def list_managed_trainings(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: ManagedTrainingFilters,
    sort: TrainingSort,
) -> Page[TrainingCard]:
    """List trainings of the actor's organization, or of all organizations."""
    listed, query = managed_trainings_query(actor, filters, sort, page)
    rows, meta = await query.fetch(session, listed, col(Training.id))
    data = [TrainingCard.model_validate(row, from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


def managed_trainings_query(
    actor: Principal,
    filters: ManagedTrainingFilters,
    sort: TrainingSort,
    page: PageQuery = WHOLE_LIST,
) -> tuple[Select[*tuple[Any, ...]], ListQuery]:
    """Build the rows and the query of the dashboard's list."""
    values = get_values(filters)
    rows, where, order = _select_matching(frozenset(values), sort)
    status = [col(Training.status) == filters.status] if filters.status else []
    return rows.params(values), ListQuery([is_in_scope(actor), *where, *status], order, page=page)


async def get_training(session: AsyncSession, training_id: UUID) -> bytes:
    """Return one published training as JSON.

    Raises `NotFound`.
    """
    depends_on(training_id)
    return await fetch_json(session, _PUBLIC, {"id": training_id})


async def get_organization(session: AsyncSession, organization_id: UUID) -> OrganizationCard:
    """Return an organization with public trainings.

    Raises `NotFound`.
    """
    organization = await session.get(Organization, organization_id)
    if organization is None or organization.suspended:
        raise NotFound
    if organization.status is not ApprovalStatus.APPROVED:
        raise NotFound
    return OrganizationCard.model_validate(organization, from_attributes=True)


async def get_managed_training(
    session: AsyncSession, actor: Principal, training_id: UUID
) -> TrainingRead:
    """Return a training of the actor's organization, or of any for admins.

    Raises `NotFound`.
    """
    found = await session.execute(_ONE.where(is_in_scope(actor)), {"id": training_id})
    row = found.one_or_none()
    if row is None:
        raise NotFound
    return TrainingRead.model_validate(row, from_attributes=True)


@lru_cache(maxsize=128)
def _public_page(names: Names, sort: TrainingSort) -> Select[int, list[UUID], str]:
    rows, where, order = _select_matching(names, sort)
    return json_page(rows, col(Training.id), (IS_PUBLIC, *where), order)


def _select_matching(
    names: Names, sort: TrainingSort
) -> tuple[Select[*tuple[Any, ...]], Sequence[ColumnElement[bool]], Sequence[Any]]:
    """Build the trainings with batches, the filters' conditions and the order."""
    conditions = filter_batch_fields(names)
    statement, batches = _join_batches(conditions)
    having = (batches.c.batches > 0,) if conditions else ()
    return statement, (*filter_trainings(names), *having), _build_sorting(batches).by(sort)


def _join_batches(
    conditions: Sequence[ColumnElement[bool]] = (), *more: ColumnElement[Any]
) -> tuple[Select[*tuple[Any, ...]], FromClause]:
    """Join trainings with their matching batches that are open for enrollment, and
    aggregate these."""
    is_meant = (col(Batch.training_id) == col(Training.id), IS_COMING, *conditions)
    batches = select(*_BATCHES).where(*is_meant).lateral("batches")
    next_batch = (
        select(_NEXT_BATCH)
        .select_from(Batch)
        .outerjoin(City, col(City.id) == col(Batch.city_id))
        .where(*is_meant)
        .order_by(col(Batch.starts_at), col(Batch.id))
        .limit(1)
        .correlate(Training)
        .scalar_subquery()
    )
    summed_up = (column for column in batches.c if column.key != "starts_at")
    columns = (*SUMMARY, col(Training.updated_at), *summed_up, next_batch.label("next_batch"))
    statement = join_names(select(*columns, *more).select_from(Training))
    return statement.outerjoin(batches, true()), batches


def _build_sorting(batches: FromClause) -> Sorting[TrainingSort]:
    first, by_title = batches.c.starts_at, (BY_TITLE_EN,)
    price = SortKey(batches.c.price_from_minor, nulls_last=True, then=by_title)
    return Sorting(
        {
            TrainingSort.STARTS_AT: SortKey(first, nulls_last=True, then=by_title),
            TrainingSort.PRICE: price,
            TrainingSort.TITLE_EN: BY_TITLE_EN,
            TrainingSort.TITLE_AR: BY_TITLE_AR,
            TrainingSort.UPDATED_AT_DESC: col(Training.updated_at),
        },
        id=col(Training.id),
    )


_ONE = _join_batches((), *_MORE)[0].where(col(Training.id) == bindparam("id"))
_PUBLIC = json_row(_ONE.where(IS_PUBLIC))
