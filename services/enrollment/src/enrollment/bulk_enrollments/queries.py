import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.people import Match
from fastapi.sse import ServerSentEvent
from kit.database.db import AsyncSession, Database
from kit.database.pages import ListQuery, PageQuery
from kit.security.auth import Caller, Partner
from sqlalchemy import ColumnElement, Select, String, and_, case, func, literal, null, or_, select
from sqlmodel import col

from enrollment.bulk_enrollments.confirmation.queries import quote
from enrollment.bulk_enrollments.errors import BulkEnrollmentNotFound
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import (
    FILES_AHEAD,
    HAS_FREE_SEATS,
    build_shown_state,
    compute_deletion_time,
    is_under_way,
)
from enrollment.bulk_enrollments.schemas import (
    BulkBatch,
    BulkEnrollmentDetail,
    BulkEnrollmentFilter,
    BulkEnrollmentPage,
    BulkEnrollmentRead,
    BulkProgress,
    BulkRowFilter,
    BulkRowPage,
    BulkRowRead,
    RowError,
)
from enrollment.bulk_enrollments.service import find_bulk, is_own
from enrollment.bulk_enrollments.states import EDITABLE, FAULTY, PLACED, TEST_STATUSES, RowState
from enrollment.bulk_enrollments.validation.errors import get_error_text
from enrollment.bulk_enrollments.validation.rows.service import map_cells
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch, Organization
from enrollment.seats.models import Seats
from enrollment.seats.rules import SEATS_LEFT

_SAMPLES = 3
_UNINVITED = and_(
    col(BulkRow.state).in_([RowState.VALID, *PLACED]),
    col(BulkRow.match) == Match.UNKNOWN,
    col(BulkRow.email).is_(None),
    col(BulkRow.phone).is_not(None),
)
"""Matches new people without email: invitations go by email only."""


def _select_listed(actor: Caller) -> Any:
    return (
        select(
            BulkEnrollment,
            func.coalesce(col(Organization.name_en), "").label("organization_name_en"),
            func.coalesce(col(Organization.name_ar), "").label("organization_name_ar"),
        )
        .outerjoin(Organization, col(Organization.id) == col(BulkEnrollment.organization_id))
        .where(is_own(actor))
    )


def _fields(row: Any) -> dict[str, Any]:
    return {
        **row.BulkEnrollment.model_dump(),
        "organization_name_en": row.organization_name_en,
        "organization_name_ar": row.organization_name_ar,
    }


async def list_bulk_enrollments(
    session: AsyncSession, actor: Caller, filters: BulkEnrollmentFilter, page: PageQuery
) -> BulkEnrollmentPage:
    """List bulk enrollments of the caller's organization, or all for an admin, newest first."""
    conditions: list[ColumnElement[bool]] = []
    if not isinstance(actor, Partner):
        conditions.append(col(BulkEnrollment.test) == filters.test)
    if filters.status:
        conditions.append(col(BulkEnrollment.status).in_(filters.status))
    if filters.batch_id:
        conditions.append(col(BulkEnrollment.batch_id) == filters.batch_id)
    if filters.organization_id:
        conditions.append(col(BulkEnrollment.organization_id) == filters.organization_id)
    if filters.bought is not None:
        is_bought = col(BulkEnrollment.bought_seats) > 0
        conditions.append(is_bought if filters.bought else ~is_bought)
    newest_first = col(BulkEnrollment.created_at).desc(), col(BulkEnrollment.id).desc()
    query = ListQuery(conditions, newest_first, page=page)
    rows, meta = await query.fetch(session, _select_listed(actor), col(BulkEnrollment.id))
    data = [BulkEnrollmentRead.model_validate(_fields(row)) for row in rows]
    return BulkEnrollmentPage(data=data, meta=meta)


async def get_bulk_enrollment(
    session: AsyncSession, actor: Caller, bulk_id: UUID, kept: timedelta
) -> BulkEnrollmentDetail:
    """Return a bulk enrollment; `kept` is the retention of its people's data after its end.

    Raises `BulkEnrollmentNotFound`.
    """
    statement = _select_listed(actor).add_columns(FILES_AHEAD.label("waits"))
    row = (
        await session.execute(
            statement.where(col(BulkEnrollment.id) == bulk_id),
            execution_options={"populate_existing": True},
        )
    ).one_or_none()
    if row is None:
        raise BulkEnrollmentNotFound
    bulk = row.BulkEnrollment
    state = build_shown_state(bulk).label("state")
    counted = await session.execute(
        select(
            state,
            col(BulkRow.batch_id),
            func.count().label("rows"),
            func.count().filter(_UNINVITED).label("uninvited"),
        )
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id)
        .group_by(state, col(BulkRow.batch_id))
    )
    states: Counter[str] = Counter()
    of_batches: Counter[UUID] = Counter()
    uninvited = 0
    for each in counted:
        states[each.state] += each.rows
        uninvited += each.uninvited
        if each.batch_id and each.state in _TO_ENROLL:
            of_batches[each.batch_id] += each.rows
    return BulkEnrollmentDetail.model_validate(
        {
            **_fields(row),
            "states": states,
            "uninvited": uninvited,
            "batches": await _list_batches(session, of_batches, bulk.organization_id),
            "samples": await _list_samples(session, bulk_id),
            "quote": await quote(session, bulk_id) if bulk.status in EDITABLE else None,
            "waits": row.waits,
            "people_until": compute_deletion_time(bulk, kept),
        }
    )


async def _list_samples(session: AsyncSession, bulk_id: UUID) -> list[list[str]]:
    """Return the cells of the first rows."""
    found = await session.scalars(
        select(col(BulkRow.cells))
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id)
        .order_by(col(BulkRow.number))
        .limit(_SAMPLES)
    )
    return list(found)


_TO_ENROLL = {RowState.MATCHING, RowState.VALID, *PLACED}
"""Displayed states of rows that take a seat, or would."""


async def _list_batches(
    session: AsyncSession, rows: Mapping[UUID, int], organization_id: UUID
) -> list[BulkBatch]:
    own = (
        select(func.coalesce(func.sum(col(BulkEnrollment.free_seats)), 0))
        .where(
            col(BulkEnrollment.organization_id) == organization_id,
            col(BulkEnrollment.batch_id) == col(Batch.id),
            HAS_FREE_SEATS,
        )
        .scalar_subquery()
    )
    found = await session.execute(
        select(Batch, SEATS_LEFT.label("seats_left"), own.label("own_seats"))
        .join(Seats, col(Seats.batch_id) == col(Batch.id))
        .where(col(Batch.id).in_(rows))
        .order_by(col(Batch.code))
    )
    return [
        BulkBatch(
            **batch.model_dump(include=set(BulkBatch.model_fields)),
            rows=rows[batch.id],
            seats_left=left,
            own_seats=own_seats,
        )
        for batch, left, own_seats in found
    ]


def select_rows(bulk: BulkEnrollment) -> Select[Any]:
    """Select a file's rows with their enrollment's status."""
    status = _status_in_test(bulk) if bulk.test else col(Enrollment.status)
    return (
        select(
            col(BulkRow.number),
            build_shown_state(bulk).label("state"),
            col(BulkRow.cells),
            col(BulkRow.errors),
            _UNINVITED.label("uninvited"),
            # Shown only until decided, because it is another person's name.
            case((col(BulkRow.match) == "other_name", col(BulkRow.shown_name_en)), else_="").label(
                "shown_name_en"
            ),
            case((col(BulkRow.match) == "other_name", col(BulkRow.shown_name_ar)), else_="").label(
                "shown_name_ar"
            ),
            col(Enrollment.id).label("enrollment_id"),
            status.label("enrollment_status"),
        )
        .outerjoin(Enrollment, col(Enrollment.id) == col(BulkRow.enrollment_id))
        .where(col(BulkRow.bulk_enrollment_id) == bulk.id)
    )


def _status_in_test(bulk: BulkEnrollment) -> ColumnElement[str | None]:
    """Build the simulated enrollment status of a test's row."""
    status = TEST_STATUSES.get(bulk.status)
    is_enrolled = col(BulkRow.state) == RowState.ENROLLED
    return case((is_enrolled, literal(status.value if status else None)), else_=null())


def build_row(row: Any, bulk: BulkEnrollment) -> BulkRowRead:
    """Build the response from a row of `select_rows`, with texts for its errors."""
    return BulkRowRead(
        number=row.number,
        state=row.state,
        cells=map_cells(row.cells, bulk.mapping),
        errors=[
            RowError(**error, message=words.en, message_ar=words.ar)
            for error in row.errors
            for words in [get_error_text(error["code"])]
        ],
        uninvited=row.uninvited,
        shown_name_en=row.shown_name_en,
        shown_name_ar=row.shown_name_ar,
        enrollment_id=row.enrollment_id,
        enrollment_status=row.enrollment_status,
    )


async def list_rows(
    session: AsyncSession, actor: Caller, bulk_id: UUID, filters: BulkRowFilter, page: PageQuery
) -> BulkRowPage:
    """List a file's rows in order.

    Raises `BulkEnrollmentNotFound`.
    """
    bulk = await find_bulk(session, actor, bulk_id)
    conditions: list[ColumnElement[bool]] = []
    states = [*filters.state, *(FAULTY if filters.only_errors else ())]
    if states:
        conditions.append(build_shown_state(bulk).in_(states))
    if filters.uninvited:
        conditions.append(_UNINVITED)
    if filters.number:
        conditions.append(col(BulkRow.number).in_(filters.number))
    if filters.search:
        text = func.cast(col(BulkRow.cells), String)
        conditions.append(text.icontains(filters.search, autoescape=True))
    query = ListQuery(conditions, [col(BulkRow.number)], page=page)
    # Count all of them without a cap: people correct them one by one.
    count = select_rows(bulk).with_only_columns(func.count(), maintain_column_froms=True)
    total = await session.scalar(query.narrow(count)) or 0
    rows = await session.execute(query.select_page(select_rows(bulk), col(BulkRow.number)))
    return BulkRowPage(data=[build_row(row, bulk) for row in rows], meta=page.meta(total))


async def list_codes(session: AsyncSession, organization_id: UUID | None) -> list[str]:
    """List codes of the organization's open batches, for the template."""
    statement = select(col(Batch.code)).where(
        col(Batch.status) == BatchStatus.PUBLISHED,
        col(Batch.starts_at) > func.now(),
        col(Batch.enrollment_closes_at) > func.now(),
    )
    if organization_id is not None:
        statement = statement.where(
            or_(
                col(Batch.organization_id) == organization_id,
                ~col(Batch.requires_acceptance),
            )
        )
    found = await session.scalars(statement.order_by(col(Batch.code)).limit(500))
    return list(found)


STREAM_SECONDS = 50.0
"""Seconds after which a stream ends and the browser reconnects. Shorter than a token's lifetime."""
_EVERY = 1.0
_MOVING = frozenset({Status.CHECKING, Status.PROCESSING})


async def stream_progress(
    database: Database, actor: Caller, bulk_id: UUID, is_leaving: Callable[[], bool]
) -> AsyncIterator[ServerSentEvent]:
    """Stream `progress` events on every change.

    Ends when no work is pending, after `STREAM_SECONDS`, or when the process stops.
    """
    began = time.monotonic()
    first: int | None = None
    last: BulkProgress | None = None
    while time.monotonic() - began < STREAM_SECONDS:
        async with database.transaction() as session:
            bulk = await find_bulk(session, actor, bulk_id)
            done: int = (await session.execute(_done(bulk))).scalar_one()
        first = done if first is None else first
        progress = _progress(bulk, done, first, time.monotonic() - began)
        if progress != last:
            yield ServerSentEvent(event="progress", data=progress)
            last = progress
        if bulk.status not in _MOVING or is_leaving():
            return
        await asyncio.sleep(_EVERY)


def _done(bulk: BulkEnrollment) -> Any:
    over = (
        col(BulkRow.state).in_(PLACED) & ~col(BulkRow.admitted)
        if bulk.status is Status.PROCESSING
        else is_under_way(bulk)
    )
    return select(func.count()).where(col(BulkRow.bulk_enrollment_id) == bulk.id, ~over)


def _progress(bulk: BulkEnrollment, done: int, first: int, seconds: float) -> BulkProgress:
    left = None
    if done > first:
        left = round(seconds / (done - first) * (bulk.row_count - done))
    return BulkProgress(
        status=bulk.status,
        row_count=bulk.row_count,
        done=done,
        valid=bulk.valid,
        invalid=bulk.invalid,
        confirmed=bulk.confirmed,
        seconds_left=left,
    )
